import type { PayWay } from '@yanshu/contract'
import type { Selectable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import { type Fact, storedFact } from '../../ledger/fact/fact.ts'
import type { CaseReason } from './case-reasons.ts'
import type { PayCaseTable, PaymentTable } from './payment-table.ts'

export type PaymentRow = Selectable<PaymentTable>
export type PayCaseRow = Selectable<PayCaseTable>

/** False when a payment of this way has the trade number already. */
export async function insertPayment(tx: Tx, row: PaymentRow): Promise<boolean> {
  const made = await tx
    .insertInto('payment')
    .values(row)
    .onConflict(oc => oc.columns(['way', 'trade_no']).doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export const findPayment = (query: Query, way: PayWay, tradeNo: string): Promise<PaymentRow | undefined> =>
  query
    .selectFrom('payment')
    .selectAll()
    .where('way', '=', way)
    .where('trade_no', '=', tradeNo)
    .executeTakeFirst()

export const paymentsOf = (query: Query, orderId: string): Promise<PaymentRow[]> =>
  query.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('id').execute()

export async function setPayment(
  tx: Tx,
  id: string,
  change: Pick<PaymentRow, 'became'> & Partial<Pick<PaymentRow, 'card_id' | 'credit_code'>>,
): Promise<void> {
  await tx.updateTable('payment').set(change).where('id', '=', id).execute()
}

/** Writes a case down, or counts it again; one that was settled is open again. Tells whether it is news. */
export async function putCase(tx: Tx, row: PayCaseRow): Promise<boolean> {
  const { last_at, client, detail, amount } = row
  const put = await tx
    .insertInto('pay_case')
    .values(row)
    .onConflict(oc =>
      oc.column('key').doUpdateSet(eb => ({
        count: eb('pay_case.count', '+', 1),
        last_at,
        client,
        detail,
        amount,
        settled_at: null,
        created_at: eb
          .case()
          .when('pay_case.settled_at', 'is', null)
          .then(eb.ref('pay_case.created_at'))
          .else(last_at)
          .end(),
      })),
    )
    .returning(['created_at', 'last_at'])
    .executeTakeFirstOrThrow()
  return put.created_at === put.last_at
}

export async function settleCase(tx: Tx, id: string, note: Fact | null, now: number): Promise<boolean> {
  const settled = await tx
    .updateTable('pay_case')
    .set({ settled_at: now, settled_note: storedFact(note) })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return settled.numUpdatedRows === 1n
}

/** Cases of an order that have settled themselves. */
export async function settleCasesOf(
  tx: Tx,
  orderId: string,
  reason: CaseReason,
  note: Fact,
  now: number,
  /** Only those about no more money than this. */
  most?: number,
): Promise<void> {
  let cases = tx
    .updateTable('pay_case')
    .set({ settled_at: now, settled_note: storedFact(note) })
    .where('order_id', '=', orderId)
    .where('reason', '=', reason)
    .where('settled_at', 'is', null)
  if (most !== undefined) cases = cases.where('amount', '<=', most)
  await cases.execute()
}

export const findCase = (query: Query, id: string): Promise<PayCaseRow | undefined> =>
  query.selectFrom('pay_case').selectAll().where('id', '=', id).executeTakeFirst()

export const casesOf = (query: Query, orderId: string): Promise<PayCaseRow[]> =>
  query.selectFrom('pay_case').selectAll().where('order_id', '=', orderId).orderBy('id').execute()

export async function tableOfCases(
  query: Query,
  filter: { open: boolean | undefined; page: number; pageSize: number },
): Promise<{ rows: PayCaseRow[]; total: number }> {
  const filtered = () => {
    const rows = query.selectFrom('pay_case')
    if (filter.open === undefined) return rows
    return filter.open ? rows.where('settled_at', 'is', null) : rows.where('settled_at', 'is not', null)
  }
  const rows = await filtered()
    .selectAll()
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  const { total } = await filtered()
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
