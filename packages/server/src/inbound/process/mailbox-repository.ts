/** The rows of mailboxes that mail arrives in. */
import { prepared } from '../../database/prepared.ts'
import type { Query, Tx } from '../../database/types.ts'

/** Counts arrived mails into a mailbox and returns its new counts. */
export const countUpMailbox = prepared((tx: Tx, id: string, mails: number, unread: number, bytes: number) =>
  tx
    .updateTable('mailbox')
    .set(eb => ({
      received: eb('received', '+', mails),
      unread: eb('unread', '+', unread),
      used_bytes: eb('used_bytes', '+', bytes),
    }))
    .where('id', '=', id)
    .returning(['received', 'unread', 'expires_at', 'owner_id']),
)

/** Finds the owner of each mailbox; a mailbox that is gone is not in the answer. */
export async function findOwners(query: Query, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await query
    .selectFrom('mailbox')
    .select(['id', 'owner_id'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]))
}
