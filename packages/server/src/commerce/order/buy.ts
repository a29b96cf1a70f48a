/**
 * Buying: the name is held, the order is made, and the buyer is sent to pay. Paid by card, everything happens in one
 * transaction: the money is taken and the mailbox is open, or neither.
 */
import type { PayOption, PayWay } from '@yanshu/contract'
import { lockName } from '../../database/lock.ts'
import type { Tx } from '../../database/types.ts'
import { type DomainRow, findDomain } from '../../domain/domains.ts'
import { drawPassword } from '../../identity/session/drawn-password.ts'
import { checkCreation } from '../../identity/session/guard.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import { clientNetwork } from '../../kernel/client-address.ts'
import { minute } from '../../kernel/clock.ts'
import { hashToken, newId, newToken } from '../../kernel/ids.ts'
import { fact } from '../../ledger/fact/fact.ts'
import type { SiteValues } from '../../ledger/setting/site-table.ts'
import { holdAddress, releaseHolds, unavailable } from '../../mailbox/account/hold.ts'
import { findMailboxByAddress } from '../../mailbox/account/mailboxes.ts'
import { openMailboxSession } from '../../mailbox/login/log-in-mailbox.ts'
import { nameRests, nameTaken } from '../../mailbox/make/name-refused.ts'
import { checkCanPay, payWithCard } from '../card/credit.ts'
import { findPresented, type RedeemDeps } from '../card/redeem-card.ts'
import { judgeNames } from '../catalog/names.ts'
import { findPlan, type PlanRow } from '../catalog/repository.ts'
import { type Gateway, withdraw } from '../gateway/gateway.ts'
import { isRenewable } from '../provision/grants.ts'
import { commerceWords } from '../words/words.ts'
import { deliver } from './deliver-order.ts'
import { moveOrder, writeHistory } from './move-order.ts'
import { actors, newOrderNo, readPhone } from './order.ts'
import { chosenOption, payOptions } from './pay-options.ts'
import type { QueryDigest } from './query-password.ts'
import { firstCheckAt, type ReconcileDeps } from './reconcile.ts'
import {
  countUnpaid,
  findOrderByClaim,
  insertOrder,
  lockOrder,
  type OrderRow,
  setOrder,
} from './repository.ts'
import { takePayment } from './take-payment.ts'

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
  /** The system account that the buyer is logged in to. */
  accountId: string | undefined
  client: string
  agent: string
}

export type Bought = {
  order: OrderRow
  claimToken: string
  account: { address: string; password: string; token: string; expiresAt: number | null } | undefined
}

export const claimPrefix = 'ysc_'

async function goods(deps: BuyDeps, request: BuyRequest): Promise<{ domain: DomainRow; plan: PlanRow }> {
  const domain = await findDomain(deps.db.query, request.domainId)
  const plan = await findPlan(deps.db.query, request.planId)
  if (domain?.store !== 1) throw new AppError('notFound', { msg: commerceWords.notForSale })
  if (!plan || plan.domain_id !== domain.id || plan.on_sale !== 1)
    throw new AppError('notFound', { msg: commerceWords.noSuchPlan })
  return { domain, plan }
}

/** One answer for whatever is wrong with the address, so that buying is no way to find out who is there. */
const notRenewable = () => invalidField('localPart', commerceWords.cannotRenewInStore)

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
  const verdicts = await judgeNames(
    { query: deps.db.query, resting: deps.resting },
    domain,
    [request.localPart],
    {
      reservedNames: site.reservedNames,
      now: deps.clock.now(),
      mine: replaced?.id,
    },
  )
  const verdict = verdicts.get(request.localPart)
  if (verdict?.state === 'reserved')
    throw new AppError('addressReserved', { fields: { localPart: commerceWords.nameReserved } })
  if (verdict?.state === 'held') throw nameHeld()
  if (verdict?.state === 'resting') throw nameRests(verdict.restsUntil)
  if (verdict?.state !== 'free') throw nameTaken()
  return { price: plan.price + verdict.namePrice, mailboxId: null }
}

const nameHeld = () =>
  new AppError('addressTaken', {
    msg: commerceWords.nameHeld,
    fields: { localPart: commerceWords.nameHeld },
  })

/** Somebody was faster since the name was judged: the same words as if it had been so before. */
async function nameLost(tx: Tx, deps: BuyDeps, address: string, now: number): Promise<AppError> {
  const found = (await unavailable(tx, deps.resting, [{ address, ownerId: null }], now)).get(address)
  if (found?.by === 'rest') return nameRests(found.until)
  return found?.by === 'hold' ? nameHeld() : nameTaken()
}

