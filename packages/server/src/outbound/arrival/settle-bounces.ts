/** Settles the state of sent mail from arriving reports, in the transaction that stores the report. */
import type { Db } from '../../database/types.ts'
import type { ArrivalStep } from '../../mailbox/mail/arrival-step.ts'
import { readBounces, settleBounce } from '../bounce/settle-bounce.ts'

export const settleBounces = (deps: {
  db: Db
  /** The key of return paths. */
  key: Buffer
  settled(recipientIds: readonly string[]): Promise<void>
}): ArrivalStep => ({
  name: 'settle bounces',
  async prepare(message) {
    const bounces = await readBounces(deps.db, deps.key, message)
    if (bounces.length === 0) return null
    const settled: string[] = []
    return {
      async store(tx, _mailbox, _facts, now) {
        // The first mailbox that receives the report settles it.
        for (const bounce of bounces.splice(0)) {
          if (await settleBounce(tx, deps.db, bounce, now)) settled.push(bounce.recipientId)
        }
      },
      async done(isStored) {
        if (isStored && settled.length > 0) await deps.settled(settled)
      },
    }
  },
})
