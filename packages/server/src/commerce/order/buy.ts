/**
 * Buying: the name is held, the order is made, and the buyer is sent to pay. Paid by card, everything happens in one
 * transaction: the money is taken and the mailbox is open, or neither.
 */
import type { PayOption, PayWay } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import { clientNetwork } from '../../client-address.ts'
import { day, minute } from '../../clock.ts'
import { lockName } from '../../database/lock.ts'
import type { Tx } from '../../database/types.ts'
import { holdAddress, releaseHolds } from '../../identity/email-account/hold.ts'
import { nameTaken } from '../../identity/email-account/insert-named.ts'
import { findMailboxByAddress } from '../../identity/email-account/repository.ts'
import { drawPassword } from '../../identity/session/drawn-password.ts'
import { checkCreation } from '../../identity/session/guard.ts'
import { openMailboxSession } from '../../identity/session/log-in-mailbox.ts'
import { hashToken, newId, newToken } from '../../ids.ts'
import { type DomainRow, findDomain } from '../../operate/domain/repository.ts'
import type { SiteValues } from '../../operate/setting/site-table.ts'
import { checkCanPay, payWithCard } from '../card/credit.ts'
import { findPresented, type RedeemDeps } from '../card/redeem-card.ts'
import { judgeNames } from '../catalog/names.ts'
import { findPlan, type PlanRow } from '../catalog/repository.ts'
import { deliver } from '../payment/deliver-order.ts'
import { withdraw } from '../payment/gateway.ts'
import { yuan } from '../payment/money.ts'
import { firstCheckAt, type ReconcileDeps } from '../payment/reconcile.ts'
import { stripePageMs } from '../payment/stripe/stripe.ts'
import { takePayment } from '../payment/take-payment.ts'
import { isRenewable } from '../provision/deeds.ts'
import { moveOrder, writeHistory } from './move-order.ts'
import { actors, newOrderNo, readPhone } from './order.ts'
import { chosenOption, payOptions } from './pay-options.ts'
import type { QueryDigest } from './query-password.ts'
import {
  countUnpaid,
  findOrderByClaim,
  insertOrder,
  lockOrder,
  type OrderRow,
  setOrder,
} from './repository.ts'

export type BuyDeps = RedeemDeps & ReconcileDeps & { digest: QueryDigest }

export type BuyRequest = {
  domainId: string
  planId: string
  localPart: string
  renew: boolean
  phone: string
  queryPassword: string
  pay: {
    way: PayWay
    channel?: string | undefined
    cardCode?: string | undefined
    mobile?: boolean | undefined
  }
  expectPrice: number | undefined
  instead: string | undefined
  proof: string | undefined
  /** Of one who is logged in to a system account. */
  accountId: string | undefined
  client: string
  agent: string
}

export type Bought = {
  order: OrderRow
  claimToken: string
  instructions: string | undefined
  account: { address: string; password: string; token: string; expiresAt: number | null } | undefined
}

export const claimPrefix = 'ysc_'
/** A person has to look at a bank account first. */
const manualHoldMs = day

async function goods(deps: BuyDeps, request: BuyRequest): Promise<{ domain: DomainRow; plan: PlanRow }> {
  const domain = await findDomain(deps.db.query, request.domainId)
  const plan = await findPlan(deps.db.query, request.planId)
  if (domain?.store !== 1) throw new AppError('notFound', { msg: '这个域名没有在卖' })
  if (!plan || plan.domain_id !== domain.id || plan.on_sale !== 1)
    throw new AppError('notFound', { msg: '没有这个套餐，请刷新页面' })
  return { domain, plan }
}

/** One answer for whatever is wrong with the address, so that buying is no way to find out who is there. */
const notRenewable = () => invalidField('localPart', '没有可以续费的邮箱账号，请检查地址')

async function priceOf(
  deps: BuyDeps,
  request: BuyRequest,
  { domain, plan }: { domain: DomainRow; plan: PlanRow },
  site: SiteValues,
  replaced: OrderRow | null,
): Promise<{ price: number; mailboxId: string | null }> {
  const address = `${request.localPart}@${domain.name}`
  if (request.renew) {
    const mailbox = await findMailboxByAddress(deps.db.query, address)
    if (!mailbox || !isRenewable(mailbox)) throw notRenewable()
    return { price: plan.renew_price, mailboxId: mailbox.id }
  }
  const verdicts = await judgeNames(deps.db.query, domain, [request.localPart], {
    reservedNames: site.reservedNames,
    now: deps.clock.now(),
    mine: replaced?.id,
  })
  const verdict = verdicts.get(request.localPart)
  if (verdict?.state === 'reserved')
    throw new AppError('addressReserved', { fields: { localPart: '这个名字不能使用' } })
  if (verdict?.state === 'held') throw nameHeld()
  if (verdict?.state !== 'free') throw nameTaken()
  return { price: plan.price + verdict.namePrice, mailboxId: null }
}

