/** The one way in which an order changes its state: from the state it was read in, with a row of history. */
import type { OrderState } from '@yanshu/contract'
import type { Tx } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import { type Fact, storedFact } from '../../ledger/fact/fact.ts'
import { commerceWords } from '../words/words.ts'
import { moves } from './order.ts'
import { changeOrder, insertEvent, type OrderRow } from './repository.ts'

export type Move = { to: OrderState; change?: Partial<OrderRow>; actor: Fact; text: Fact }

/** Throws `conflict` when the order cannot go there, or is no longer where it was. */
export async function moveOrder(tx: Tx, order: OrderRow, move: Move, now: number): Promise<OrderRow> {
  const { to, change = {}, actor, text } = move
  if (!moves[order.status].includes(to)) throw cannotMove(order, to)
  const moved = await changeOrder(tx, order.id, order.status, { ...change, status: to })
  if (!moved) throw cannotMove(order, to)
  await writeHistory(tx, { orderId: order.id, from: order.status, to, actor, text }, now)
  return moved
}

const cannotMove = (order: OrderRow, to: OrderState) =>
  new AppError('conflict', { msg: commerceWords.cannotMove(order.status, to) })

export const writeHistory = (
  tx: Tx,
  event: { orderId: string; from: OrderState | null; to: OrderState; actor: Fact; text: Fact },
  now: number,
): Promise<void> =>
  insertEvent(tx, {
    order_id: event.orderId,
    at: now,
    from_status: event.from,
    to_status: event.to,
    actor: storedFact(event.actor),
    text: storedFact(event.text),
  })
