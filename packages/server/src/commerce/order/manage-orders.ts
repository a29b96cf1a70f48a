/** Orders as those who sell see them: an admin all, others those on their own domains. Only an admin touches money. */

import type { Tx } from '../../database/types.ts'
import { tellSessionsEnded } from '../../identity/session/end-session.ts'
import { deleteSessions, keepStoppedMailboxes } from '../../identity/session/sessions.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { isoTime } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { type Fact, fact, type SayFact } from '../../ledger/fact/fact.ts'
import type { AuditAction } from '../../ledger/words/acts.ts'
import { releaseHolds } from '../../mailbox/account/hold.ts'
import { updateMailbox } from '../../mailbox/account/mailboxes.ts'
import { refundToCard } from '../card/credit.ts'
import { maskedClient } from '../format/masked.ts'
import { withdraw } from '../gateway/gateway.ts'
import { commerceWords } from '../words/words.ts'
import { deliverOrder } from './deliver-order.ts'
import { moveOrder, writeHistory } from './move-order.ts'
import { orderScope, shownOrder } from './order.ts'
import { shownCase } from './pay-case.ts'
import {
  casesOf,
  findCase,
  paymentsOf,
  settleCase,
  settleCasesOf,
  tableOfCases,
} from './payment-repository.ts'
import type { ReconcileDeps } from './reconcile.ts'
import {
  findListedOrder,
  listAccess,
  listEvents,
  lockOrder,
  type OrderFilter,
  type OrderRow,
  type OrderSort,
  setOrder,
  sumsOfOrders,
  tableOfOrders,
} from './repository.ts'
import { takePayment } from './take-payment.ts'

export type ManageOrdersDeps = ReconcileDeps & {
  /** The sentence of any room's fact. */
  sayFact: SayFact
}

export async function listOrders(
  deps: ManageOrdersDeps,
  caller: AccountCaller,
  filter: OrderFilter,
  view: OrderSort & { page: number; pageSize: number },
) {
  const scope = orderScope(caller)
  const { page, pageSize, sort, order } = view
  const { total, sums } = await sumsOfOrders(deps.db.query, scope, filter)
  const limits = { sort, order, offset: (page - 1) * pageSize, limit: pageSize }
  const rows = await tableOfOrders(deps.db.query, scope, filter, limits)
  return { list: rows.map(row => shownOrder(row, caller)), total, sums }
}

async function listed(deps: ManageOrdersDeps, caller: AccountCaller, id: string) {
  const row = await findListedOrder(deps.db.query, orderScope(caller), id)
  if (!row) throw new AppError('notFound')
  return shownOrder(row, caller)
}

const maxLog = 100

export async function orderHistory(deps: ManageOrdersDeps, caller: AccountCaller, id: string) {
  const { query } = deps.db
  const order = await listed(deps, caller, id)
  const [events, payments, cases, log] = [
    await listEvents(query, id),
    await paymentsOf(query, id),
    await casesOf(query, id),
    await listAccess(query, id, maxLog),
  ]
  return {
    order,
    history: events.map(({ at, from_status, to_status, actor, text }) => ({
      at: isoTime(at),
      from: from_status,
      to: to_status,
      by: deps.sayFact(actor),
      text: deps.sayFact(text),
    })),
    payments: payments.map(payment => ({
      id: payment.id,
      at: isoTime(payment.created_at),
      way: payment.way,
      tradeNo: payment.trade_no,
      amount: payment.amount,
      became: payment.became,
    })),
    cases: cases.map(row => shownCase(deps.sayFact, row)),
    log: log.map(({ at, how, client, agent }) => ({
      at: isoTime(at),
      how,
      client: caller.role === 'admin' ? client : maskedClient(client),
      agent,
    })),
  }
}

const noted = (note: string): Fact | null => (note === '' ? null : fact('noted', { note }))
const by = (caller: AccountCaller): Fact => fact('named', { name: caller.name })

/** Runs a change of one order by an admin, with its row in the audit log, and tells those who wait for the order. */
async function change<T>(
  deps: ManageOrdersDeps,
  caller: AccountCaller,
  request: {
    id: string
    action: AuditAction
    note: string
    /** The log tells this, or else the note alone. */
    told?: (order: OrderRow) => Fact
  },
  work: (tx: Tx, order: OrderRow, now: number) => Promise<T>,
): Promise<T> {
  const now = deps.clock.now()
  const result = await deps.db.transaction(async tx => {
    const order = await lockOrder(tx, deps.db.kind, request.id)
    if (!order) throw new AppError('notFound')
    const { action, note } = request
    const detail = request.told?.(order) ?? noted(note)
    await writeAudit(tx, caller, now, { action, target: order.order_no, detail })
    return work(tx, order, now)
  })
  await deps.announce(request.id)
  return result
}

export async function markPaid(
  deps: ManageOrdersDeps,
  caller: AccountCaller,
  request: { id: string; tradeNo: string | undefined; note: string | undefined },
) {
  const { id, tradeNo = '', note = '' } = request
  if (!/^[\w-]*$/.test(tradeNo)) throw invalidField('tradeNo', commerceWords.tradeNoForm)
  const open = await deps.creditIsOpen()
  const told = ({ price }: OrderRow) => fact('paidByHand', { amount: price, note })
  const order = await change(deps, caller, { id, action: 'markPaid', note, told }, async (tx, order, now) => {
    if (order.status !== 'pending' && order.status !== 'closed')
      throw new AppError('conflict', { msg: commerceWords.paidAlready })
    const taken = await takePayment(
      tx,
      deps,
      id,
      {
        // With its number it is the gateway's own payment: its notice, if it comes, is then a repeat.
        way: tradeNo === '' || order.way === 'card' ? 'manual' : order.way,
        tradeNo: tradeNo === '' ? newId(now) : tradeNo,
        amount: order.price,
        cardId: null,
        actor: by(caller),
        text: told(order),
      },
      open,
      now,
    )
    if (taken !== 'paid') throw new AppError('conflict', { msg: commerceWords.tradeNoUsed })
    return order
  })
  await deliverOrder(deps, order.id)
  return listed(deps, caller, id)
}

