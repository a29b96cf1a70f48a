/** Codes as money: paying with one, getting back what was paid, and turning a payment that bought nothing into one. */
import { AppError, invalidField } from '../../app-error.ts'
import type { Tx } from '../../database/types.ts'
import { newId } from '../../ids.ts'
import { yuan } from '../payment/money.ts'
import { checkUsable, newCardRow } from './card.ts'
import { drawCardCode, type HashCode } from './card-code.ts'
import {
  type CardWithBatch,
  findCardByHash,
  insertBatch,
  noteUse,
  returnBalance,
  spendBalance,
} from './repository.ts'

/** Throws unless the code can pay as much; the payment itself decides. */
export function checkCanPay(card: CardWithBatch, amount: number, now: number): void {
  if (card.kind !== 'pay') throw invalidField('pay.cardCode', '这不是付款卡密，请到“验卡密”里使用')
  checkUsable(card, now)
  if (card.balance < amount)
    throw invalidField('pay.cardCode', `卡里还有 ${yuan(card.balance)}，不够付 ${yuan(amount)}`)
}

export async function payWithCard(
  tx: Tx,
  card: CardWithBatch,
  payment: { amount: number; address: string },
  now: number,
): Promise<void> {
  if ((await spendBalance(tx, card.id, payment.amount, now)) === null) {
    const current = await findCardByHash(tx, card.code_hash)
    if (current) checkCanPay(current, payment.amount, now)
    throw new AppError('conflict')
  }
  await noteUse(tx, card.id, payment.address)
}

export const refundToCard = (tx: Tx, cardId: string, amount: number): Promise<void> =>
  returnBalance(tx, cardId, amount)

/** A new code of kind `pay` that belongs to the site. The caller keeps it for the one it is owed to. */
export async function issueCredit(
  tx: Tx,
  hashCode: HashCode,
  credit: { amount: number; note: string },
  now: number,
): Promise<{ code: string; cardId: string }> {
  const batch = {
    id: newId(now),
    owner_id: null,
    by_admin: 1 as const,
    kind: 'pay' as const,
    days: null,
    domain_ids: '[]',
    quota_bytes: null,
    may_send: 0 as const,
    amount: credit.amount,
    created_at: now,
  }
  const code = drawCardCode()
  const card = { ...newCardRow(batch, hashCode, code, now), note: credit.note }
  await insertBatch(tx, batch, [card])
  return { code, cardId: card.id }
}
