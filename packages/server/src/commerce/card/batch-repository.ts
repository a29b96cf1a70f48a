/** Batches of codes, and how many codes of each are where. */
import type { CardKind } from '@yanshu/contract'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../../database/like.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import { type CardBatchRow, type CardRow, type CardScope, insertCards } from './repository.ts'
import type { StoredStep } from './table.ts'

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

export async function hasBatch(query: Query, scope: CardScope, id: string): Promise<boolean> {
  let found = query.selectFrom('card_batch').select('id').where('id', '=', id)
  if (scope.kind === 'owner') found = found.where('owner_id', '=', scope.accountId)
  return (await found.executeTakeFirst()) !== undefined
}

export async function noteOfBatch(query: Query, id: string): Promise<string> {
  const batch = await query.selectFrom('card_batch').select('note').where('id', '=', id).executeTakeFirst()
  return batch?.note ?? ''
}

export async function setBatch(
  tx: Tx,
  id: string,
  change: { note?: string | undefined; kept?: 1 | undefined },
): Promise<void> {
  await tx.updateTable('card_batch').set(change).where('id', '=', id).execute()
}

const storedStep = sql<StoredStep>`CASE
  WHEN used_at IS NOT NULL THEN 'used'
  WHEN standing = 'revoked' THEN 'revoked'
  WHEN sold_at IS NOT NULL THEN 'sold'
  WHEN standing = 'disabled' THEN 'paused'
  ELSE 'left'
END`

/**
 * A change of codes locks their batches first, several in the order of their ids. So nobody waits in a circle, and
 * the second of two changes counts what the first has committed.
 */
export async function lockBatches(tx: Tx, kind: DatabaseKind, batchIds: readonly string[]): Promise<void> {
  for (const id of [...batchIds].sort()) await lockBatch(tx, kind, id)
}

/** Counts the codes of locked batches anew, in the transaction that changed some of them. */
export async function recount(tx: Tx, batchIds: readonly string[]): Promise<void> {
  for (const id of batchIds) {
    await tx.deleteFrom('card_count').where('batch_id', '=', id).execute()
    await tx
      .insertInto('card_count')
      .columns(['batch_id', 'step', 'expires_at', 'cards', 'last_used_at'])
      .expression(eb =>
        eb
          .selectFrom('card')
          .select(row => [
            'batch_id',
            storedStep.as('step'),
            sql<number>`coalesce(expires_at, 0)`.as('end'),
            row.fn.countAll<number>().as('cards'),
            row.fn.max('used_at').as('last'),
          ])
          .where('batch_id', '=', id)
          .groupBy(['batch_id', storedStep, sql`coalesce(expires_at, 0)`]),
      )
      .execute()
  }
}

export type BatchFilter = {
  kind: CardKind | undefined
  left: boolean | undefined
  searched: { text: string; hits: readonly string[] } | undefined
}

const aliveAt = (now: number) => sql`(card_count.expires_at = 0 OR card_count.expires_at > ${now})`
const inHandAt = (now: number) => sql`card_count.step IN ('left', 'paused') AND ${aliveAt(now)}`
const summed = (condition: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(CASE WHEN ${condition} THEN card_count.cards END), 0)`

const endOfName = /^[0-9a-z]{5}$/i

/** Every batch with its figures, which come from the counts: nobody looks at the codes. */
function figures(query: Query, scope: CardScope, { kind, left, searched }: BatchFilter, now: number) {
  const inHand = summed(inHandAt(now))
  const unused = sql`card_count.step IN ('left', 'paused', 'sold')`
  let rows = query
    .selectFrom('card_batch')
    .leftJoin('card_count', 'card_count.batch_id', 'card_batch.id')
    .selectAll('card_batch')
    .select([
      sql<number>`coalesce(sum(card_count.cards), 0)`.as('made'),
      summed(sql`card_count.step = 'used'`).as('used'),
      summed(sql`card_count.step = 'sold' AND ${aliveAt(now)}`).as('waiting'),
      inHand.as('left'),
      summed(sql`card_count.step = 'paused' AND ${aliveAt(now)}`).as('paused'),
      summed(sql`card_count.step = 'revoked'`).as('revoked'),
      summed(sql`${unused} AND NOT ${aliveAt(now)}`).as('expired'),
      sql<number | null>`max(card_count.last_used_at)`.as('last_used_at'),
      sql<number | null>`min(CASE WHEN ${unused} AND card_count.expires_at > ${now}
        THEN card_count.expires_at END)`.as('ends_at'),
      sql<number>`count(*) OVER ()`.as('total'),
    ])
    .groupBy('card_batch.id')
  if (scope.kind === 'owner') rows = rows.where('card_batch.owner_id', '=', scope.accountId)
  if (kind !== undefined) rows = rows.where('card_batch.kind', '=', kind)
  if (left !== undefined) rows = rows.having(inHand, left ? '>' : '=', 0)
  if (searched === undefined) return rows
  const { text, hits } = searched
  return rows.where(eb =>
    eb.or([
      containing(eb.ref('card_batch.note'), text),
      ...(hits.length > 0 ? [eb('card_batch.id', 'in', [...hits])] : []),
      ...(endOfName.test(text) ? [eb('card_batch.id', 'like', `%${text.toLowerCase()}`)] : []),
    ]),
  )
}

/** Beside the figures: how many codes were sold since then. */
const withPace = (query: Query, rows: ReturnType<typeof figures>, since: number) =>
  query
    .selectFrom(rows.as('batch'))
    .selectAll('batch')
    .select(eb =>
      eb
        .selectFrom('card')
        .select(card => card.fn.countAll<number>().as('n'))
        .whereRef('card.batch_id', '=', 'batch.id')
        .where('card.sold_at', '>', since)
        .as('sold_lately'),
    )

export type BatchFigures = Awaited<ReturnType<typeof tableOfBatches>>[number]

/** `since`: from when on sold codes tell the pace. `total` of each row counts the rows of all pages. */
export function tableOfBatches(
  query: Query,
  scope: CardScope,
  filter: BatchFilter,
  page: { limit: number; offset: number; since: number; now: number },
) {
  const { limit, offset, since, now } = page
  const shown = figures(query, scope, filter, now)
    .orderBy('card_batch.id', 'desc')
    .limit(limit)
    .offset(offset)
  return withPace(query, shown, since).orderBy('batch.id', 'desc').execute()
}

/** So many of those that have the fewest left can be the next to run out. */
const scarcest = 20

/** Batches that have few codes left, those with the fewest first. */
export function scarceBatches(
  query: Query,
  scope: CardScope,
  { since, now }: { since: number; now: number },
): Promise<BatchFigures[]> {
  const inHand = summed(inHandAt(now))
  const few = figures(query, scope, { kind: undefined, left: true, searched: undefined }, now)
    .having(eb =>
      eb.or([eb(inHand, '<=', scarcest), eb(sql`${inHand} * 10`, '<=', sql`sum(card_count.cards)`)]),
    )
    .orderBy('left')
    .limit(scarcest)
  return withPace(query, few, since).orderBy('batch.left').execute()
}

/** Codes that all batches together have left. */
export async function countInHand(query: Query, scope: CardScope, now: number): Promise<number> {
  let rows = query.selectFrom('card_count').innerJoin('card_batch', 'card_batch.id', 'card_count.batch_id')
  if (scope.kind === 'owner') rows = rows.where('card_batch.owner_id', '=', scope.accountId)
  const { left } = await rows.select(summed(inHandAt(now)).as('left')).executeTakeFirstOrThrow()
  return Number(left)
}