export async function closeOrder(
  deps: ManageOrdersDeps,
  caller: AccountCaller,
  request: { id: string; note: string | undefined },
) {
  const { id, note = '' } = request
  const closed = await change(deps, caller, { id, action: 'closeOrder', note }, async (tx, order, now) => {
    if (order.status !== 'pending') throw new AppError('conflict', { msg: commerceWords.onlyPendingCloses })
    await releaseHolds(tx, id)
    return moveOrder(tx, order, { to: 'closed', actor: by(caller), text: fact('orderClosed', { note }) }, now)
  })
  await withdraw(deps, closed)
  return listed(deps, caller, id)
}

/** Money paid by card goes back to that card; other money the operator returns where it came from. True for a card. */
async function returnMoney(tx: Tx, orderId: string, amount: number): Promise<boolean> {
  const payments = await paymentsOf(tx, orderId)
  const byCard = payments.find(payment => payment.way === 'card' && payment.became === 'order')
  if (!byCard?.card_id) return false
  await refundToCard(tx, byCard.card_id, amount)
  return true
}

export type RefundRequest = {
  id: string
  amount: number | undefined
  /** The sum that the operator saw refunded before: a request that is sent twice refunds once. */
  refundedBefore: number | undefined
  stopMailbox: boolean
  note: string
}

/** Returns how much is given back and what that makes in all; throws when it would be more than was paid. */
function checkRefund(order: OrderRow, request: RefundRequest): { amount: number; total: number } {
  const { refundedBefore = order.refunded } = request
  if (order.status === 'refunded') throw new AppError('conflict', { msg: commerceWords.refundedAlready })
  if (order.status !== 'paid' && order.status !== 'done')
    throw new AppError('conflict', { msg: commerceWords.nothingToRefund })
  if (refundedBefore !== order.refunded)
    throw new AppError('conflict', { msg: commerceWords.refundedMeanwhile(order.refunded) })
  const left = order.paid - order.refunded
  const amount = request.amount ?? left
  if (amount > left) throw invalidField('amount', commerceWords.refundAtMost(left))
  // Its money may yet become credit, which is always the whole of it.
  if (amount < left && order.status === 'paid') throw invalidField('amount', commerceWords.refundWhole)
  return { amount, total: order.refunded + amount }
}

export async function refundOrder(deps: ManageOrdersDeps, caller: AccountCaller, request: RefundRequest) {
  const { id, note, stopMailbox } = request
  const told = (order: OrderRow) =>
    fact('moneyReturned', { amount: checkRefund(order, request).amount, note })
  const ended = await change(
    deps,
    caller,
    { id, action: 'refundOrder', note, told },
    async (tx, order, now) => {
      const { amount, total } = checkRefund(order, request)
      const whole = total === order.paid
      const toCard = await returnMoney(tx, id, amount)
      const actor = by(caller)
      if (whole) {
        const text = fact('orderRefunded', { amount, toCard, note })
        await moveOrder(tx, order, { to: 'refunded', change: { refunded: total }, actor, text }, now)
        await releaseHolds(tx, id)
        await settleCasesOf(tx, id, 'undeliverable', fact('refundedSince', {}), now)
      } else {
        const text = fact('orderRefundedPart', { amount, total, toCard, note })
        await setOrder(tx, id, { refunded: total })
        await writeHistory(tx, { orderId: id, from: order.status, to: order.status, actor, text }, now)
      }
      // The operator has looked at what was taken back so far.
      await settleCasesOf(tx, id, 'takenBack', fact('refundedSince', {}), now, whole ? undefined : total)
      if (!stopMailbox || order.renew === 1 || order.mailbox_id === null) return []
      await updateMailbox(tx, order.mailbox_id, { status: 'stopped' })
      await keepStoppedMailboxes(tx, [order.mailbox_id])
      return deleteSessions(tx, { mailboxId: order.mailbox_id })
    },
  )
  await tellSessionsEnded(deps.db, ended)
  return listed(deps, caller, id)
}

export async function noteOrder(
  deps: ManageOrdersDeps,
  caller: AccountCaller,
  request: { id: string; note: string },
) {
  const { id, note } = request
  await change(deps, caller, { id, action: 'noteOrder', note }, tx => setOrder(tx, id, { note }))
  return listed(deps, caller, id)
}

export async function listCases(
  deps: ManageOrdersDeps,
  filter: { open: boolean | undefined; page: number; pageSize: number },
) {
  const { rows, total } = await tableOfCases(deps.db.query, filter)
  return { list: rows.map(row => shownCase(deps.sayFact, row)), total }
}

export async function settleOne(
  deps: ManageOrdersDeps,
  caller: AccountCaller,
  request: { id: string; note: string },
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    const found = await findCase(tx, request.id)
    if (!found) throw new AppError('notFound')
    if (!(await settleCase(tx, request.id, noted(request.note), now)))
      throw new AppError('conflict', { msg: commerceWords.settledAlready })
    const target = found.order_no || fact('payWay', { way: found.way })
    await writeAudit(tx, caller, now, { action: 'settlePayCase', target, detail: noted(request.note) })
  })
}
