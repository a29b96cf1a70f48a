/** All migrations, oldest first. A migration that has been released is never changed; a new one is added. */
import type { DatabaseKind, Tx } from '../types.ts'
import { up as foundation } from './0001-foundation.ts'
import { up as mail } from './0002-mail.ts'
import { up as card } from './0003-card.ts'
import { up as commerce } from './0004-commerce.ts'
import { up as outbound } from './0005-outbound.ts'
import { up as domain } from './0006-domain.ts'
import { up as account } from './0007-account.ts'
import { up as manage } from './0008-manage.ts'
import { up as operate } from './0009-operate.ts'
import { up as sending } from './0010-sending.ts'
import { up as picture } from './0011-picture.ts'
import { up as welcome } from './0012-welcome.ts'
import { up as searchMerge } from './0013-search-merge.ts'
import { up as complaint } from './0014-complaint.ts'
import { up as spool } from './0015-spool.ts'
import { up as life } from './0016-life.ts'
import { up as facts } from './0017-facts.ts'
import { up as restingNames } from './0018-resting-names.ts'
import { up as longJobs } from './0019-long-jobs.ts'
import { up as cardBatches } from './0020-card-batches.ts'
import { up as loginTickets } from './0021-login-tickets.ts'
import { up as look } from './0022-look.ts'
import { up as endedLogins } from './0023-ended-logins.ts'
import { up as foreignKeyIndexes } from './0024-foreign-key-indexes.ts'
import { up as newestFirst } from './0025-newest-first.ts'
import { up as folders } from './0026-folders.ts'
import { up as sentInPrograms } from './0027-sent-in-programs.ts'
import { up as draftsInPrograms } from './0028-drafts-in-programs.ts'
import { up as appPasswords } from './0029-app-passwords.ts'
import { up as certificates } from './0030-certificates.ts'
import { up as domainReports } from './0031-domain-reports.ts'
import { up as ownMailHost } from './0032-own-mail-host.ts'
import { up as guide } from './0033-guide.ts'

export type Migration = { name: string; up(tx: Tx, kind: DatabaseKind): Promise<void> }

export const migrations: readonly Migration[] = [
  { name: '0001-foundation', up: foundation },
  { name: '0002-mail', up: mail },
  { name: '0003-card', up: card },
  { name: '0005-outbound', up: outbound },
  { name: '0006-domain', up: domain },
  { name: '0007-account', up: account },
  { name: '0008-manage', up: manage },
  { name: '0009-operate', up: operate },
  { name: '0004-commerce', up: commerce },
  { name: '0010-sending', up: sending },
  { name: '0011-picture', up: picture },
  { name: '0012-welcome', up: welcome },
  { name: '0013-search-merge', up: searchMerge },
  { name: '0014-complaint', up: complaint },
  { name: '0015-spool', up: spool },
  { name: '0016-life', up: life },
  { name: '0017-facts', up: facts },
  { name: '0018-resting-names', up: restingNames },
  { name: '0019-long-jobs', up: longJobs },
  { name: '0020-card-batches', up: cardBatches },
  { name: '0021-login-tickets', up: loginTickets },
  { name: '0022-look', up: look },
  { name: '0023-ended-logins', up: endedLogins },
  { name: '0024-foreign-key-indexes', up: foreignKeyIndexes },
  { name: '0025-newest-first', up: newestFirst },
  { name: '0026-folders', up: folders },
  { name: '0027-sent-in-programs', up: sentInPrograms },
  { name: '0028-drafts-in-programs', up: draftsInPrograms },
  { name: '0029-app-passwords', up: appPasswords },
  { name: '0030-certificates', up: certificates },
  { name: '0031-domain-reports', up: domainReports },
  { name: '0032-own-mail-host', up: ownMailHost },
  { name: '0033-guide', up: guide },
]
