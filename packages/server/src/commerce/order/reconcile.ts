/**
 * Asks gateways about orders that nobody has paid yet as far as we know: a notice can be lost. Often at first, then ever
 * more rarely, and for a day after the order was given up: money may come late.
 */
import { hour, minute } from '../../kernel/clock.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { claimCheck, findOrder, listToCheck, type OrderRow } from './repository.ts'
import { type NoticeDeps, takeNotice } from './take-notice.ts'

/** After an order was made. */
const checkTimes = [
  1 * minute,
  2 * minute,
  4 * minute,
  8 * minute,
  15 * minute,
  30 * minute,
  2 * hour,
  8 * hour,
  24 * hour,
]

export const firstCheckAt = (createdAt: number): number => createdAt + (checkTimes[0] ?? 0)

/** The first of the times that is not past. */
const nextCheckAt = (order: Pick<OrderRow, 'created_at'>, now: number): number | null => {
  const next = checkTimes.find(time => order.created_at + time > now)
  return next === undefined ? null : order.created_at + next
}

export type ReconcileDeps = NoticeDeps & { gateways: readonly Gateway[] }

export type Found = 'paid' | 'unpaid' | 'unknown'

/** Asks about one order now, and takes the money if there is any. */
export async function askAbout(deps: ReconcileDeps, order: OrderRow): Promise<Found> {
  const gateway = deps.gateways.find(({ way }) => way === order.way)
  if (!gateway) return 'unknown'
  const answer = await gateway.ask(order)
  if (answer.state === 'unknown') {
    deps.log.info({ order: order.order_no, why: answer.why }, 'a gateway could not be asked')
    return 'unknown'
  }
  if (answer.state === 'unpaid') return 'unpaid'
  const { tradeNo, amount } = answer
  const taken = await takeNotice(
    deps,
    { way: gateway.way, orderNo: order.order_no, tradeNo, amount },
    { client: '' },
  )
  return taken ? 'paid' : 'unknown'
}

const portion = 40
const atOnce = 4

async function checkOne(deps: ReconcileDeps, order: OrderRow): Promise<void> {
  const next = nextCheckAt(order, deps.clock.now())
  if (!(await deps.db.transaction(tx => claimCheck(tx, order, next)))) return
  const current = await findOrder(deps.db.query, order.id)
  if (current && (current.status === 'pending' || current.status === 'closed')) await askAbout(deps, current)
}

/** A gateway that does not answer holds up a few orders, not all. */
export async function reconcile(deps: ReconcileDeps): Promise<void> {
  const due = await listToCheck(deps.db.query, deps.clock.now(), portion)
  const work = async () => {
    for (let order = due.shift(); order; order = due.shift()) {
      const { order_no } = order
      await checkOne(deps, order).catch(cause =>
        deps.log.error({ err: cause, order: order_no }, 'an order was not reconciled'),
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
