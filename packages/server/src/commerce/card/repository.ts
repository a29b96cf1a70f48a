import type { CardState, CardStep } from '@yanshu/contract'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { containing } from '../../database/like.ts'
import type { Query, Tx } from '../../database/types.ts'
import type { CardBatchTable, CardStanding, CardTable } from './table.ts'

export type CardRow = Selectable<CardTable>
export type CardBatchRow = Selectable<CardBatchTable>
/** A code with what it is worth. */
export type CardWithBatch = CardRow &
  Pick<CardBatchRow, 'kind' | 'by_admin' | 'days' | 'domain_ids' | 'quota_bytes' | 'may_send' | 'amount'> & {
    batch_note: string
  }

/** The codes that a caller reaches. */
export type CardScope = { kind: 'all' } | { kind: 'owner'; accountId: string }

/** Rows of one statement: well under the number of values that either database takes. */
export const portion = 500

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
      'card_batch.note as batch_note',
    ])

export const findCardByHash = (query: Query, hash: string): Promise<CardWithBatch | undefined> =>
  withBatch(query).where('card.code_hash', '=', hash).executeTakeFirst()

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

type Searched = {
  /** Looked for in tail, notes, buyer, number of the order and address. */
  text: string | undefined
  /** The whole code was given: nothing else can be meant. */
  codeHash: string | undefined
}

const searchable = ['card.tail', 'card.note', 'card.sold_to', 'card.for_order', 'card.used_by'] as const

/** The newest so many batches whose codes hold what is searched for are shown; nobody reads more. */
const mostHits = 500

/** How many codes of each batch hold what is searched for. */
export async function hitsByBatch(
  query: Query,
  scope: CardScope,
  { text = '', codeHash }: Searched,
): Promise<Map<string, number>> {
  let rows = query.selectFrom('card')
  if (scope.kind === 'owner') rows = rows.where('card.owner_id', '=', scope.accountId)
  const found =
    codeHash === undefined
      ? rows.where(eb => eb.or(searchable.map(column => containing(eb.ref(column), text))))
      : rows.where('card.code_hash', '=', codeHash)
  const hits = await found
    .select(eb => ['card.batch_id', eb.fn.countAll<number>().as('hits')])
    .groupBy('card.batch_id')
    .orderBy('card.batch_id', 'desc')
    .limit(mostHits)
    .execute()
  return new Map(hits.map(row => [row.batch_id, Number(row.hits)]))
}

export type CardFilter = Searched & {
  state: CardState | undefined
  step: CardStep | undefined
  batchId: string | undefined
}

/** Matches codes that are as far on their way as `stepOf` would tell. */
function atStep(step: CardStep, now: number) {
  const alive = sql`standing <> 'revoked' AND (expires_at IS NULL OR expires_at > ${now})`
  switch (step) {
    case 'used':
      return sql<SqlBool>`used_at IS NOT NULL`
    case 'gone':
      return sql<SqlBool>`used_at IS NULL AND NOT (${alive})`
    case 'sold':
      return sql<SqlBool>`used_at IS NULL AND sold_at IS NOT NULL AND ${alive}`
    case 'left':
      return sql<SqlBool>`used_at IS NULL AND sold_at IS NULL AND ${alive}`
  }
}

