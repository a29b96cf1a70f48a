/** Runs the steps of arrival for the messages that are stored together. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import type { ArrivalStep, PreparedStep } from '../../mailbox/mail/arrival-step.ts'
import type { MessageDetails } from '../../mailbox/mail/message-details.ts'
import type { Rests } from '../../mailbox/rest/resting-names.ts'
import type { Incoming, StoredMail } from '../process/incoming.ts'
import { type StoreDeps, storeMessages } from '../process/store-messages.ts'

type Deps = {
  db: Db
  clock: Clock
  log: Log
  blobs: BlobStore
  site: SiteSettings
  resting: Rests
  steps: readonly ArrivalStep[]
}

async function prepareAll(steps: readonly ArrivalStep[], message: Incoming): Promise<PreparedStep[]> {
  const { journaled, outcomes, mail } = message
  const forwardTo = new Map(outcomes.map(({ address, outcome }) => [address, outcome.forwardTo]))
  const checks = () => (JSON.parse(mail.details) as MessageDetails).auth
  const prepared: PreparedStep[] = []
  for (const step of steps) {
    const ready = await step.prepare({ ...journaled, forwardTo, checks })
    if (ready) prepared.push(ready)
  }
  return prepared
}

/** Stores messages with all that their arrival brings about; null for one that is not to be stored any more. */
export const storeWithSteps =
  (deps: Deps) =>
  async (messages: readonly Incoming[]): Promise<(StoredMail[] | null)[]> => {
    const { spamThreshold } = await deps.site.read()
    // Prepared before the transaction: within it a second connection might have to be waited for.
    const prepared = new Map<Incoming, PreparedStep[]>()
    for (const message of messages) prepared.set(message, await prepareAll(deps.steps, message))
    const stepsOf = (message: Incoming): readonly PreparedStep[] => prepared.get(message) ?? []

    const keeps: StoreDeps['keeps'] = (message, address) =>
      stepsOf(message).every(step => step.keeps?.(address) ?? true)
    const follow: StoreDeps['follow'] = async (tx, mailbox, { row, webhookIds }, now, message) => {
      const { messageId, dmarc } = message.mail
      const facts = { mail: row, keeps: keeps(message, mailbox.address), messageId, dmarc, webhookIds }
      for (const step of stepsOf(message)) await step.store?.(tx, mailbox, facts, now)
    }
    let stored: (StoredMail[] | null)[] = []
    try {
      stored = await storeMessages({ ...deps, spamThreshold, follow, keeps }, messages)
    } finally {
      for (const [index, message] of messages.entries())
        for (const step of stepsOf(message)) await step.done?.((stored[index] ?? null) !== null)
    }
    return stored
  }
