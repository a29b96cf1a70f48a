/**
 * Orders: one purchase each, from the moment a name is held to the moment its mailbox is the buyer's. The states are a
 * machine: pending → paid → done, with closed and refunded as the ways out; every change is one conditional statement
 * and leaves a row of history. This folder sells and takes the money; gateways (`gateway`) tell that it came, and
 * `provision` hands out the goods. Here: the pure rules.
 */
import { randomBytes } from 'node:crypto'
import type { OrderState, OrderRow as ShownOrder } from '@yanshu/contract'
import { invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { maskedPhone } from '../format/masked.ts'
import { commerceWords } from '../words/words.ts'
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
  throw invalidField('phone', rule === 'any' ? commerceWords.phoneWrong : commerceWords.phoneNotChinese)
}

export const orderScope = (caller: AccountCaller): OrderScope =>
  caller.role === 'admin' ? { kind: 'all' } : { kind: 'owner', accountId: caller.accountId }

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

/** Those who change an order without being logged in. */
export const actors = {
  buyer: fact('changedBy', { who: 'buyer' }),
  gateway: fact('changedBy', { who: 'gateway' }),
  system: fact('changedBy', { who: 'system' }),
} as const

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