const nameHeld = () =>
  new AppError('addressTaken', {
    msg: '有人下了单还没付款，请换一个或稍后再试',
    fields: { localPart: '有人正在买' },
  })

function checkPrice(price: number, expected: number | undefined): void {
  if (expected !== undefined && expected !== price)
    throw new AppError('conflict', { msg: `价格变了，现在是 ${yuan(price)}，请确认后再买` })
}

function holdFor(way: PayWay, site: SiteValues): number {
  const chosen = site.holdMinutes * minute
  if (way === 'manual') return Math.max(chosen, manualHoldMs)
  return way === 'stripe' ? Math.max(chosen, stripePageMs) : chosen
}

type Draft = { order: OrderRow; claimToken: string }

async function draftOrder(
  deps: BuyDeps,
  request: BuyRequest,
  {
    domain,
    plan,
    option,
    price,
    mailboxId,
    site,
  }: {
    domain: DomainRow
    plan: PlanRow
    option: PayOption
    price: number
    /** Of the one that is renewed: whoever has the name when the money comes may be another. */
    mailboxId: string | null
    site: SiteValues
  },
): Promise<Draft> {
  const phone = readPhone(request.phone, site.phoneRule)
  const query_hash = await deps.digest(phone, request.queryPassword)
  const claimToken = newToken(claimPrefix)
  const now = deps.clock.now()
  const asks = option.way === 'epay' || option.way === 'stripe'
  const order: OrderRow = {
    id: newId(now),
    order_no: newOrderNo(),
    claim_hash: hashToken(claimToken),
    phone,
    query_hash,
    status: 'pending',
    renew: request.renew ? 1 : 0,
    address: `${request.localPart}@${domain.name}`,
    local_part: request.localPart,
    domain_id: domain.id,
    domain_name: domain.name,
    seller_id: domain.owner_id,
    plan_id: plan.id,
    plan_name: plan.name,
    days: plan.days,
    quota_bytes: plan.quota_bytes,
    may_send: plan.may_send,
    price,
    paid: 0,
    refunded: 0,
    way: option.way,
    channel: option.channel,
    gateway_ref: '',
    trade_no: '',
    pay_url: '',
    pay_qr: '',
    mailbox_id: mailboxId,
    mailbox_expires_at: null,
    note: '',
    client: clientNetwork(request.client),
    created_at: now,
    hold_until: now + holdFor(option.way, site),
    paid_at: null,
    done_at: null,
    collected_at: null,
    next_check_at: asks ? firstCheckAt(now) : null,
    checks: 0,
  }
  return { order, claimToken }
}

/** Names are held for those who mean to pay: nobody has many orders waiting at a time. */
async function checkUnpaid(tx: Tx, deps: BuyDeps, order: OrderRow, site: SiteValues): Promise<void> {
  await lockName(tx, deps.db, `unpaid:${order.client}`)
  await lockName(tx, deps.db, `unpaid:${order.phone}`)
  const unpaid = await countUnpaid(tx, order)
  if (unpaid.byClient < site.unpaidPerClient && unpaid.byPhone < site.unpaidPerPhone) return
  throw new AppError('tooMany', { msg: '没付的订单太多了，请先付款，或等它们关闭', retryAfter: 600 })
}

/** Makes the order, with its name held. One that it replaces is closed first, so that the name can change hands. */
async function placeOrder(
  tx: Tx,
  deps: BuyDeps,
  order: OrderRow,
  { replaced, site }: { replaced: OrderRow | null; site: SiteValues },
): Promise<void> {
  const now = order.created_at
  if (replaced) {
    const before = await lockOrder(tx, deps.db.kind, replaced.id)
    if (before?.status === 'pending') {
      await moveOrder(tx, before, { to: 'closed', actor: actors.buyer, text: '改下了别的订单' }, now)
      await releaseHolds(tx, before.id)
    }
  }
  // With a card it is paid in this very transaction.
  if (order.way !== 'card') await checkUnpaid(tx, deps, order, site)
  if (order.renew === 0) {
    const { address, id: holder, hold_until: until } = order
    if (!(await holdAddress(tx, { address, holder, until }, now))) throw nameTaken()
  }
  await insertOrder(tx, order)
  const text = `${order.renew === 1 ? '续费' : '购买'} ${order.address}，${order.plan_name}，${yuan(order.price)}`
  await writeHistory(tx, { orderId: order.id, from: null, to: 'pending', actor: actors.buyer, text }, now)
}

