/** The store's earnings: numbers, and a line per day for the dashboard. */
import type { Db } from '../../database/types.ts'
import type { Scope } from '../../kernel/call/caller.ts'
import { day } from '../../kernel/clock.ts'
import { countMadeOrders, countOpenCases, countUsedCards, type PaidDay, paidByDay } from './repository.ts'

export type CommerceFigures = {
  figures: {
    /** Orders made, orders paid, and their money less refunds, in 分. */
    orders: number
    paidOrders: number
    revenue: number
    cardsUsed: number
    /** Cases that wait for the operator, whenever they came. */
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
  const days = await paidByDay(query, scope, range)
  const orders = await countMadeOrders(query, scope, range)
  const cardsUsed = await countUsedCards(query, scope, range)
  // Cases are the operator's to settle.
  const openCases = scope.kind === 'all' ? await countOpenCases(query) : 0
  const byDay = new Map(days.map(row => [row.day, row]))
  const count = Math.max(1, Math.ceil((to - from) / day))
  const line = (value: (row: PaidDay) => number) =>
    Array.from({ length: count }, (_, at) => {
      const row = byDay.get(at)
      return { at: from + at * day, value: row ? value(row) : 0 }
    })
  const sum = (points: { value: number }[]) => points.reduce((total, { value }) => total + value, 0)
  const revenue = line(row => row.revenue)
  const paidOrders = line(row => row.orders)
  return {
    figures: {
      orders,
      paidOrders: sum(paidOrders),
      revenue: sum(revenue),
      cardsUsed,
      openCases,
    },
    series: [
      { name: 'revenue', points: revenue },
      { name: 'paidOrders', points: paidOrders },
    ],
  }
}
