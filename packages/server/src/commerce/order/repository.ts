import type { OrderState, PayWay } from '@yanshu/contract'
import { type Selectable, sql } from 'kysely'
import { containing } from '../../database/like.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import type { OrderAccessTable, OrderEventTable, ShopOrderTable } from './table.ts'

export type OrderRow = Selectable<ShopOrderTable>
export type OrderEventRow = Selectable<OrderEventTable>
export type OrderAccessRow = Selectable<OrderAccessTable>

/** The orders that a caller reaches. */
export type OrderScope = { kind: 'all' } | { kind: 'owner'; accountId: string }

export async function insertOrder(tx: Tx, row: OrderRow): Promise<void> {
  await tx.insertInto('shop_order').values(row).execute()
}

export const findOrder = (query: Query, id: string): Promise<OrderRow | undefined> =>
  query.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirst()

export const findOrderByNo = (query: Query, orderNo: string): Promise<OrderRow | undefined> =>
  query.selectFrom('shop_order').selectAll().where('order_no', '=', orderNo).executeTakeFirst()

export const findOrderByClaim = (query: Query, claimHash: string): Promise<OrderRow | undefined> =>
  query.selectFrom('shop_order').selectAll().where('claim_hash', '=', claimHash).executeTakeFirst()

/** The order, kept from others until the transaction ends; on SQLite writers are alone anyway. */
export function lockOrder(tx: Tx, kind: DatabaseKind, id: string): Promise<OrderRow | undefined> {
  const found = tx.selectFrom('shop_order').selectAll().where('id', '=', id)
  return (kind === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
}

/** Changes an order if its state is still the given one. */
export function changeOrder(
  tx: Tx,
  id: string,
  from: OrderState,
  change: Partial<OrderRow>,
): Promise<OrderRow | undefined> {
  return tx
    .updateTable('shop_order')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst()
}

export async function setOrder(tx: Tx, id: string, change: Partial<OrderRow>): Promise<void> {
  await tx.updateTable('shop_order').set(change).where('id', '=', id).execute()
}

/** True for the one who is first to collect. */
export async function markCollected(tx: Tx, id: string, now: number): Promise<boolean> {
  const marked = await tx
    .updateTable('shop_order')
    .set({ collected_at: now })
    .where('id', '=', id)
    .where('status', '=', 'done')
    .where('collected_at', 'is', null)
    .executeTakeFirst()
  return marked.numUpdatedRows === 1n
}

/** The caller has the order to itself, so that no two changes get one number. */
export async function insertEvent(tx: Tx, event: Omit<OrderEventRow, 'seq'>): Promise<void> {
  const seq = sql<number>`(SELECT count(*) FROM order_event WHERE order_id = ${event.order_id})`
  await tx
    .insertInto('order_event')
    .values({ ...event, seq })
    .execute()
}

export const listEvents = (query: Query, orderId: string): Promise<OrderEventRow[]> =>
  query.selectFrom('order_event').selectAll().where('order_id', '=', orderId).orderBy('seq').execute()

export async function noteAccess(tx: Tx, row: OrderAccessRow): Promise<void> {
  await tx
    .insertInto('order_access')
    .values(row)
    .onConflict(oc => oc.columns(['order_id', 'how', 'client']).doUpdateSet({ at: row.at, agent: row.agent }))
    .execute()
}

export const listAccess = (query: Query, orderId: string, limit: number): Promise<OrderAccessRow[]> =>
  query
    .selectFrom('order_access')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()

/** The orders of a phone; with a digest only those whose query password it is. */
export function ordersOfPhone(
  query: Query,
  wanted: { phone: string; queryHash?: string | undefined; orderNo?: string | undefined },
  limit: number,
): Promise<OrderRow[]> {
  let rows = query.selectFrom('shop_order').selectAll().where('phone', '=', wanted.phone)
  if (wanted.queryHash !== undefined) rows = rows.where('query_hash', '=', wanted.queryHash)
  if (wanted.orderNo !== undefined) rows = rows.where('order_no', '=', wanted.orderNo)
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** How many orders wait for money, of one client and of one phone. */
export async function countUnpaid(
  query: Query,
  { client, phone }: Pick<OrderRow, 'client' | 'phone'>,
): Promise<{ byClient: number; byPhone: number }> {
  const waiting = query.selectFrom('shop_order').where('status', '=', 'pending')
  const { total: byClient } = await waiting
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('client', '=', client)
    .executeTakeFirstOrThrow()
  const { total: byPhone } = await waiting
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  return { byClient: Number(byClient), byPhone: Number(byPhone) }
}

/** Orders whose hold is over, oldest first. */
export const listOverdue = (query: Query, now: number, limit: number): Promise<OrderRow[]> =>
  query
    .selectFrom('shop_order')
    .selectAll()
    .where('status', '=', 'pending')
    .where('hold_until', '<=', now)
    .orderBy('hold_until')
    .limit(limit)
    .execute()

export const listUndelivered = (query: Query, limit: number): Promise<OrderRow[]> =>
  query
    .selectFrom('shop_order')
    .selectAll()
    .where('status', '=', 'paid')
    .orderBy('paid_at')
    .limit(limit)
    .execute()

export const listToCheck = (query: Query, now: number, limit: number): Promise<OrderRow[]> =>
  query
    .selectFrom('shop_order')
    .selectAll()
    .where('next_check_at', '<=', now)
    .where('status', 'in', ['pending', 'closed'])
    .orderBy('next_check_at')
    .limit(limit)
    .execute()

/** True for the one node that is to ask about the order this time. */
export async function claimCheck(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'next_check_at' | 'checks'>,
  nextAt: number | null,
): Promise<boolean> {
  const claimed = await tx
    .updateTable('shop_order')
    .set({ next_check_at: nextAt, checks: order.checks + 1 })
    .where('id', '=', order.id)
    .where('checks', '=', order.checks)
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

const openCasesOf = sql<number>`(SELECT count(*) FROM pay_case WHERE pay_case.order_id = shop_order.id AND pay_case.settled_at IS NULL)`

export type ListedOrder = OrderRow & { open_cases: number | string }

export type OrderFilter = {
  q: string | undefined
  state: OrderState | undefined
  way: PayWay | undefined
  domainId: string | undefined
  openCase: boolean | undefined
  from: number | undefined
  to: number | undefined
}

export type OrderSort = { sort: keyof typeof sortColumns; order: 'asc' | 'desc' }

const sortColumns = {
  createdAt: 'shop_order.created_at',
  paidAt: 'shop_order.paid_at',
  price: 'shop_order.price',
  address: 'shop_order.address',
  status: 'shop_order.status',
} as const

function filtered(query: Query, scope: OrderScope, filter: OrderFilter) {
  const { q } = filter
  let rows = query.selectFrom('shop_order')
  if (scope.kind === 'owner') rows = rows.where('shop_order.seller_id', '=', scope.accountId)
  if (filter.state) rows = rows.where('shop_order.status', '=', filter.state)
  if (filter.way) rows = rows.where('shop_order.way', '=', filter.way)
  if (filter.domainId) rows = rows.where('shop_order.domain_id', '=', filter.domainId)
  if (filter.from !== undefined) rows = rows.where('shop_order.created_at', '>=', filter.from)
  if (filter.to !== undefined) rows = rows.where('shop_order.created_at', '<', filter.to)
  if (filter.openCase !== undefined) rows = rows.where(openCasesOf, filter.openCase ? '>' : '=', 0)
  if (q)
    rows = rows.where(eb =>
      eb.or([
        containing(eb.ref('shop_order.order_no'), q),
        containing(eb.ref('shop_order.address'), q),
        containing(eb.ref('shop_order.trade_no'), q),
        containing(eb.ref('shop_order.note'), q),
        // A seller sees phones masked and must not find out the rest by searching.
        ...(scope.kind === 'all' ? [containing(eb.ref('shop_order.phone'), q)] : []),
      ]),
    )
  return rows
}

export async function tableOfOrders(
  query: Query,
  scope: OrderScope,
  filter: OrderFilter,
  view: OrderSort & { offset: number; limit: number },
): Promise<ListedOrder[]> {
  return filtered(query, scope, filter)
    .selectAll('shop_order')
    .select(openCasesOf.as('open_cases'))
    .orderBy(sortColumns[view.sort], view.order)
    .orderBy('shop_order.id', view.order)
    .limit(view.limit)
    .offset(view.offset)
    .execute()
}

export async function sumsOfOrders(query: Query, scope: OrderScope, filter: OrderFilter) {
  const row = await filtered(query, scope, filter)
    .select(eb => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(CASE WHEN paid > 0 THEN 1 ELSE 0 END), 0)`.as('paid'),
      sql<number>`coalesce(sum(paid - refunded), 0)`.as('revenue'),
      sql<number>`coalesce(sum(CASE WHEN status = 'pending' THEN 1 ELSE 0 END), 0)`.as('pending'),
      sql<number>`coalesce(sum(${openCasesOf}), 0)`.as('open_cases'),
    ])
    .executeTakeFirstOrThrow()
  return {
    total: Number(row.total),
    sums: {
      paid: Number(row.paid),
      revenue: Number(row.revenue),
      pending: Number(row.pending),
      openCases: Number(row.open_cases),
    },
  }
}

export function findListedOrder(
  query: Query,
  scope: OrderScope,
  id: string,
): Promise<ListedOrder | undefined> {
  let rows = query
    .selectFrom('shop_order')
    .selectAll('shop_order')
    .select(openCasesOf.as('open_cases'))
    .where('shop_order.id', '=', id)
  if (scope.kind === 'owner') rows = rows.where('shop_order.seller_id', '=', scope.accountId)
  return rows.executeTakeFirst()
}

export async function giveOrdersOf(tx: Tx, fromIds: readonly string[], toId: string | null): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set({ seller_id: toId })
    .where('seller_id', 'in', [...fromIds])
    .execute()
}

/** Orders that opened these mailboxes open them no more. One that waits to renew still knows which it renews. */
export async function forgetMailboxes(tx: Tx, mailboxIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set({ mailbox_id: null })
    .where('mailbox_id', 'in', [...mailboxIds])
    .where('renew', '=', 0)
    .execute()
}