function checkPrice(price: number, expected: number | undefined): void {
  if (expected !== undefined && expected !== price)
    throw new AppError('conflict', { msg: commerceWords.priceChanged(price) })
}

function holdFor(way: PayWay, gateways: readonly Gateway[], site: SiteValues): number {
  // A person has to look at a bank account first.
  if (way === 'manual') return site.payByHandMinutes * minute
  return Math.max(site.holdMinutes * minute, gateways.find(gateway => gateway.way === way)?.pageMs ?? 0)
}

type NewOrder = { order: OrderRow; claimToken: string }

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
    /** The mailbox that is renewed: whoever has the name when the money comes may be another. */
    mailboxId: string | null
    site: SiteValues
  },
): Promise<NewOrder> {
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
    hold_until: now + holdFor(option.way, deps.gateways, site),
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
  throw new AppError('tooMany', { msg: commerceWords.tooManyUnpaid, retryAfter: 600 })
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
      await moveOrder(tx, before, { to: 'closed', actor: actors.buyer, text: fact('orderReplaced', {}) }, now)
      await releaseHolds(tx, before.id)
    }
  }
  // With a card it is paid in this very transaction.
  if (order.way !== 'card') await checkUnpaid(tx, deps, order, site)
  if (order.renew === 0) {
    const { address, id: holder, hold_until: until } = order
    if (!(await holdAddress(tx, deps.resting, { address, holder, until }, now)))
      throw await nameLost(tx, deps, address, now)
  }
  await insertOrder(tx, order)
  const { address, plan_name: plan, price } = order
  const text = fact('orderPlaced', { renew: order.renew === 1, address, plan, price })
  await writeHistory(tx, { orderId: order.id, from: null, to: 'pending', actor: actors.buyer, text }, now)
}

async function buyWithCard(
  deps: BuyDeps,
  request: BuyRequest,
  { order, claimToken }: NewOrder,
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
    await payWithCard(tx, deps.db.kind, card, { amount: order.price, address: order.address }, now)
    const paid = {
      way: 'card' as const,
      tradeNo: order.id,
      amount: order.price,
      cardId: card.id,
      actor: actors.buyer,
      text: fact('paidByCard', { tail: card.tail, amount: order.price }),
    }
    await takePayment(tx, deps, order.id, paid, true, now)
    const done = await deliver(tx, deps, order.id, { open: true, passwordHash }, now)
    // Nothing was taken from the card then: all of this is undone.
    if (done.status !== 'done') throw order.renew === 1 ? notRenewable() : nameTaken()
    if (passwordHash === null || done.mailbox_id === null) return { done, token: null }
    await setOrder(tx, order.id, { collected_at: now })
    const mailbox = { id: done.mailbox_id, expires_at: done.mailbox_expires_at }
    return { done, token: await openMailboxSession(tx, mailbox.id, { client, agent }, now) }
  })
  await deps.announce(order.id)
  if (before.replaced) await withdraw(deps, before.replaced)
  const { address, mailbox_expires_at: expiresAt } = done
  const account =
    drawn === null || token === null ? undefined : { address, password: drawn.password, token, expiresAt }
  return { order: done, claimToken, account }
}

/** The gateway would not have it: the name is free again. */
async function dropOrder(deps: BuyDeps, order: OrderRow): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    const current = await lockOrder(tx, deps.db.kind, order.id)
    if (current?.status !== 'pending') return
    await moveOrder(tx, current, { to: 'closed', actor: actors.system, text: fact('orderRefused', {}) }, now)
    await releaseHolds(tx, order.id)
  })
}

async function buyThroughGateway(
  deps: BuyDeps,
  request: BuyRequest,
  { order, claimToken }: NewOrder,
): Promise<Bought> {
  const gateway = deps.gateways.find(({ way }) => way === order.way)
  if (!gateway) throw new Error(`no gateway for ${order.way}`)
  try {
    const from = { client: request.client, mobile: request.pay.mobile ?? false }
    const { payUrl, payQr, ref } = await gateway.start(order, from)
    const change = { pay_url: payUrl, pay_qr: payQr, gateway_ref: ref }
    await deps.db.transaction(tx => setOrder(tx, order.id, change))
    return { order: { ...order, ...change }, claimToken, account: undefined }
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
  if (!site.store) throw new AppError('forbidden', { msg: commerceWords.storeClosed })
  readPhone(request.phone, site.phoneRule)
  const option = chosenOption(payOptions(deps.gateways, site), request.pay)
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
  return { ...draft, account: undefined }
}
