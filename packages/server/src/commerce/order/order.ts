/**
 * Orders: one purchase each, from the moment a name is held to the moment its mailbox is the buyer's. The states are a
 * machine: pending → paid → done, with closed and refunded as the ways out; every change is one conditional statement
 * and leaves a row of history. This folder sells; how money arrives is `payment`'s business, what is handed out
 * `provision`'s. Here: the pure rules.
 */
import { randomBytes } from 'node:crypto'
import type { OrderState, OrderRow as ShownOrder } from '@yanshu/contract'
import { invalidField } from '../../app-error.ts'
import { isoTime, isoTimeOrNull } from '../../clock.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { maskedPhone } from '../masked.ts'
import type { ListedOrder, OrderRow, OrderScope } from './repository.ts'

/** Letters and digits that gateways take and that cannot be mistaken for each other. */
const numberAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const numberLength = 20

/** 100 random bits: nobody finds an order by counting. */
export const newOrderNo = (): string =>
  `YS${[...randomBytes(numberLength)].map(byte => numberAlphabet[byte % 32]).join('')}`

/** The one spelling of a phone number; throws at its field when the site does not take it. */
export function readPhone(typed: string, rule: 'china' | 'any'): string {
  const phone = typed
    .normalize('NFKC')
    .replace(/[\s().-]/g, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
  if (/^1[3-9]\d{9}$/.test(phone)) return phone
  if (rule === 'any' && /^\+?\d{5,15}$/.test(phone)) return phone
  throw invalidField('phone', rule === 'any' ? '手机号不对，请检查' : '请填写 11 位的中国大陆手机号')
}

export const orderScope = (caller: AccountCaller): OrderScope =>
  caller.role === 'admin' ? { kind: 'all' } : { kind: 'owner', accountId: caller.accountId }

export const stateNames: Readonly<Record<OrderState, string>> = {
  pending: '待支付',
  paid: '已支付',
  done: '已开通',
  closed: '已关闭',
  refunded: '已退款',
}

export const wayNames = { card: '卡密', epay: '易支付', stripe: 'Stripe', manual: '人工收款' } as const

/** Where an order can go from where it is. */
export const moves: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ['paid', 'closed'],
  paid: ['done', 'closed', 'refunded'],
  done: ['refunded'],
  // Money may still come for an order that was given up.
  closed: ['paid'],
  refunded: [],
}

/** On which nodes tell each other that an order has changed; the message is its id. */
export const ordersChannel = 'orders'

/** What history calls those who change an order by themselves. */
export const actors = { buyer: '买家', gateway: '支付平台', system: '系统' } as const

const megabyte = 1_048_576
export const quotaMbOf = (row: Pick<OrderRow, 'quota_bytes'>): number | null =>
  row.quota_bytes === null ? null : Math.round(row.quota_bytes / megabyte)

export const shownOrder = (row: ListedOrder, caller: Pick<AccountCaller, 'role'>): ShownOrder => ({
  id: row.id,
  orderNo: row.order_no,
  status: row.status,
  renew: row.renew === 1,
  address: row.address,
  domain: row.domain_name,
  plan: row.plan_name,
  days: row.days,
  price: row.price,
  paid: row.paid,
  refunded: row.refunded,
  phone: caller.role === 'admin' ? row.phone : maskedPhone(row.phone),
  way: row.way,
  channel: row.channel,
  tradeNo: row.trade_no,
  openCases: Number(row.open_cases),
  note: row.note,
  createdAt: isoTime(row.created_at),
  holdUntil: isoTime(row.hold_until),
  paidAt: isoTimeOrNull(row.paid_at),
  doneAt: isoTimeOrNull(row.done_at),
})
