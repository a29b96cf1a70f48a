import type { Selectable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { NodeTable } from './table.ts'

export type NodeRow = Selectable<NodeTable>

export async function putNode(tx: Tx, row: NodeRow): Promise<void> {
  await tx
    .insertInto('node')
    .values(row)
    .onConflict(oc => oc.column('id').doUpdateSet(row))
    .execute()
}

export async function deleteNodesSeenBefore(tx: Tx, time: number): Promise<void> {
  await tx.deleteFrom('node').where('seen_at', '<', time).execute()
}

/** All nodes, the oldest first. */
export const listNodes = (query: Query): Promise<NodeRow[]> =>
  query.selectFrom('node').selectAll().orderBy('started_at').execute()

/** Writes the row of a node as it is. */
export async function touchNode(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('node')
    .set(eb => ({ seen_at: eb.ref('seen_at') }))
    .where('id', '=', id)
    .execute()
}
