import type { Insertable } from 'kysely'
import type { Tx } from '../../database/types.ts'
import type { OutgoingRecipientTable, OutgoingTable } from './table.ts'

export async function insertOutgoing(tx: Tx, row: Insertable<OutgoingTable>): Promise<void> {
  await tx.insertInto('outgoing').values(row).execute()
}

const rowsAtOnce = 100

export async function insertRecipients(
  tx: Tx,
  rows: readonly Insertable<OutgoingRecipientTable>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto('outgoing_recipient')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  }
}
