import type { Selectable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { ForwardingTable } from './table.ts'

export type ForwardingRow = Selectable<ForwardingTable>

export const findForwarding = (
  query: Query,
  mailboxId: string,
): Promise<Pick<ForwardingRow, 'targets' | 'keep'> | undefined> =>
  query
    .selectFrom('forwarding')
    .select(['targets', 'keep'])
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()

/**
 * Returns the addresses of all mailboxes that forward. They are few, so almost no mail needs a further
 * look-up.
 */
export async function forwardingAddresses(query: Query): Promise<Set<string>> {
  const rows = await query
    .selectFrom('forwarding')
    .innerJoin('mailbox', 'mailbox.id', 'forwarding.mailbox_id')
    .select('mailbox.address')
    .where('forwarding.targets', '!=', '[]')
    .execute()
  return new Set(rows.map(row => row.address))
}

export async function putForwarding(tx: Tx, { mailbox_id, ...row }: ForwardingRow): Promise<void> {
  await tx
    .insertInto('forwarding')
    .values({ mailbox_id, ...row })
    .onConflict(oc => oc.column('mailbox_id').doUpdateSet(row))
    .execute()
}
