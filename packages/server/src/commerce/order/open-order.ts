/**
 * Buyers see their orders here. By phone alone: masked rows. With a claim token, or the query password: everything,
 * and who else has looked. An unknown phone, a wrong password and another's order number get one answer in one time.
 */
import type { AccessHow, OrderState } from '@yanshu/contract'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import { clientNetwork } from '../../kernel/client-address.ts'
import { hashToken } from '../../kernel/ids.ts'
import { commerceWords } from '../words/words.ts'
import type { BuyDeps } from './buy.ts'
import { ordersChannel, readPhone } from './order.ts'
import { beginQuery, countLook, countRecheck } from './order-guard.ts'
import { askAbout, type Found } from './reconcile.ts'
import { findOrder, findOrderByClaim, noteAccess, type OrderRow, ordersOfPhone } from './repository.ts'

export type From = { client: string; agent: string }

const maxListed = 50

const wrong = () => new AppError('wrongCredentials', { msg: commerceWords.wrongOrderKey })

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
  if (orderNo === '') throw invalidField('orderNo', commerceWords.giveOrderNo)
  if (phone === '') throw invalidField('phone', commerceWords.givePhone)
  if (queryPassword === '') throw invalidField('queryPassword', commerceWords.giveQueryPassword)
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
  if (wait.signal.aborted) leave()
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

/** Asks the gateway now. */
export async function recheck(deps: BuyDeps, { order }: Proved): Promise<{ order: OrderRow; found: Found }> {
  const reload = async () => (await findOrder(deps.db.query, order.id)) ?? order
  if (order.status !== 'pending' && order.status !== 'closed')
    return { order: await reload(), found: order.status === 'refunded' ? 'unknown' : 'paid' }
  await countRecheck(deps, order.id)
  const found = await askAbout(deps, order)
  return { order: await reload(), found }
}
