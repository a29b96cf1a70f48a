import type { RecipientState } from '@yanshu/contract'
import type { Query, Tx } from '../../database/types.ts'

/** Returns the address of the mailbox that sent to a recipient of the queue. */
export async function findSenderAddress(query: Query, recipientId: string): Promise<string | null> {
  const row = await query
    .selectFrom('outgoing_recipient as r')
    .innerJoin('outgoing as o', 'o.id', 'r.outgoing_id')
    .innerJoin('mailbox as m', 'm.id', 'o.mailbox_id')
    .select('m.address')
    .where('r.id', '=', recipientId)
    .executeTakeFirst()
  return row?.address ?? null
}

/**
 * Finds a recipient in the queue by the message that one of these mailboxes sent to it, and returns its id.
 */
export async function findNamedRecipient(
  query: Query,
  senders: readonly string[],
  messageId: string,
  recipient: string,
): Promise<string | null> {
  const row = await query
    .selectFrom('outgoing as o')
    .innerJoin('mailbox as m', 'm.id', 'o.mailbox_id')
    .innerJoin('outgoing_recipient as r', 'r.outgoing_id', 'o.id')
    .select('r.id')
    .where('m.address', 'in', [...senders])
    .where('o.message_id', '=', messageId)
    .where('r.address', '=', recipient)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns false when the recipient is no longer in that state. */
export async function markBounced(
  tx: Tx,
  recipient: { id: string; state: RecipientState },
  report: { answer: string; status: string | null },
): Promise<boolean> {
  const { answer, status } = report
  const changed = await tx
    .updateTable('outgoing_recipient')
    .set({ state: 'bounced', waiting: 0, reason: 'reportedBack', answer, status, reported: 1 })
    .where('id', '=', recipient.id)
    .where('state', '=', recipient.state)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}
