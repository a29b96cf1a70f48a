import type { CardState } from '@yanshu/contract'
import type { Selectable } from 'kysely'
import { containing } from '../../database/like.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import type { CardBatchTable, CardStanding, CardTable } from './table.ts'

export type CardRow = Selectable<CardTable>
export type CardBatchRow = Selectable<CardBatchTable>
/** A code with what it is worth. */
export type CardWithBatch = CardRow &
  Pick<CardBatchRow, 'kind' | 'by_admin' | 'days' | 'domain_ids' | 'quota_bytes' | 'may_send' | 'amount'>

/** Whose codes a caller reaches. */
export type CardScope = { kind: 'all' } | { kind: 'owner'; accountId: string }

/** Rows of one statement: well under the number of values that either database takes. */
const portion = 500

export async function insertBatch(tx: Tx, batch: CardBatchRow, cards: readonly CardRow[]): Promise<void> {
  await tx.insertInto('card_batch').values(batch).execute()
  await insertCards(tx, cards)
}

/** The batch, kept from others until the transaction ends; on SQLite writers are alone anyway. */
export function lockBatch(tx: Tx, kind: DatabaseKind, id: string): Promise<CardBatchRow | undefined> {
  const found = tx.selectFrom('card_batch').selectAll().where('id', '=', id)
  return (kind === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
}

export async function countInBatch(query: Query, batchId: string): Promise<number> {
  const { total } = await query
    .selectFrom('card')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function insertCards(tx: Tx, cards: readonly CardRow[]): Promise<void> {
  for (let at = 0; at < cards.length; at += portion) {
    await tx
      .insertInto('card')
      .values(cards.slice(at, at + portion))
      .execute()
  }
}

const withBatch = (query: Query) =>
  query
    .selectFrom('card')
    .innerJoin('card_batch', 'card_batch.id', 'card.batch_id')
    .selectAll('card')
    .select([
      'card_batch.kind',
      'card_batch.by_admin',
      'card_batch.days',
      'card_batch.domain_ids',
      'card_batch.quota_bytes',
      'card_batch.may_send',
      'card_batch.amount',
    ])

/** False when one of the mailboxes is another code's already. */
export async function bindMailboxes(
  tx: Tx,
  pairs: readonly { card_id: string; mailbox_id: string }[],
): Promise<boolean> {
  let bound = 0
  for (let at = 0; at < pairs.length; at += portion) {
    const done = await tx
      .insertInto('card_mailbox')
      .values(pairs.slice(at, at + portion))
      .onConflict(oc => oc.doNothing())
      .executeTakeFirst()
    bound += Number(done.numInsertedOrUpdatedRows)
  }
  return bound === pairs.length
}

export const mailboxesOfCard = (query: Query, cardId: string) =>
  query
    .selectFrom('card_mailbox')
    .innerJoin('mailbox', 'mailbox.id', 'card_mailbox.mailbox_id')
    .select(['mailbox.id', 'mailbox.address'])
    .where('card_mailbox.card_id', '=', cardId)
    .orderBy('mailbox.address')
    .execute()

/** Once they are handed out, other codes may be made for them by whoever has them then. */
export async function unbindMailboxes(tx: Tx, cardId: string): Promise<void> {
  await tx.deleteFrom('card_mailbox').where('card_id', '=', cardId).execute()
}

/** E-mail accounts among the ids that the scope reaches. */
export async function countAccounts(query: Query, scope: CardScope, ids: readonly string[]): Promise<number> {
  let found = 0
  for (let at = 0; at < ids.length; at += portion) {
    let rows = query
      .selectFrom('mailbox')
      .where('id', 'in', ids.slice(at, at + portion))
      .where('kind', '=', 'account')
    if (scope.kind === 'owner') rows = rows.where('owner_id', '=', scope.accountId)
    const { total } = await rows.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    found += Number(total)
  }
  return found
}

export const findCardByHash = (query: Query, hash: string): Promise<CardWithBatch | undefined> =>
  withBatch(query).where('card.code_hash', '=', hash).executeTakeFirst()

export async function hasBatch(query: Query, scope: CardScope, id: string): Promise<boolean> {
  let found = query.selectFrom('card_batch').select('id').where('id', '=', id)
  if (scope.kind === 'owner') found = found.where('owner_id', '=', scope.accountId)
  return (await found.executeTakeFirst()) !== undefined
}

export async function countCards(query: Query, scope: CardScope, ids: readonly string[]): Promise<number> {
  let rows = query.selectFrom('card').where('id', 'in', [...ids])
  if (scope.kind === 'owner') rows = rows.where('owner_id', '=', scope.accountId)
  const { total } = await rows.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

/** Codes of an account that are not used up and not revoked. */
export async function countLiveCards(query: Query, accountId: string): Promise<number> {
  const { total } = await query
    .selectFrom('card')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('owner_id', '=', accountId)
    .where('uses_left', '>', 0)
    .where('standing', '!=', 'revoked')
    .executeTakeFirstOrThrow()
  return Number(total)
}

export type CardFilter = {
  /** Looked for in tail, note and address. */
  text: string | undefined
  /** The whole code was given: nothing else can be meant. */
  codeHash: string | undefined
  state: CardState | undefined
  batchId: string | undefined
  page: number
  pageSize: number
}

function filtered(query: Query, scope: CardScope, filter: CardFilter, now: number) {
  const { text, state } = filter
  let rows = withBatch(query)
  if (scope.kind === 'owner') rows = rows.where('card.owner_id', '=', scope.accountId)
  if (filter.batchId !== undefined) rows = rows.where('card.batch_id', '=', filter.batchId)
  if (filter.codeHash !== undefined) rows = rows.where('card.code_hash', '=', filter.codeHash)
  else if (text)
    rows = rows.where(eb =>
      eb.or([
        containing(eb.ref('card.tail'), text),
        containing(eb.ref('card.note'), text),
        containing(eb.ref('card.used_by'), text),
      ]),
    )
  // The same order of precedence as in `stateOf`.
  switch (state) {
    case undefined:
      return rows
    case 'revoked':
      return rows.where('card.standing', '=', 'revoked')
    case 'used':
      return rows.where('card.standing', '!=', 'revoked').where('card.uses_left', '=', 0)
    case 'disabled':
      return rows.where('card.standing', '=', 'disabled').where('card.uses_left', '>', 0)
    case 'expired':
      return rows
        .where('card.standing', '=', 'live')
        .where('card.uses_left', '>', 0)
        .where('card.expires_at', '<=', now)
    case 'unused':
      return rows
        .where('card.standing', '=', 'live')
        .where('card.uses_left', '>', 0)
        .where(eb => eb.or([eb('card.expires_at', 'is', null), eb('card.expires_at', '>', now)]))
  }
}

export async function tableOfCards(query: Query, scope: CardScope, filter: CardFilter, now: number) {
  const rows = await filtered(query, scope, filter, now)
    .orderBy('card.id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  const { total } = await filtered(query, scope, filter, now)
    .clearSelect()
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** The codes that a change is about. Whose they are was checked before. */
export type CardChoice = { ids: readonly string[] } | { batchId: string }

const chosenColumn = (choice: CardChoice) =>
  'ids' in choice
    ? { column: 'id' as const, values: [...choice.ids] }
    : { column: 'batch_id' as const, values: [choice.batchId] }

export async function setNotes(tx: Tx, choice: CardChoice, note: string): Promise<number> {
  const { column, values } = chosenColumn(choice)
  const done = await tx.updateTable('card').set({ note }).where(column, 'in', values).executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** Changes those that still can change: what is used up or revoked stays as it is. */
export async function changeCards(
  tx: Tx,
  choice: CardChoice,
  change: { standing?: CardStanding; expires_at?: number | null },
): Promise<number> {
  const { column, values } = chosenColumn(choice)
  const done = await tx
    .updateTable('card')
    .set(change)
    .where(column, 'in', values)
    .where('uses_left', '>', 0)
    .where('standing', '!=', 'revoked')
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** Deletes those that were never used and are nobody's money, and batches that are empty then. */
export async function deleteUnusedCards(tx: Tx, choice: CardChoice): Promise<number> {
  const { column, values } = chosenColumn(choice)
  const gone = await tx
    .deleteFrom('card')
    .where(column, 'in', values)
    .where('used_at', 'is', null)
    // A payment that bought nothing became this code: it is in the books.
    .where(eb =>
      eb.not(eb.exists(eb.selectFrom('payment').select('payment.id').whereRef('card_id', '=', 'card.id'))),
    )
    .returning('batch_id')
    .execute()
  const batches = [...new Set(gone.map(row => row.batch_id))]
  if (batches.length > 0) {
    await tx
      .deleteFrom('card_batch')
      .where('id', 'in', batches)
      .where(eb =>
        eb.not(eb.exists(eb.selectFrom('card').select('card.id').whereRef('batch_id', '=', 'card_batch.id'))),
      )
      .execute()
  }
  return gone.length
}

/**
 * Takes one use off a code if it has one and may be used now. One statement, so of any number at once no more succeed
 * than there are uses. Tells how many are left, or null when it was not to be had.
 */
export async function spendUse(tx: Tx, id: string, now: number): Promise<number | null> {
  const spent = await tx
    .updateTable('card')
    .set(eb => ({ uses_left: eb('uses_left', '-', 1), used_at: now }))
    .where('id', '=', id)
    .where('uses_left', '>', 0)
    .where('standing', '=', 'live')
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returning('uses_left')
    .executeTakeFirst()
  return spent ? spent.uses_left : null
}

/**
 * Takes an amount off a code of kind `pay` if it has as much and may be used now. One statement: of any number at once
 * no more succeed than there is money for. Null when it was not to be had; otherwise what is left.
 */
export async function spendBalance(tx: Tx, id: string, amount: number, now: number): Promise<number | null> {
  const spent = await tx
    .updateTable('card')
    .set(eb => ({
      balance: eb('balance', '-', amount),
      uses_left: eb.case().when('balance', '=', amount).then(0).else(eb.ref('uses_left')).end(),
      used_at: now,
    }))
    .where('id', '=', id)
    .where('balance', '>=', amount)
    .where('uses_left', '>', 0)
    .where('standing', '=', 'live')
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returning('balance')
    .executeTakeFirst()
  return spent ? spent.balance : null
}

/** Money that comes back to the code it was paid with; the code can be used again. */
export async function returnBalance(tx: Tx, id: string, amount: number): Promise<void> {
  await tx
    .updateTable('card')
    .set(eb => ({ balance: eb('balance', '+', amount), uses_left: 1 }))
    .where('id', '=', id)
    .execute()
}

export async function listChosen(query: Query, choice: CardChoice, limit: number) {
  const { column, values } = chosenColumn(choice)
  return query
    .selectFrom('card')
    .select(['id', 'tail', 'code_sealed'])
    .where(column, 'in', values)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function noteUse(tx: Tx, id: string, address: string): Promise<void> {
  await tx.updateTable('card').set({ used_by: address }).where('id', '=', id).execute()
}

export async function domainNames(query: Query, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await query
    .selectFrom('domain')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(row => [row.id, row.name]))
}

/** An account hands its codes over before it goes. */
export async function giveCardsOf(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx.updateTable('card_batch').set({ owner_id: toId }).where('owner_id', '=', fromId).execute()
  await tx.updateTable('card').set({ owner_id: toId }).where('owner_id', '=', fromId).execute()
}
