/**
 * Sends a letter of welcome into a mailbox that was bought. An owed letter is a row that is written with the
 * mailbox and deleted with the letter: a crash delays a letter, but never loses or repeats it.
 */
import { minute } from '../../kernel/clock.ts'
import { welcomeLetter } from './letters.ts'
import type { RemindDeps } from './remind.ts'
import { forgetWelcome, listWelcomes, putWelcomeOff } from './repository.ts'

const portion = 100
const retryMs = 5 * minute
/** A mailbox that refuses mail is not written to for ever. */
const maxTries = 5

export async function welcome(deps: RemindDeps): Promise<void> {
  const { welcomeMail } = await deps.site.read()
  const now = deps.clock.now()
  for (;;) {
    const due = await listWelcomes(deps.db.query, now, portion)
    for (const letter of due) {
      const { address, mailbox_id: mailboxId, tries } = letter
      if (!welcomeMail || tries >= maxTries) {
        await deps.db.transaction(tx => forgetWelcome(tx, mailboxId))
        continue
      }
      try {
        await deps.postLetter(welcomeLetter(letter, deps.publicUrl()), tx => forgetWelcome(tx, mailboxId))
      } catch (cause) {
        deps.log.warn({ err: cause, address }, 'a welcome was not delivered')
        await deps.db.transaction(tx => putWelcomeOff(tx, mailboxId, now + retryMs))
      }
    }
    if (due.length < portion) return
  }
}
