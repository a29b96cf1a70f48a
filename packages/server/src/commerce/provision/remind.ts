/**
 * Tells the people of a mailbox, in the mailbox itself, that its time is running out. Each reminder is sent once: the
 * row that says so is written with it. One that could not be delivered is tried again the next time.
 */
import type { Db } from '../../database/types.ts'
import { type Clock, day } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { type PostLetter, reminderLetter } from './letters.ts'
import { listEnding, noteReminder, wasReminded } from './repository.ts'

export type RemindDeps = {
  db: Db
  clock: Clock
  log: Log
  site: SiteSettings
  postLetter: PostLetter
  /** How visitors reach the site, without a slash at the end. */
  publicUrl: () => string
}

const portion = 200

/** The nearest of the steps that an end has come within. Those that were past when it was made say nothing new. */
const stepOf = (mailbox: { expires_at: number; created_at: number }, steps: readonly number[], now: number) =>
  [...steps]
    .sort((a, b) => a - b)
    .filter(days => mailbox.expires_at - days * day > mailbox.created_at)
    .find(days => mailbox.expires_at - now <= days * day)

export async function remind(deps: RemindDeps): Promise<void> {
  const { remindDays, graceDays } = await deps.site.read()
  const now = deps.clock.now()
  const furthest = Math.max(0, ...remindDays)
  let after = ''
  for (;;) {
    const due = await listEnding(deps.db.query, { from: now, to: now + furthest * day, after }, portion)
    for (const { expires_at, ...mailbox } of due) {
      after = mailbox.id
      if (expires_at === null) continue
      const step = stepOf({ ...mailbox, expires_at }, remindDays, now)
      if (step === undefined) continue
      const sent = { mailbox_id: mailbox.id, expires_at, days_before: step, at: now }
      if (await wasReminded(deps.db.query, sent)) continue
      const { address } = mailbox
      const letter = reminderLetter({ ...mailbox, expires_at }, graceDays, deps.publicUrl())
      try {
        await deps.postLetter(letter, tx => noteReminder(tx, sent))
      } catch (cause) {
        deps.log.warn({ err: cause, address }, 'a reminder was not delivered')
      }
    }
    if (due.length < portion) return
  }
}
