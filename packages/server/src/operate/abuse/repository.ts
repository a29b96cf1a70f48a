import type { BlockKind, ComplaintState } from '@yanshu/contract'
import type { Selectable } from 'kysely'
import { containing } from '../../database/like.ts'
import type { Query, Tx } from '../../database/types.ts'
import type { BlockTable, ComplaintTable } from './table.ts'

export type BlockRow = Selectable<BlockTable>
export type ComplaintRow = Selectable<ComplaintTable>

export const listPatterns = (query: Query) =>
  query.selectFrom('block').select(['id', 'kind', 'pattern']).execute()

export async function countBlocks(query: Query): Promise<number> {
  const { total } = await query
    .selectFrom('block')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** False when it is there already. */
export async function insertBlock(tx: Tx, row: BlockRow): Promise<boolean> {
  const made = await tx
    .insertInto('block')
    .values(row)
    .onConflict(oc => oc.columns(['kind', 'pattern']).doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** The patterns that were taken off. */
export async function deleteBlocks(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('block')
    .where('id', 'in', [...ids])
    .returning('pattern')
    .execute()
  return rows.map(row => row.pattern)
}

/** Entries that were taken off meanwhile are not counted any more. */
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

export async function insertComplaint(tx: Tx, row: ComplaintRow): Promise<void> {
  await tx.insertInto('complaint').values(row).execute()
}

/** Complaints with the mailbox they are about, if it is still there; not one that has its address since. */
const complaints = (query: Query) =>
  query
    .selectFrom('complaint')
    .leftJoin('mailbox', 'mailbox.id', 'complaint.about_id')
    .selectAll('complaint')
    .select([
      'mailbox.id as mailbox_id',
      'mailbox.status as mailbox_status',
      'mailbox.deleted_at as mailbox_deleted_at',
    ])

export const findComplaint = (query: Query, id: string) =>
  complaints(query).where('complaint.id', '=', id).executeTakeFirst()

export type ShownComplaint = NonNullable<Awaited<ReturnType<typeof findComplaint>>>

export async function updateComplaint(tx: Tx, id: string, change: Partial<ComplaintRow>): Promise<void> {
  await tx.updateTable('complaint').set(change).where('id', '=', id).execute()
}

type ComplaintFilter = {
  q: string | undefined
  state: ComplaintState | undefined
  page: number
  pageSize: number
}

export async function listComplaints(query: Query, filter: ComplaintFilter) {
  const { q, state } = filter
  const filtered = () => {
    let rows = complaints(query)
    if (state) rows = rows.where('complaint.state', '=', state)
    if (q) {
      rows = rows.where(eb =>
        eb.or([
          containing(eb.ref('complaint.address'), q),
          containing(eb.ref('complaint.words'), q),
          containing(eb.ref('complaint.id'), q),
        ]),
      )
    }
    return rows
  }
  const { total } = await filtered()
    .clearSelect()
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { open } = await query
    .selectFrom('complaint')
    .select(eb => eb.fn.countAll<number>().as('open'))
    .where('state', 'in', ['new', 'working'])
    .executeTakeFirstOrThrow()
  const rows = await filtered()
    .orderBy('complaint.id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  return { rows, total: Number(total), open: Number(open) }
}
