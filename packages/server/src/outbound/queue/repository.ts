import type { RecipientState } from '@yanshu/contract'
import { type Selectable, sql } from 'kysely'
import { giveUpBlobs } from '../../blobs/loose-blobs.ts'
import { prepared, preparedOne } from '../../database/prepared.ts'
import { readRows } from '../../database/read-rows.ts'
import type { DatabaseKind, Db, Query, Tx } from '../../database/types.ts'
import type { GoesOn } from '../../identity/goes-on.ts'
import { leapMs, setBackSlack } from '../../kernel/clock.ts'
import type { QueueReason } from '../words/facts.ts'
import { heldReasons } from './queue.ts'
import type { OutgoingRecipientTable, OutgoingTable } from './table.ts'

export type OutgoingRow = Selectable<OutgoingTable>
export type RecipientRow = Selectable<OutgoingRecipientTable>

/** Several nodes may look at once; each skips rows that another is taking. */
const skipLocked = (kind: DatabaseKind) => (kind === 'postgres' ? sql`FOR UPDATE SKIP LOCKED` : sql``)

/** A destination and a sender with due mail. */
export type Slot = { domain: string; sender_key: string }

export type Due = {
  now: number
  /** Times later than this were written before the clock was set back. */
  impossible: number
}

/**
 * Mail is due when its time has come, or lies so far ahead that only a clock that was set back can explain
 * it. The statement has literals, so that the partial indexes apply.
 */
const isDue = ({ now, impossible }: Due) =>
  sql`waiting = 1 AND (next_at <= ${now} OR (send_at IS NULL AND next_at > ${impossible}))`

/**
 * Makes mail due at once. Mail that was already due keeps its time, because its lateness shows how long
 * nobody could try it.
 */
export const dueNow = (now: number) => sql<number>`CASE WHEN next_at > ${now} THEN ${now} ELSE next_at END`

const noneOf = (column: string, values: readonly string[]) =>
  values.length === 0 ? sql`` : sql`AND ${sql.ref(column)} NOT IN (${sql.join(values)})`

/** The query skips mail that is not due, because a hundred thousand mails may wait for later. */
export async function dueSlots(
  query: Query,
  { now, impossible }: Due,
  without: { domains: readonly string[]; senders: readonly string[] },
  limit: number,
): Promise<Slot[]> {
  const statement = sql<Slot>`SELECT domain, sender_key FROM (
      SELECT domain, sender_key, next_at FROM outgoing_recipient WHERE waiting = 1 AND next_at <= ${now}
      UNION ALL
      SELECT domain, sender_key, next_at FROM outgoing_recipient
        WHERE waiting = 1 AND next_at > ${impossible} AND send_at IS NULL) AS due
    WHERE sender_key NOT IN (SELECT sender_key FROM send_stop)
      ${noneOf('domain', without.domains)} ${noneOf('sender_key', without.senders)}
    GROUP BY domain, sender_key ORDER BY min(next_at) LIMIT ${limit}`
  return readRows(query, statement)
}

export type Claim = { claim: string; node: string; until: number; now: number }

/**
 * Claims up to this many recipients of a slot. From now on only the holder of the claim may record a result.
 */
export async function claimSlot(
  tx: Tx,
  kind: DatabaseKind,
  slot: Slot & { most: number },
  due: Due,
  { claim, node, until, now }: Claim,
): Promise<RecipientRow[]> {
  // Materialized, because PostgreSQL may run a subquery once for each row, each time with other rows in its limit.
  const { rows } = await sql<RecipientRow>`WITH picked AS MATERIALIZED (
      SELECT seq FROM outgoing_recipient
      WHERE ${isDue(due)} AND domain = ${slot.domain} AND sender_key = ${slot.sender_key}
      ORDER BY next_at LIMIT ${slot.most} ${skipLocked(kind)})
    UPDATE outgoing_recipient
    SET state = 'sending', waiting = 0, attempts = attempts + 1, last_at = ${now},
      claim = ${claim}, claimed_by = ${node}, claimed_until = ${until}
    WHERE waiting = 1 AND seq IN (SELECT seq FROM picked)
    RETURNING *`.execute(tx)
  return rows
}

