/**
 * Cases: what a person must look at. A notice that is not what it should be changes no order, but is written down,
 * logged and told to the operator; money that came and bought nothing is written down likewise. The same trouble again
 * is counted, so that strangers can fill neither the table nor the operator's telephone.
 */
import type { PayCase, PayWay } from '@yanshu/contract'
import type { Tx } from '../../database/types.ts'
import { isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { type Fact, type SayFact, storedFact } from '../../ledger/fact/fact.ts'
import { commerceWords } from '../words/words.ts'
import type { CaseReason } from './case-reasons.ts'
import { type PayCaseRow, putCase } from './payment-repository.ts'

export type Trouble = {
  kind: 'callback' | 'payment'
  way: PayWay
  reason: CaseReason
  /** Null when there is no such order. */
  order: { id: string; order_no: string } | null
  tradeNo: string
  amount: number | null
  detail: Fact | null
  client: string
}

/** One line of what a stranger wrote. */
const plain = (text: string, length: number): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, length)

/** Texts in what was seen are whatever the sender wrote. */
const plainFact = (seen: Fact): Fact => {
  const values = Object.entries(seen.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? plain(value, 500) : value,
  ])
  return { key: seen.key, values: Object.fromEntries(values) } as Fact
}

/** Only order and reason tell one notice's trouble from another's: everything else in a notice is the sender's choice. */
const keyOf = (trouble: Trouble): string =>
  [
    trouble.kind,
    trouble.way,
    trouble.reason,
    trouble.order?.id ?? '',
    ...(trouble.kind === 'payment' ? [trouble.tradeNo] : []),
  ].join(':')

/** Writes it down; true when it is news. */
export function raiseCase(tx: Tx, trouble: Trouble, now: number): Promise<boolean> {
  return putCase(tx, {
    id: newId(now),
    key: keyOf(trouble),
    kind: trouble.kind,
    way: trouble.way,
    reason: trouble.reason,
    order_id: trouble.order?.id ?? null,
    order_no: trouble.order?.order_no ?? '',
    trade_no: plain(trouble.tradeNo, 100),
    amount: trouble.amount,
    detail: storedFact(trouble.detail && plainFact(trouble.detail)),
    client: trouble.client,
    count: 1,
    created_at: now,
    last_at: now,
    settled_at: null,
    settled_note: '',
  })
}

export const shownCase = (say: SayFact, row: PayCaseRow): PayCase => ({
  id: row.id,
  at: isoTime(row.created_at),
  lastAt: isoTime(row.last_at),
  count: row.count,
  kind: row.kind,
  way: row.way,
  reason: commerceWords.caseReasons[row.reason as CaseReason],
  orderId: row.order_id,
  orderNo: row.order_no,
  tradeNo: row.trade_no,
  amount: row.amount,
  detail: say(row.detail),
  settledAt: isoTimeOrNull(row.settled_at),
  settledNote: say(row.settled_note),
})
