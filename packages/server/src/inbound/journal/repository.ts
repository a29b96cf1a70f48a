/**
 * The rows of journaled messages: how they are written, taken by a node, read back and given up. Every mail passes
 * through the first statements here, so they are prepared once.
 */
import { type RawBuilder, sql } from 'kysely'
import { preparedRows } from '../../database/prepared.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import { minute, setBackSlack } from '../../kernel/clock.ts'
import type { Envelope } from '../../mail/envelope.ts'
import { notReadYet } from './journaled.ts'

/** A node that took a message has this long to process it; afterwards another node may take it. */
const claimMs = minute

export const journalRow = (
  { raw, envelope, blobKey }: { raw: Buffer; envelope: Envelope; blobKey: string | null },
  nodeId: string,
  now: number,
) => ({
  received_at: now,
  size: raw.length,
  blob_key: blobKey,
  envelope: JSON.stringify(envelope),
  claimed_by: nodeId,
  claimed_until: now + claimMs,
})

/** Makes values part of a statement's text. */
export const writtenOut = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([column, value]) => [column, sql.lit(value)])) as {
    [Column in keyof Values]: RawBuilder<Values[Column]>
  }

/** These values are the same in every new row. They are part of the statement, so that nobody needs to fill them in. */
const fresh = writtenOut({ state: 0 as const, attempts: 0, refs: 0, ...notReadYet })

export const insertMessages = preparedRows((query, rows: ReturnType<typeof journalRow>[]) =>
  query
    .insertInto('message')
    .values(rows.map(row => ({ ...row, ...fresh })))
    .returning('seq'),
)
export const insertRaws = preparedRows((query, rows: { seq: number; raw: Buffer }[]) =>
  query.insertInto('message_raw').values(rows),
)

/** The database makes rows in the order given and numbers them upwards, but may tell their numbers in any order. */
export const seqsInOrder = (made: readonly { seq: number }[]): number[] =>
  made.map(({ seq }) => seq).sort((a, b) => a - b)

/** Those of the messages that nobody has processed yet, with their content unless it is a blob. */
export const findUnprocessed = (query: Query, seqs: readonly number[]) =>
  query
    .selectFrom('message')
    .leftJoin('message_raw', 'message_raw.seq', 'message.seq')
    .select(['message.seq', 'raw', 'blob_key', 'envelope', 'received_at'])
    .where('message.seq', 'in', [...seqs])
    .where('state', '=', 0)
    .orderBy('message.seq')
    .execute()

/** Takes unprocessed messages that no node has, or no longer, for this node; returns their numbers. */
export async function claimUnprocessed(
  tx: Tx,
  kind: DatabaseKind,
  { nodeId, now, limit }: { nodeId: string; now: number; limit: number },
): Promise<number[]> {
  const locking = kind === 'postgres' ? sql`FOR UPDATE SKIP LOCKED` : sql``
  // Materialized, because PostgreSQL may run a subquery once for each row, each time with other rows in its limit.
  const { rows } = await sql<{ seq: number }>`WITH picked AS MATERIALIZED (
      SELECT seq FROM message WHERE state = 0
      AND (claimed_until < ${now} OR claimed_until > ${now + claimMs + setBackSlack}) ORDER BY seq LIMIT ${sql.lit(limit)} ${locking})
    UPDATE message SET claimed_by = ${nodeId}, claimed_until = ${now + claimMs}
    WHERE seq IN (SELECT seq FROM picked)
    RETURNING seq`.execute(tx)
  return rows.map(row => Number(row.seq))
}

/** Gives up all that a node had taken, so that it, or another, can take it again. */
export async function releaseClaims(tx: Tx, nodeId: string): Promise<void> {
  await tx
    .updateTable('message')
    .set({ claimed_until: 0 })
    .where('state', '=', 0)
    .where('claimed_by', '=', nodeId)
    .execute()
}

/** Counts a message that could not be read; returns how often that was, undefined when its row is gone. */
export async function countFailedReading(tx: Tx, seq: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('message')
    .set(eb => ({ attempts: eb('attempts', '+', 1) }))
    .where('seq', '=', seq)
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts
}

/** Counts that the content of an unprocessed message was not found. */
export const countFailedLook = (tx: Tx, seq: number) =>
  tx
    .updateTable('message')
    .set(eb => ({ attempts: eb('attempts', '+', 1) }))
    .where('seq', '=', seq)
    .where('state', '=', 0)
    .returning(['attempts', 'envelope'])
    .executeTakeFirst()

/** Keeps a message for the operator; nobody tries to process it any more. */
export async function setMessageAside(tx: Tx, seq: number): Promise<void> {
  await tx.updateTable('message').set({ state: 2 }).where('seq', '=', seq).execute()
}

export async function countSetAside(query: Query): Promise<number> {
  const { count } = await query
    .selectFrom('message')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 2)
    .executeTakeFirstOrThrow()
  return Number(count)
}