export type Hands = { node: string; inHand: readonly number[]; claimMs: number; now: number }

/**
 * Returns mail of a dead node, or mail that this node lost track of, to the queue. Running deliveries of this
 * node stay. A claim with an absurd end only shows that a clock leapt: its holder may still work, so it gets
 * the time of one more claim.
 */
export async function freeExpired(db: Db, { node, inHand, claimMs, now }: Hands): Promise<void> {
  const mine =
    inHand.length === 0 ? sql`` : sql`AND (claimed_by <> ${node} OR seq NOT IN (${sql.join(inHand)}))`
  const taken = sql`state = 'sending' ${mine}`
  const over = sql`claimed_until < ${now}`
  const absurd = sql`(claimed_until < ${now - leapMs} OR claimed_until > ${now + claimMs + setBackSlack})`
  const statement = sql`SELECT seq FROM outgoing_recipient WHERE ${taken} AND (${over} OR ${absurd}) LIMIT 1`
  const rows = await readRows(db.query, statement)
  if (rows.length === 0) return
  const these = (which: typeof over) =>
    sql`seq IN (SELECT seq FROM outgoing_recipient WHERE ${taken} AND ${which} LIMIT 1000 ${skipLocked(db.kind)})`
  await db.transaction(async tx => {
    await sql`UPDATE outgoing_recipient SET claimed_until = ${now + claimMs} WHERE ${these(absurd)}`.execute(
      tx,
    )
    await sql`UPDATE outgoing_recipient SET state = 'queued', waiting = 1, claim = NULL, next_at = ${dueNow(now)}
      WHERE ${these(over)}`.execute(tx)
  })
}

/** Frees the mail that this node held when it went down. */
export async function freeOwn(tx: Tx, node: string, now: number): Promise<void> {
  await tx
    .updateTable('outgoing_recipient')
    .set({ state: 'queued', waiting: 1, claim: null, next_at: dueNow(now) })
    .where('state', '=', 'sending')
    .where('claimed_by', '=', node)
    .execute()
}

export const findOutgoing = preparedOne((query, id: string) =>
  query.selectFrom('outgoing').selectAll().where('id', '=', id),
)

/** Locks a message before its recipients are ended, so that two transactions which end them take turns. */
export async function holdOutgoing(
  tx: Tx,
  kind: DatabaseKind,
  id: string,
): Promise<Omit<OutgoingRow, 'raw'> | undefined> {
  const row = tx
    .selectFrom('outgoing')
    .select([
      ...(['id', 'kind', 'mailbox_id', 'sender_key', 'from_address', 'from_name', 'to_list'] as const),
      ...(['cc_list', 'subject', 'preview', 'message_id', 'search', 'created_at', 'send_at'] as const),
      ...(['hold_until', 'size', 'attachment_count', 'smtp_utf8', 'blob_key', 'pending'] as const),
    ])
    .where('id', '=', id)
  return (kind === 'postgres' ? row.forUpdate() : row).executeTakeFirst()
}

export type Result = {
  state: RecipientState
  reason: QueueReason
  answer: string
  cause?: string
  host: string
  status: string | null
  next_at?: number
  queued_at?: number
  attempts?: number
  /** Its chosen time has come, and from now on it is like any other mail. */
  send_at?: null
  delivered_at?: number
  reported?: 0 | 1
}

const isOpen = (state: RecipientState): boolean => state === 'queued' || state === 'deferred'
const isFinal = (state: RecipientState): boolean => !isOpen(state) && state !== 'sending'

/** Records the result of a claimed recipient; returns false when the claim is no longer ours. */
export async function writeResult(
  tx: Tx,
  recipient: Pick<RecipientRow, 'seq' | 'outgoing_id' | 'claim'>,
  result: Result,
): Promise<boolean> {
  const done = await tx
    .updateTable('outgoing_recipient')
    .set({ ...result, waiting: isOpen(result.state) ? 1 : 0, claim: null, claimed_until: null })
    .where('seq', '=', recipient.seq)
    .where('state', '=', 'sending')
    .where('claim', '=', recipient.claim)
    .executeTakeFirst()
  if (done.numUpdatedRows !== 1n) return false
  if (isFinal(result.state)) await countDown(tx, recipient.outgoing_id, 1)
  return true
}

