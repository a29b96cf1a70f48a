/** Pages that are open hear of the mail, and of the new count of unread mails. */
import type { EventHub } from '../../ledger/event/event-hub.ts'
import type { NewsStep } from './arrival-steps.ts'

export const tellPages = (hub: EventHub): NewsStep => ({
  name: 'tell pages',
  async tell({ seq, ownerId, unread, row }) {
    const { mailboxId } = row
    await hub.publish({ kind: 'mail', seq, mailboxId, ownerId, mail: row })
    await hub.publish({ kind: 'unread', mailboxId, ownerId, unread })
  },
})
