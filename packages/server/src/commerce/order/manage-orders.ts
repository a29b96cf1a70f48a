/** Orders as those who sell see them: an admin all, others those on their own domains. Only an admin touches money. */
import { AppError, invalidField } from '../../app-error.ts'
import { isoTime } from '../../clock.ts'
import type { Tx } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { releaseHolds } from '../../identity/email-account/hold.ts'
import { updateMailbox } from '../../identity/email-account/repository.ts'
import { tellSessionsEnded } from '../../identity/session/end-session.ts'
import { deleteSessions } from '../../identity/session/repository.ts'
import { newId } from '../../ids.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import { refundToCard } from '../card/credit.ts'
import { maskedClient } from '../masked.ts'
import { deliverOrder } from '../payment/deliver-order.ts'
import { withdraw } from '../payment/gateway.ts'
import { yuan } from '../payment/money.ts'
import { shownCase } from '../payment/pay-case.ts'
import type { ReconcileDeps } from '../payment/reconcile.ts'
import {
  casesOf,
  findCase,
  paymentsOf,
  settleCase,
  settleCasesOf,
  tableOfCases,
} from '../payment/repository.ts'
import { takePayment } from '../payment/take-payment.ts'
import { moveOrder } from './move-order.ts'
import { orderScope, shownOrder } from './order.ts'
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

export type ManageOrdersDeps = ReconcileDeps

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
      by: actor,
      text,
    })),
    payments: payments.map(payment => ({
      id: payment.id,
      at: isoTime(payment.created_at),
      way: payment.way,
      tradeNo: payment.trade_no,
      amount: payment.amount,
      became: payment.became,
    })),
    cases: cases.map(shownCase),
    log: log.map(({ at, how, client, agent }) => ({
      at: isoTime(at),
      how,
      client: caller.role === 'admin' ? client : maskedClient(client),
      agent,
    })),
  }
}

/** Runs a change of one order by an admin, with its row in the audit log, and tells those who wait for the order. */
async function change<T>(
  deps: ManageOrdersDeps,
  caller: AccountCaller,
  request: { id: string; action: string; detail: string },
  work: (tx: Tx, order: OrderRow, now: number) => Promise<T>,
): Promise<T> {
  const now = deps.clock.now()
  const result = await deps.db.transaction(async tx => {
    const order = await lockOrder(tx, deps.db.kind, request.id)
    if (!order) throw new AppError('notFound')
    const { action, detail } = request
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
  if (!/^[\w-]*$/.test(tradeNo)) throw invalidField('tradeNo', '交易号只有字母、数字、横线和下划线')
  const open = await deps.creditIsOpen()
  const order = await change(
    deps,
    caller,
    { id, action: 'markPaid', detail: note },
    async (tx, order, now) => {
      if (order.status !== 'pending' && order.status !== 'closed')
        throw new AppError('conflict', { msg: '这一单已经收过款了' })
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
          actor: caller.name,
          text: `确认收款 ${yuan(order.price)}${note === '' ? '' : `，${note}`}`,
        },
        open,
        now,
      )
      if (taken !== 'paid') throw new AppError('conflict', { msg: '这个交易号已经用在别的订单上' })
      return order
    },
  )
  await deliverOrder(deps, order.id)
  return listed(deps, caller, id)
}

export async function closeOrder(
  deps: ManageOrdersDeps,
  caller: AccountCaller,
  request: { id: string; note: string | undefined },
) {
  const { id, note = '' } = request
  const closed = await change(
    deps,
    caller,
    { id, action: 'closeOrder', detail: note },
    async (tx, order, now) => {
      if (order.status !== 'pending') throw new AppError('conflict', { msg: '只有待支付的订单能关闭' })
      await releaseHolds(tx, id)
      return moveOrder(tx, order, { to: 'closed', actor: caller.name, text: note || '关闭了订单' }, now)
    },
  )
  await withdraw(deps, closed)
  return listed(deps, caller, id)
}

/** Money paid by card goes back to that card; other money the operator returns where it came from. */
async function returnMoney(tx: Tx, orderId: string, amount: number): Promise<string> {
  const payments = await paymentsOf(tx, orderId)
  const byCard = payments.find(payment => payment.way === 'card' && payment.became === 'order')
  if (!byCard?.card_id) return ''
  await refundToCard(tx, byCard.card_id, amount)
  return '，退回卡密'
}

export async function refundOrder(
  deps: ManageOrdersDeps,
  caller: AccountCaller,
  request: { id: string; amount: number | undefined; stopMailbox: boolean; note: string },
) {
  const { id, note, stopMailbox } = request
  const ended = await change(
    deps,
    caller,
    { id, action: 'refundOrder', detail: note },
    async (tx, order, now) => {
      if (order.status === 'refunded') throw new AppError('conflict', { msg: '这一单已经退过款了' })
      if (order.status !== 'paid' && order.status !== 'done')
        throw new AppError('conflict', { msg: '这一单没有收款，不能退' })
      const amount = request.amount ?? order.paid
      if (amount > order.paid) throw invalidField('amount', `最多退 ${yuan(order.paid)}`)
      const where = await returnMoney(tx, id, amount)
      await moveOrder(
        tx,
        order,
        {
          to: 'refunded',
          change: { refunded: amount },
          actor: caller.name,
          text: `退款 ${yuan(amount)}${where}：${note}`,
        },
        now,
      )
      await releaseHolds(tx, id)
      // What the operator was to look at, they have.
      for (const reason of ['takenBack', 'undeliverable'] as const)
        await settleCasesOf(tx, id, reason, '退了款', now)
      if (!stopMailbox || order.renew === 1 || order.mailbox_id === null) return []
      await updateMailbox(tx, order.mailbox_id, { status: 'stopped' })
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
  await change(deps, caller, { id, action: 'noteOrder', detail: note }, tx => setOrder(tx, id, { note }))
  return listed(deps, caller, id)
}

export async function listCases(
  deps: ManageOrdersDeps,
  filter: { open: boolean | undefined; page: number; pageSize: number },
) {
  const { rows, total } = await tableOfCases(deps.db.query, filter)
  return { list: rows.map(shownCase), total }
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
    if (!(await settleCase(tx, request.id, request.note, now)))
      throw new AppError('conflict', { msg: '这件事已经处理过了' })
    const target = found.order_no || found.way
    await writeAudit(tx, caller, now, { action: 'settlePayCase', target, detail: request.note })
  })
}