async function buyWithCard(
  deps: BuyDeps,
  request: BuyRequest,
  { order, claimToken }: Draft,
  before: { replaced: OrderRow | null; site: SiteValues },
): Promise<Bought> {
  const { client, agent, proof, accountId } = request
  const card = await findPresented(deps, {
    code: request.pay.cardCode ?? '',
    field: 'pay.cardCode',
    client,
    agent,
    proof,
    accountId,
  })
  checkCanPay(card, order.price, deps.clock.now())
  const drawn = order.renew === 1 ? null : await drawPassword(deps.passwords)
  const passwordHash = drawn?.passwordHash ?? null
  const now = deps.clock.now()
  const { done, token } = await deps.db.transaction(async tx => {
    await placeOrder(tx, deps, order, before)
    await payWithCard(tx, card, { amount: order.price, address: order.address }, now)
    const paid = {
      way: 'card' as const,
      tradeNo: order.id,
      amount: order.price,
      cardId: card.id,
      actor: actors.buyer,
      text: `卡密 ****${card.tail} 付款 ${yuan(order.price)}`,
    }
    await takePayment(tx, deps, order.id, paid, true, now)
    const done = await deliver(tx, deps, order.id, { open: true, passwordHash }, now)
    // Nothing was taken from the card then: all of this is undone.
    if (done.status !== 'done') throw order.renew === 1 ? notRenewable() : nameTaken()
    if (passwordHash === null || done.mailbox_id === null) return { done, token: null }
    await setOrder(tx, order.id, { collected_at: now })
    const mailbox = { id: done.mailbox_id, expires_at: done.mailbox_expires_at }
    return { done, token: await openMailboxSession(tx, mailbox, { client, agent }, now) }
  })
  await deps.announce(order.id)
  if (before.replaced) await withdraw(deps, before.replaced)
  const { address, mailbox_expires_at: expiresAt } = done
  const account =
    drawn === null || token === null ? undefined : { address, password: drawn.password, token, expiresAt }
  return { order: done, claimToken, instructions: undefined, account }
}

/** The gateway would not have it: the name is free again. */
async function dropOrder(deps: BuyDeps, order: OrderRow): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    const current = await lockOrder(tx, deps.db.kind, order.id)
    if (current?.status !== 'pending') return
    await moveOrder(tx, current, { to: 'closed', actor: actors.system, text: '支付平台没有接受' }, now)
    await releaseHolds(tx, order.id)
  })
}

async function buyThroughGateway(
  deps: BuyDeps,
  request: BuyRequest,
  { order, claimToken }: Draft,
): Promise<Bought> {
  const gateway = deps.gateways.find(({ way }) => way === order.way)
  if (!gateway) throw new Error(`no gateway for ${order.way}`)
  try {
    const from = { client: request.client, mobile: request.pay.mobile ?? false }
    const { payUrl, payQr, ref } = await gateway.start(order, from)
    const change = { pay_url: payUrl, pay_qr: payQr, gateway_ref: ref }
    await deps.db.transaction(tx => setOrder(tx, order.id, change))
    return { order: { ...order, ...change }, claimToken, instructions: undefined, account: undefined }
  } catch (cause) {
    await dropOrder(deps, order)
    throw cause
  }
}

/** The unpaid order that this one is to replace; only its buyer knows the token. */
async function replacedOrder(deps: BuyDeps, token: string | undefined): Promise<OrderRow | null> {
  if (token === undefined || token === '') return null
  const order = await findOrderByClaim(deps.db.query, hashToken(token))
  return order?.status === 'pending' ? order : null
}

export async function buy(deps: BuyDeps, request: BuyRequest): Promise<Bought> {
  const site = await deps.site.read()
  if (!site.store) throw new AppError('forbidden', { msg: '商店没有开放' })
  readPhone(request.phone, site.phoneRule)
  const option = chosenOption(payOptions(site), request.pay)
  const { domain, plan } = await goods(deps, request)
  const replaced = await replacedOrder(deps, request.instead)
  const { price, mailboxId } = await priceOf(deps, request, { domain, plan }, site, replaced)
  checkPrice(price, request.expectPrice)
  // A wrong card code is counted where codes are counted; the proof goes there.
  if (option.way !== 'card') {
    const { client, proof } = request
    await checkCreation(deps, 'buyEmail', { client, proof, freePerHour: site.freeCreationsPerHour })
  }
  const draft = await draftOrder(deps, request, { domain, plan, option, price, mailboxId, site })
  if (option.way === 'card') return buyWithCard(deps, request, draft, { replaced, site })
  await deps.db.transaction(tx => placeOrder(tx, deps, draft.order, { replaced, site }))
  await deps.announce(draft.order.id)
  if (replaced) await withdraw(deps, replaced)
  if (option.way !== 'manual') return buyThroughGateway(deps, request, draft)
  return { ...draft, instructions: site.payByHandText, account: undefined }
}
