/** When jobs are due. */
import type { Query, Tx } from '../database/types.ts'

/** Undefined when the job never ran. */
export async function findDueTime(query: Query, name: string): Promise<number | undefined> {
  const row = await query.selectFrom('job').select('next_at').where('name', '=', name).executeTakeFirst()
  return row?.next_at
}

/** False when another node was faster. */
export async function insertDueTime(tx: Tx, name: string, dueAt: number): Promise<boolean> {
  const made = await tx
    .insertInto('job')
    .values({ name, next_at: dueAt })
    .onConflict(oc => oc.column('name').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** False when another node was faster: the due time is not the one that was read. */
export async function moveDueTime(tx: Tx, name: string, from: number, to: number): Promise<boolean> {
  const moved = await tx
    .updateTable('job')
    .set({ next_at: to })
    .where('name', '=', name)
    .where('next_at', '=', from)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}
