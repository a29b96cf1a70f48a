/**
 * What buyers see of their orders. By phone alone: masked rows. With a claim token, or the query password: everything,
 * and who else has looked. An unknown phone, a wrong password and another's order number get one answer in one time.
 */
import type { OrderState } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import { clientNetwork } from '../../client-address.ts'
import type { Tx } from '../../database/types.ts'
import { findMailbox, setMailboxPassword } from '../../identity/email-account/repository.ts'
import { drawPassword } from '../../identity/session/drawn-password.ts'
import { tellSessionsEnded } from '../../identity/session/end-session.ts'
import { openMailboxSession } from '../../identity/session/log-in-mailbox.ts'
import { deleteSessions } from '../../identity/session/repository.ts'
import { hashToken } from '../../ids.ts'
import { askAbout, type Found } from '../payment/reconcile.ts'
import type { BuyDeps } from './buy.ts'
import { ordersChannel, readPhone } from './order.ts'
import { beginQuery, countLook, countRecheck, countReset } from './order-guard.ts'
import {
  type AccessHow,
  findOrder,
  findOrderByClaim,
  markCollected,
  noteAccess,
  type OrderRow,
  ordersOfPhone,
} from './repository.ts'

export type From = { client: string; agent: string }

const maxListed = 50

const wrong = () => new AppError('wrongCredentials', { msg: '手机号、订单号或查询密码不对' })

async function noteAccesses(deps: BuyDeps, orders: readonly OrderRow[], how: AccessHow, from: From) {
  if (orders.length === 0) return
  const at = deps.clock.now()
  await deps.db.transaction(async tx => {
    for (const { id } of orders)
      await noteAccess(tx, {
        order_id: id,
        how,
        client: clientNetwork(from.client),
        agent: from.agent.slice(0, 200),
        at,
      })
  })
}

/** The orders that phone and password open together; throws when there are none. */
async function byPassword(
  deps: BuyDeps,
  given: { phone: string; password: string; orderNo: string | undefined },
  from: From,
): Promise<OrderRow[]> {
  const { phone, password, orderNo } = given
  const right = await beginQuery(deps, { phone, client: from.client })
  const queryHash = await deps.digest(phone, password)
  const orders = await ordersOfPhone(deps.db.query, { phone, queryHash, orderNo }, maxListed)
  if (orders.length === 0) throw wrong()
  await right()
  return orders
}

export type Listed = { order: OrderRow; open: boolean }

export async function queryOrders(
  deps: BuyDeps,
  query: {
    phone: string
    orderNo: string | undefined
    password: string | undefined
    claimToken: string | undefined
  },
  from: From,
): Promise<Listed[]> {
  const phone = readPhone(query.phone, 'any')
  const orderNo = query.orderNo || undefined
  if (query.claimToken) {
    const order = await findOrderByClaim(deps.db.query, hashToken(query.claimToken))
    if (order?.phone !== phone || (orderNo !== undefined && order.order_no !== orderNo)) throw wrong()
    await noteAccesses(deps, [order], 'claim', from)
    return [{ order, open: true }]
  }
  if (query.password) {
    const orders = await byPassword(deps, { phone, password: query.password, orderNo }, from)
    await noteAccesses(deps, orders, 'password', from)
    return orders.map(order => ({ order, open: true }))
  }
  await countLook(deps, { phone, client: from.client })
  const orders = await ordersOfPhone(deps.db.query, { phone, orderNo }, maxListed)
  await noteAccesses(deps, orders, 'phone', from)
  return orders.map(order => ({ order, open: false }))
}

export type OrderKey = {
  claimToken?: string | undefined
  orderNo?: string | undefined
  phone?: string | undefined
  queryPassword?: string | undefined
}

export type Proved = { order: OrderRow; how: 'claim' | 'password' }

/** The order that the key opens. */
export async function proveOrder(deps: BuyDeps, key: OrderKey, from: From): Promise<Proved> {
  if (key.claimToken !== undefined) {
    const order = await findOrderByClaim(deps.db.query, hashToken(key.claimToken))
    if (!order) throw wrong()
    return { order, how: 'claim' }
  }
  const { phone = '', queryPassword = '', orderNo = '' } = key
  if (orderNo === '') throw invalidField('orderNo', '请填订单号')
  if (phone === '') throw invalidField('phone', '请填手机号')
  if (queryPassword === '') throw invalidField('queryPassword', '请填查询密码')
  const given = { phone: readPhone(phone, 'any'), password: queryPassword, orderNo }
  const [order] = await byPassword(deps, given, from)
  if (!order) throw wrong()
  return { order, how: 'password' }
}