function filtered(query: Query, scope: CardScope, filter: CardFilter, now: number) {
  const { text, state, step } = filter
  let rows = withBatch(query)
  if (scope.kind === 'owner') rows = rows.where('card.owner_id', '=', scope.accountId)
  if (filter.batchId !== undefined) rows = rows.where('card.batch_id', '=', filter.batchId)
  if (filter.codeHash !== undefined) rows = rows.where('card.code_hash', '=', filter.codeHash)
  else if (text)
    rows = rows.where(eb =>
      eb.or([
        ...searchable.map(column => containing(eb.ref(column), text)),
        eb.and([eb('card.note', '=', ''), containing(eb.ref('card_batch.note'), text)]),
      ]),
    )
  if (step !== undefined) rows = rows.where(atStep(step, now))
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

/** Within a batch those to which something happened last come first. */
export function pageOfCards(
  query: Query,
  scope: CardScope,
  filter: CardFilter,
  { limit, offset, now }: { limit: number; offset: number; now: number },
): Promise<CardWithBatch[]> {
  const rows = filtered(query, scope, filter, now)
  const sorted =
    filter.batchId === undefined ? rows : rows.orderBy(sql`coalesce(card.used_at, card.sold_at, 0)`, 'desc')
  return sorted.orderBy('card.id', 'desc').limit(limit).offset(offset).execute()
}

export async function countFiltered(
  query: Query,
  scope: CardScope,
  filter: CardFilter,
  now: number,
): Promise<number> {
  const { total } = await filtered(query, scope, filter, now)
    .clearSelect()
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The codes that a change is about. Whose they are was checked before. */
export type CardChoice = ({ ids: readonly string[] } | { batchId: string }) & {
  /** Only those that are so far now. */
  at?: { step: CardStep; now: number } | undefined
}

function chosen(choice: CardChoice) {
  const named =
    'ids' in choice ? sql`id IN (${sql.join([...choice.ids])})` : sql`batch_id = ${choice.batchId}`
  const { at } = choice
  return at === undefined ? sql<SqlBool>`${named}` : sql<SqlBool>`${named} AND ${atStep(at.step, at.now)}`
}

export async function batchesOf(query: Query, choice: CardChoice): Promise<string[]> {
  if ('batchId' in choice) return [choice.batchId]
  const rows = await query.selectFrom('card').select('batch_id').distinct().where(chosen(choice)).execute()
  return rows.map(row => row.batch_id)
}

export async function setNotes(tx: Tx, choice: CardChoice, note: string): Promise<number> {
  const done = await tx.updateTable('card').set({ note }).where(chosen(choice)).executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** Marks codes as sold, or takes them back into the hand: those that nobody has used and that are not revoked. */
export async function setSold(
  tx: Tx,
  choice: CardChoice,
  sold: { at: number; to: string | undefined } | null,
): Promise<number> {
  const done = await tx
    .updateTable('card')
    .set(eb =>
      sold === null
        ? { sold_at: null, sold_to: '' }
        : {
            sold_at: eb.fn.coalesce('sold_at', eb.val(sold.at)),
            ...(sold.to !== undefined && { sold_to: sold.to }),
          },
    )
    .where(chosen(choice))
    .where('used_at', 'is', null)
    .where('standing', '!=', 'revoked')
    // A code that a payment became is its payer's, and nobody's to sell.
    .where('for_order', '=', '')
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** Changes those that still can change: what is used up or revoked stays as it is. */
export async function changeCards(
  tx: Tx,
  choice: CardChoice,
  change: { standing?: CardStanding; expires_at?: number | null },
): Promise<number> {
  const done = await tx
    .updateTable('card')
    .set(change)
    .where(chosen(choice))
    .where('uses_left', '>', 0)
    .where('standing', '!=', 'revoked')
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** Deletes those that were never used and are nobody's money, and batches that are empty then. */
export async function deleteUnusedCards(tx: Tx, choice: CardChoice): Promise<number> {
  const gone = await tx
    .deleteFrom('card')
    .where(chosen(choice))
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
    .set(eb => ({
      uses_left: eb('uses_left', '-', 1),
      used_at: now,
      sold_at: eb.fn.coalesce('sold_at', eb.val(now)),
    }))
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
      sold_at: eb.fn.coalesce('sold_at', eb.val(now)),
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
  return query
    .selectFrom('card')
    .select(['id', 'tail', 'code_sealed'])
    .where(chosen(choice))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function noteUse(tx: Tx, id: string, address: string, mailboxes = 1): Promise<void> {
  const change = { used_by: address, used_mailboxes: mailboxes }
  await tx.updateTable('card').set(change).where('id', '=', id).execute()
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
export async function giveCardsOf(tx: Tx, fromIds: readonly string[], toId: string | null): Promise<void> {
  for (const table of ['card_batch', 'card'] as const)
    await tx
      .updateTable(table)
      .set({ owner_id: toId })
      .where('owner_id', 'in', [...fromIds])
      .execute()
}
