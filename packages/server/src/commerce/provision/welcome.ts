/**
 * Greets whoever bought a mailbox with a letter in it, through the same door as everyone's mail. What is owed is a row
 * that is written with the mailbox: a crash delays a letter and loses none.
 */
import { minute } from '../../clock.ts'
import { welcomeLetter } from './letters.ts'
import type { RemindDeps } from './remind.ts'
import { claimWelcome, forgetWelcomes, listWelcomes } from './repository.ts'

const portion = 100
const retryMs = 5 * minute
/** A mailbox that refuses mail is not written to for ever. */
const maxTries = 5

export async function welcome(deps: RemindDeps): Promise<void> {
  const { welcomeMail } = await deps.site.read()
  const now = deps.clock.now()
  for (;;) {
    const due = await listWelcomes(deps.db.query, now, portion)
    const unwanted = due.filter(letter => !welcomeMail || letter.tries >= maxTries)
    if (unwanted.length > 0)
      await deps.db.transaction(tx =>
        forgetWelcomes(
          tx,
          unwanted.map(letter => letter.mailbox_id),
        ),
      )
    for (const letter of due) {
      if (unwanted.includes(letter)) continue
      if (!(await deps.db.transaction(tx => claimWelcome(tx, letter, now + retryMs)))) continue
      const { address, mailbox_id: mailboxId } = letter
      try {
        await deps.postMail({ to: address, ...welcomeLetter(letter, deps.publicUrl()) })
        await deps.db.transaction(tx => forgetWelcomes(tx, [mailboxId]))
      } catch (cause) {
        deps.log.warn({ err: cause, address }, 'a welcome was not delivered')
      }
    }
    if (due.length < portion) return
  }
}