export const noteOpened = (deps: BuyDeps, { order, how }: Proved, from: From): Promise<void> =>
  noteAccesses(deps, [order], how, from)

/** The order once its state is no longer the known one, or when time is up. */
export async function waitForChange(
  deps: BuyDeps,
  order: OrderRow,
  wait: { known: OrderState | undefined; ms: number; signal: AbortSignal },
): Promise<OrderRow> {
  const reload = async () => (await findOrder(deps.db.query, order.id)) ?? order
  if (wait.known === undefined || wait.ms === 0) return order
  const changed = Promise.withResolvers<void>()
  const unsubscribe = deps.db.bus.subscribe(ordersChannel, id => {
    if (id === order.id) changed.resolve()
  })
  const timer = setTimeout(changed.resolve, wait.ms)
  const leave = () => changed.resolve()
  wait.signal.addEventListener('abort', leave, { once: true })
  try {
    // Read after listening: a change in between is seen either way.
    const current = await reload()
    if (current.status !== wait.known) return current
    await changed.promise
    return await reload()
  } finally {
    clearTimeout(timer)
    wait.signal.removeEventListener('abort', leave)
    unsubscribe()
  }
}

export type Collected = { address: string; password: string; token: string; expiresAt: number | null }

/** A password that did not exist before; the one who collects first gets it. */
export async function collect(deps: BuyDeps, order: OrderRow, from: From): Promise<Collected | undefined> {
  if (order.status !== 'done' || order.renew === 1 || order.collected_at !== null) return undefined
  const { mailbox_id: mailboxId } = order
  if (mailboxId === null) return undefined
  const { password, passwordHash: hash } = await drawPassword(deps.passwords)
  return deps.db.transaction(async tx => {
    const now = deps.clock.now()
    if (!(await markCollected(tx, order.id, now))) return undefined
    return handOver(tx, { mailboxId, password, hash }, from, now)
  })
}

async function handOver(
  tx: Tx,
  { mailboxId, password, hash }: { mailboxId: string; password: string; hash: string },
  from: From,
  now: number,
): Promise<Collected | undefined> {
  const mailbox = await findMailbox(tx, mailboxId)
  if (!mailbox) return undefined
  await setMailboxPassword(tx, mailboxId, hash)
  const token = await openMailboxSession(tx, mailbox, from, now)
  return { address: mailbox.address, password, token, expiresAt: mailbox.expires_at }
}

/** A forgotten mailbox password is replaced for whoever knows the query password; everyone else is logged out. */
export async function resetPassword(deps: BuyDeps, { order, how }: Proved, from: From): Promise<Collected> {
  if (how !== 'password') throw new AppError('conflict', { msg: '重设密码要用手机号和查询密码' })
  const cannot = () => new AppError('conflict', { msg: '这一单的邮箱不能重设密码' })
  const { mailbox_id: mailboxId } = order
  if (order.status !== 'done' || order.renew === 1 || mailboxId === null) throw cannot()
  await countReset(deps, order.id)
  const { password, passwordHash: hash } = await drawPassword(deps.passwords)
  const now = deps.clock.now()
  const { account, ended } = await deps.db.transaction(async tx => {
    const mailbox = await findMailbox(tx, mailboxId)
    // One that was put under an account since is that account's to look after.
    if (!mailbox || mailbox.status === 'stopped' || mailbox.owner_id !== null) throw cannot()
    const ended = await deleteSessions(tx, { mailboxId })
    const account = await handOver(tx, { mailboxId, password, hash }, from, now)
    if (!account) throw cannot()
    await markCollected(tx, order.id, now)
    return { account, ended }
  })
  await tellSessionsEnded(deps.db, ended)
  return account
}

/** Asks the gateway now. */
export async function recheck(deps: BuyDeps, { order }: Proved): Promise<{ order: OrderRow; found: Found }> {
  const reload = async () => (await findOrder(deps.db.query, order.id)) ?? order
  if (order.status !== 'pending' && order.status !== 'closed')
    return { order: await reload(), found: order.status === 'refunded' ? 'unknown' : 'paid' }
  await countRecheck(deps, order.id)
  const found = await askAbout(deps, order)
  return { order: await reload(), found }
}
