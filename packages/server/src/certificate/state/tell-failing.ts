/**
 * Tells admins in time when a certificate that is in use is not renewed: in the log of acts, where the page shows it, and by
 * webhooks. Once for each certificate, whatever keeps it from being renewed.
 */

import type { Db, Tx } from '../../database/types.ts'
import { type Clock, day } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { writeNotice } from '../../ledger/audit/write-audit.ts'
import { fact, type SayFact } from '../../ledger/fact/fact.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { type CertificateRow, findAccount, listCertificates, noteTold } from '../kept/repository.ts'
import { accountId } from '../obtain/authority.ts'
import { certificateWords } from '../words/words.ts'

export type TellDeps = {
  db: Db
  clock: Clock
  site: SiteSettings
  sayFact: SayFact
  /** Queues what admins are told; answers how many will hear it. */
  tellAdmins(tx: Tx, news: { id: string; headline: string; text: string }, now: number): Promise<number>
  /** What was queued may be sent. */
  queued(): void
}

/** Two weeks, or less for a certificate whose whole life is short. */
const tellBefore = ({ valid_from, valid_until }: CertificateRow): number =>
  Math.min(14 * day, ((valid_until ?? 0) - (valid_from ?? 0)) / 6)

export async function tellFailing(deps: TellDeps, wanted: ReadonlySet<string>): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const rows = (await listCertificates(db.query)).filter(
    row =>
      wanted.has(row.name) &&
      row.told_at === null &&
      row.valid_until !== null &&
      row.valid_until - now < tellBefore(row),
  )
  if (rows.length === 0) return
  const account = await findAccount(db.query, accountId(await deps.site.read()))
  let heard = 0
  for (const row of rows) {
    const fault = row.fault === '' ? (account?.fault ?? '') : row.fault
    if (fault === '') continue
    const days = Math.floor(((row.valid_until ?? 0) - now) / day)
    const said = deps.sayFact(fault)
    heard += await db.transaction(async tx => {
      if (!(await noteTold(tx, row.name, now))) return 0
      const detail = fact('certificateFailing', { name: row.name, days, said })
      await writeNotice(tx, now, { action: 'certificateFailing', target: row.name, detail })
      const news = { id: newId(now), headline: certificateWords.failing(row.name, days), text: said }
      return deps.tellAdmins(tx, news, now)
    })
  }
  if (heard > 0) deps.queued()
}
