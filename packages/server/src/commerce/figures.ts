/** What the store earned: numbers and a line per day for the dashboard. */
import { sql } from 'kysely'
import { day } from '../clock.ts'
import type { Db } from '../database/types.ts'
import type { Scope } from '../identity/access.ts'

export type CommerceFigures = {
  figures: {
    /** Orders made, orders paid, and what they brought less refunds, in 分. */
    orders: number
    paidOrders: number
    revenue: number
    cardsUsed: number
    /** What waits for the operator, whenever it came. */
    openCases: number
  }
  /** Per day from the beginning of the range; days without anything are there with 0. */
  series: { name: 'revenue' | 'paidOrders'; points: { at: number; value: number }[] }[]
}

const nothing: CommerceFigures['figures'] = {
  orders: 0,
  paidOrders: 0,
  revenue: 0,
  cardsUsed: 0,
  openCases: 0,
}

/** Whole days counted from `from`; a mailbox sells nothing. */
export async function commerceFigures(
  db: Pick<Db, 'query'>,
  scope: Scope,
  range: { from: number; to: number },
): Promise<CommerceFigures> {
  if (scope.kind === 'mailbox') return { figures: nothing, series: [] }
  const { query } = db
  const { from, to } = range
  const mine = <T extends { where(column: 'seller_id', op: '=', value: string): T }>(rows: T): T =>
    scope.kind === 'owner' ? rows.where('seller_id', '=', scope.accountId) : rows
  const dayOf = sql<number>`CAST((paid_at - ${from}) / ${day} AS INTEGER)`
  const days = await mine(query.selectFrom('shop_order'))
    .select(eb => [
      dayOf.as('day'),
      eb.fn.countAll<number>().as('orders'),
      sql<number>`coalesce(sum(paid - refunded), 0)`.as('revenue'),
    ])
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .groupBy(sql`1`)
    .execute()
  const made = await mine(query.selectFrom('shop_order'))
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .executeTakeFirstOrThrow()
  let cards = query.selectFrom('card').where('used_at', '>=', from).where('used_at', '<', to)
  if (scope.kind === 'owner') cards = cards.where('owner_id', '=', scope.accountId)
  const used = await cards.select(eb => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const cases =
    scope.kind === 'all'
      ? await query
          .selectFrom('pay_case')
          .select(eb => eb.fn.countAll<number>().as('n'))
          .where('settled_at', 'is', null)
          .executeTakeFirstOrThrow()
      : { n: 0 }
  const byDay = new Map(days.map(row => [Number(row.day), row]))
  const count = Math.max(1, Math.ceil((to - from) / day))
  const line = (value: (row: { orders: number; revenue: number }) => number) =>
    Array.from({ length: count }, (_, at) => {
      const row = byDay.get(at)
      return { at: from + at * day, value: row ? Number(value(row)) : 0 }
    })
  const sum = (points: { value: number }[]) => points.reduce((total, { value }) => total + value, 0)
  const revenue = line(row => row.revenue)
  const paidOrders = line(row => row.orders)
  return {
    figures: {
      orders: Number(made.n),
      paidOrders: sum(paidOrders),
      revenue: sum(revenue),
      cardsUsed: Number(used.n),
      openCases: Number(cases.n),
    },
    series: [
      { name: 'revenue', points: revenue },
      { name: 'paidOrders', points: paidOrders },
    ],
  }
}
