/** Browsers that are closed hear of the mail by Web Push. */
import type { createPusher } from '../notify/push/push.ts'
import type { NewsStep } from './arrival-steps.ts'

export const tellPhones = (pusher: Pick<ReturnType<typeof createPusher>, 'tell'>): NewsStep => ({
  name: 'tell phones',
  tell: ({ ownerId, row }) => pusher.tell({ id: row.mailboxId, ownerId }, row),
})
