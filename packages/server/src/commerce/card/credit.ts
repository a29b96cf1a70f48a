/** Codes as money: paying with one, getting back what was paid, and turning a payment that bought nothing into one. */

import type { DatabaseKind, Tx } from '../../database/types.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import { newId } from '../../kernel/ids.ts'
import { commerceWords } from '../words/words.ts'
import { insertBatch, lockBatches, recount } from './batch-repository.ts'
import { checkUsable, newCardRow } from './card.ts'
import { drawCardCode, type HashCode } from './card-code.ts'
import { type CardWithBatch, findCardByHash, noteUse, returnBalance, spendBalance } from './repository.ts'

/** Throws unless the code can pay as much; the payment itself decides. */
export function checkCanPay(card: CardWithBatch, amount: number, now: number): void {
  if (card.kind !== 'pay') throw invalidField('pay.cardCode', commerceWords.cardPaysNot)
  checkUsable(card, now)
  if (card.balance < amount) throw invalidField('pay.cardCode', commerceWords.cardShort(card.balance, amount))
}

export async function payWithCard(
  tx: Tx,
  kind: DatabaseKind,
  card: CardWithBatch,
  payment: { amount: number; address: string },
  now: number,
): Promise<void> {
  await lockBatches(tx, kind, [card.batch_id])
  if ((await spendBalance(tx, card.id, payment.amount, now)) === null) {
    const current = await findCardByHash(tx, card.code_hash)
    if (current) checkCanPay(current, payment.amount, now)
    throw new AppError('conflict')
  }
  await noteUse(tx, card.id, payment.address)
  await recount(tx, [card.batch_id])
}

export const refundToCard = (tx: Tx, cardId: string, amount: number): Promise<void> =>
  returnBalance(tx, cardId, amount)

/** A new code of kind `pay` that belongs to the site. The caller keeps it for the one it is owed to. */
export async function issueCredit(
  tx: Tx,
  hashCode: HashCode,
  credit: { amount: number; orderNo: string },
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
    note: '',
    for_order: credit.orderNo,
    kept: 0 as const,
  }
  const code = drawCardCode()
  const card = { ...newCardRow(batch, hashCode, code, now), for_order: credit.orderNo, sold_at: now }
  await insertBatch(tx, batch, [card])
  await recount(tx, [batch.id])
  return { code, cardId: card.id }
}
