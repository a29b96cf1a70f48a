/** Webhooks hear of the mail: their notices are queued in the transaction that stores it. */
import type { ArrivalStep } from '../../mailbox/mail/arrival-step.ts'
import { recipientMailbox } from '../filter/load-rules.ts'
import type { HookCache, HooksToTell } from '../notify/webhook/hook-cache.ts'
import { queueDeliveries } from '../notify/webhook/queue-deliveries.ts'

/** A mailbox given away since its mail was accepted is another's: the former owner's hooks hear nothing. */
const hookKey = (address: string, ownerId: string | null): string => `${address} ${ownerId ?? ''}`

export const tellWebhooks = (deps: { hooks: Pick<HookCache, 'hooksFor'>; kick(): void }): ArrivalStep => ({
  name: 'tell webhooks',
  async prepare({ envelope }) {
    const hooksOf = new Map<string, HooksToTell>()
    for (const recipient of envelope.recipients) {
      const hooks = await deps.hooks.hooksFor(recipientMailbox(recipient))
      if (hooks.list.length > 0) hooksOf.set(hookKey(recipient.address, recipient.ownerId), hooks)
    }
    if (hooksOf.size === 0) return null
    let queued = 0
    return {
      async store(tx, { id, address, owner_id }, { mail, webhookIds }, now) {
        const hooks = hooksOf.get(hookKey(address, owner_id))
        if (!hooks) return
        const { from, subject, preview, code, link } = mail
        queued += await queueDeliveries(
          tx,
          hooks,
          {
            ...{ from, subject, preview, code, link, mailId: mail.id },
            receivedAt: Date.parse(mail.receivedAt),
            mailbox: { id, address, owner_id },
            alsoWebhookIds: webhookIds,
          },
          now,
        )
      },
      async done(isStored) {
        if (isStored && queued > 0) deps.kick()
      },
    }
  },
})
