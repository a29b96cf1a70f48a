import type { BlockKind } from '@yanshu/contract'
import type { Selectable } from 'kysely'
import { containing } from '../../database/like.ts'
import type { Query, Tx } from '../../database/types.ts'
import type { BlockTable } from './table.ts'

export type BlockRow = Selectable<BlockTable>

export const listPatterns = (query: Query) =>
  query.selectFrom('block').select(['id', 'kind', 'pattern']).execute()

export async function countBlocks(query: Query): Promise<number> {
  const { total } = await query
    .selectFrom('block')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Returns false when the entry is already there. */
export async function insertBlock(tx: Tx, row: BlockRow): Promise<boolean> {
  const made = await tx
    .insertInto('block')
    .values(row)
    .onConflict(oc => oc.columns(['kind', 'pattern']).doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** Returns the removed patterns. */
export async function deleteBlocks(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('block')
    .where('id', 'in', [...ids])
    .returning('pattern')
    .execute()
  return rows.map(row => row.pattern)
}

/** Entries that were removed meanwhile count no more hits. */
export async function addHits(tx: Tx, id: string, count: number, lastAt: number): Promise<void> {
  await tx
    .updateTable('block')
    .set(eb => ({ hits: eb('hits', '+', count), last_hit_at: lastAt }))
    .where('id', '=', id)
    .execute()
}

type BlockFilter = { q: string | undefined; kind: BlockKind | undefined; page: number; pageSize: number }

export async function listBlocks(query: Query, filter: BlockFilter) {
  const { q, kind } = filter
  let rows = query.selectFrom('block')
  if (kind) rows = rows.where('kind', '=', kind)
  if (q) rows = rows.where(eb => eb.or([containing(eb.ref('pattern'), q), containing(eb.ref('note'), q)]))
  const { total } = await rows.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const list = await rows
    .selectAll()
    .orderBy('id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  return { rows: list, total: Number(total) }
}