/** Puts a claimed recipient back as if it had never been claimed. */
export async function putBack(tx: Tx, recipient: RecipientRow, now: number): Promise<void> {
  await tx
    .updateTable('outgoing_recipient')
    .set(eb => ({
      state: 'queued',
      waiting: 1,
      claim: null,
      next_at: dueNow(now),
      attempts: eb('attempts', '-', 1),
    }))
    .where('seq', '=', recipient.seq)
    .where('claim', '=', recipient.claim)
    .where('state', '=', 'sending')
    .execute()
}

const lowerPending = prepared((tx: Tx, outgoingId: string, by: number) =>
  tx
    .updateTable('outgoing')
    .set(eb => ({ pending: eb('pending', '-', by) }))
    .where('id', '=', outgoingId),
)

export async function countDown(tx: Tx, outgoingId: string, by: number): Promise<void> {
  if (by !== 0) await lowerPending(tx, outgoingId, by)
}

/** Does the same as `afterFailure` for many rows at once. */
const livesFrom = (now: number) =>
  sql`CASE WHEN reason IN (${sql.join(heldReasons)}) THEN ${now}
    WHEN next_at < ${now - leapMs} THEN queued_at + (${now} - next_at) ELSE queued_at END`

/** Defers other mail that is due for an unreachable place, up to this many at a time. */
export async function deferPlace(
  tx: Tx,
  kind: DatabaseKind,
  place: { domain: string; until: number; answer: string },
  due: Due,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`WITH picked AS MATERIALIZED (
      SELECT seq FROM outgoing_recipient WHERE ${isDue(due)} AND domain = ${place.domain} LIMIT ${most} ${skipLocked(kind)})
    UPDATE outgoing_recipient SET state = 'deferred', reason = 'resting', answer = ${place.answer},
    attempts = attempts + 1, queued_at = ${livesFrom(due.now)}, next_at = ${place.until}, send_at = NULL
    WHERE waiting = 1 AND seq IN (SELECT seq FROM picked)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Finds a recipient that was not tried yet, or is being tried. */
const findFirstRound = preparedOne((query, outgoingId: string) =>
  query
    .selectFrom('outgoing_recipient')
    .select('seq')
    .where('outgoing_id', '=', outgoingId)
    .where('state', 'in', ['queued', 'sending'])
    .limit(1),
)

/** Takes failures that the sender was not told of, once no recipient is in its first round any more. */
export async function takeUnreported(tx: Tx, outgoingId: string): Promise<RecipientRow[]> {
  if (await findFirstRound(tx, outgoingId)) return []
  return tx
    .updateTable('outgoing_recipient')
    .set({ reported: 1 })
    .where('outgoing_id', '=', outgoingId)
    .where('state', '=', 'bounced')
    .where('reported', '=', 0)
    .returningAll()
    .execute()
}

/** Makes mail that waited for the end of a stop due at once. */
export async function wakeHeld(tx: Tx, senderKey: string, now: number): Promise<void> {
  await tx
    .updateTable('outgoing_recipient')
    .set({ next_at: dueNow(now) })
    .where('sender_key', '=', senderKey)
    .where('waiting', '=', 1)
    .where('reason', '=', 'sendingStopped')
    .execute()
}

/** Does the same for accounts or mailboxes that resume: mail that waited for that is due at once. */
export async function wakeSenders(tx: Tx, who: GoesOn, now: number): Promise<void> {
  const theirs = sql.ref(who.kind === 'account' ? 'm.owner_id' : 'm.id')
  await sql`UPDATE outgoing_recipient SET next_at = ${dueNow(now)}
    WHERE waiting = 1 AND reason IN (${sql.join(heldReasons)}) AND outgoing_id IN (
      SELECT o.id FROM outgoing AS o JOIN mailbox AS m ON m.id = o.mailbox_id
      WHERE o.pending > 0 AND ${theirs} IN (${sql.join(who.ids)}))`.execute(tx)
}

/**
 * Returns messages with recipients that have waited since before a time and were not reported as late yet.
 */
export async function lateMails(query: Query, before: number, limit: number): Promise<string[]> {
  const statement = sql<{ outgoing_id: string }>`SELECT DISTINCT outgoing_id FROM (
      SELECT outgoing_id FROM outgoing_recipient
      WHERE waiting = 1 AND delay_told = 0 AND queued_at <= ${before} ORDER BY queued_at LIMIT ${limit}) AS late`
  const rows = await readRows(query, statement)
  return rows.map(row => row.outgoing_id)
}

/** Takes the late recipients of one message and marks them as reported. */
export const takeLate = (tx: Tx, outgoingId: string, before: number): Promise<RecipientRow[]> =>
  tx
    .updateTable('outgoing_recipient')
    .set({ delay_told: 1 })
    .where('outgoing_id', '=', outgoingId)
    .where('waiting', '=', 1)
    .where('delay_told', '=', 0)
    .where('queued_at', '<=', before)
    .returningAll()
    .execute()

export const recipientsOf = (query: Query, outgoingIds: readonly string[]): Promise<RecipientRow[]> =>
  query
    .selectFrom('outgoing_recipient')
    .selectAll()
    .where('outgoing_id', 'in', [...outgoingIds])
    .orderBy('seq')
    .execute()

/** Returns the mailbox and owner to notify about a mail; nothing when the mailbox is gone. */
export const findSent = preparedOne((query, id: string) =>
  query
    .selectFrom('outgoing')
    .innerJoin('mailbox', 'mailbox.id', 'outgoing.mailbox_id')
    .select(['outgoing.kind', 'outgoing.mailbox_id', 'mailbox.owner_id'])
    .where('outgoing.id', '=', id),
)

export const findRecipient = preparedOne((query, id: string) =>
  query.selectFrom('outgoing_recipient').selectAll().where('id', '=', id),
)

const distinctStates = prepared((query, outgoingId: string) =>
  query.selectFrom('outgoing_recipient').select('state').distinct().where('outgoing_id', '=', outgoingId),
)

/** Returns the states of a mail's recipients, each once. */
export async function statesOf(query: Query, outgoingId: string): Promise<RecipientState[]> {
  return (await distinctStates(query, outgoingId)).map(row => row.state)
}

export async function sendersOf(query: Query, recipientIds: readonly string[]): Promise<string[]> {
  if (recipientIds.length === 0) return []
  const rows = await query
    .selectFrom('outgoing_recipient')
    .select('sender_key')
    .distinct()
    .where('id', 'in', [...recipientIds])
    .execute()
  return rows.map(row => row.sender_key)
}

export async function readPauses(query: Query): Promise<Set<string>> {
  const rows = await query.selectFrom('queue_pause').select('domain').execute()
  return new Set(rows.map(row => row.domain))
}

export async function suppress(
  tx: Tx,
  row: { id: string; sender_key: string; address: string; reason: string; created_at: number },
): Promise<void> {
  await tx
    .insertInto('suppression')
    .values(row)
    .onConflict(oc => oc.columns(['sender_key', 'address']).doNothing())
    .execute()
}

export async function suppressedAmong(
  query: Query,
  senderKey: string,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map()
  const rows = await query
    .selectFrom('suppression')
    .select(['address', 'reason'])
    .where('sender_key', '=', senderKey)
    .where('address', 'in', [...addresses])
    .execute()
  return new Map(rows.map(row => [row.address, row.reason]))
}

/**
 * Removes all mail that these mailboxes sent, delivered or not; returns the keys of blobs to remove after the
 * commit.
 */
export async function removeOutgoingOf(tx: Tx, mailboxIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('outgoing')
    .where('mailbox_id', 'in', [...mailboxIds])
    .returning('blob_key')
    .execute()
  const keys = rows.flatMap(row => row.blob_key ?? [])
  await giveUpBlobs(tx, keys)
  return keys
}
