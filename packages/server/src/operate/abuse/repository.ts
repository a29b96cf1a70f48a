import type { ComplaintState } from '@yanshu/contract'
import type { Selectable } from 'kysely'
import { containing } from '../../database/like.ts'
import type { Query, Tx } from '../../database/types.ts'
import type { ComplaintTable } from './table.ts'

export type ComplaintRow = Selectable<ComplaintTable>

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
