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
]
