import type { PayWay } from '@yanshu/contract'
import { sql } from 'kysely'
import type { Query } from '../../database/types.ts'
import { day } from '../../kernel/clock.ts'

/** Everybody's, or those of one system account. */
export type SellerScope = { kind: 'all' } | { kind: 'owner'; accountId: string }

export type Range = { from: number; to: number }

const ordersOf = (query: Query, scope: SellerScope) => {
  const rows = query.selectFrom('shop_order')
  return scope.kind === 'owner' ? rows.where('seller_id', '=', scope.accountId) : rows
}

export type PaidDay = {
  /** Days since the beginning of the range. */
  day: number
  orders: number
  /** Less refunds, in 分. */
  revenue: number
}

/** Orders by the day on which they were paid. Days without any are missing. */
export async function paidByDay(query: Query, scope: SellerScope, { from, to }: Range): Promise<PaidDay[]> {
  const rows = await ordersOf(query, scope)
    .select(eb => [
      sql<number>`CAST((paid_at - ${from}) / ${day} AS INTEGER)`.as('day'),
      eb.fn.countAll<number>().as('orders'),
      sql<number>`coalesce(sum(paid - refunded), 0)`.as('revenue'),
    ])
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .groupBy(sql`1`)
    .execute()
  return rows.map(row => ({ day: Number(row.day), orders: Number(row.orders), revenue: Number(row.revenue) }))
}

export async function countMadeOrders(
  query: Query,
  scope: SellerScope,
  { from, to }: Range,
): Promise<number> {
  const { n } = await ordersOf(query, scope)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function countUsedCards(query: Query, scope: SellerScope, { from, to }: Range): Promise<number> {
  let cards = query.selectFrom('card').where('used_at', '>=', from).where('used_at', '<', to)
  if (scope.kind === 'owner') cards = cards.where('owner_id', '=', scope.accountId)
  const { n } = await cards.select(eb => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return Number(n)
}

export async function countOpenCases(query: Query): Promise<number> {
  const { n } = await query
    .selectFrom('pay_case')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The newest payment of each way since then; ways without one are missing. */
export async function lastPaidByWay(query: Query, since: number): Promise<Map<PayWay, number>> {
  const rows = await query
    .selectFrom('shop_order')
    .select(eb => ['way', eb.fn.max<number>('paid_at').as('at')])
    .where('paid_at', '>=', since)
    .groupBy('way')
    .execute()
  return new Map(rows.map(({ way, at }) => [way, Number(at)]))
}

/** Codes that can still pay for an order. */
export async function countUnusedPayCards(query: Query, now: number): Promise<number> {
  const { n } = await query
    .selectFrom('card_batch')
    .innerJoin('card', 'card.batch_id', 'card_batch.id')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('card_batch.kind', '=', 'pay')
    .where('card.standing', '=', 'live')
    .where('card.uses_left', '>', 0)
    .where(eb => eb.or([eb('card.expires_at', 'is', null), eb('card.expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Orders whose buyer pays the operator, who has not confirmed it yet. */
export async function countUnpaidByHand(query: Query): Promise<number> {
  const { n } = await query
    .selectFrom('shop_order')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('status', '=', 'pending')
    .where('way', '=', 'manual')
    .executeTakeFirstOrThrow()
  return Number(n)
}
