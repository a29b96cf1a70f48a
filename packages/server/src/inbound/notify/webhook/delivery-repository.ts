import { sql } from 'kysely'
import type { Query, Tx } from '../../../database/types.ts'
import { day } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/ids.ts'
import { fact, storedFact } from '../../../ledger/fact/fact.ts'
import type { DeliveryRow } from './webhook.ts'

const keepMs = 7 * day
/** Every try is over well before; what still waits after this belongs to a hook that was too slow for its mail. */
const giveUpMs = day

/** Written out, so that the partial index on waiting deliveries is seen to fit. */
const isWaiting = sql<boolean>`webhook_delivery.state = 'waiting'`

export async function insertDeliveries(tx: Tx, rows: readonly DeliveryRow[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('webhook_delivery').values(rows).execute()
}

/** `impossible`: times beyond this were written before the clock was set back. */
export type Due = { now: number; impossible: number }

/** Deliveries whose time has come, longest due first, without those of the given hooks. */
export function dueDeliveries(query: Query, due: Due, without: readonly string[], limit: number) {
  let rows = query
    .selectFrom('webhook_delivery')
    .select(['id', 'webhook_id', 'attempts', 'next_at', 'payload'])
    .where(isWaiting)
    .where(eb => eb.or([eb('next_at', '<=', due.now), eb('next_at', '>', due.impossible)]))
  if (without.length > 0) rows = rows.where('webhook_id', 'not in', [...without])
  return rows.orderBy('next_at').orderBy('id').limit(limit).execute()
}

export type DueDelivery = Awaited<ReturnType<typeof dueDeliveries>>[number]

/** True for the one who moves a due time on. The try counts from here, so that one that ends in a crash counts too. */
export async function claimDelivery(tx: Tx, due: DueDelivery, until: number): Promise<boolean> {
  const claimed = await tx
    .updateTable('webhook_delivery')
    .set({ next_at: until, attempts: due.attempts + 1 })
    .where('id', '=', due.id)
    .where(isWaiting)
    .where('next_at', '=', due.next_at)
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

/** A claimed delivery; `until` tells one claim from a later one. */
export type Claim = { readonly id: string; readonly until: number }

const claimed = (tx: Tx, claim: Claim) =>
  tx
    .updateTable('webhook_delivery')
    .where('id', '=', claim.id)
    .where(isWaiting)
    .where('next_at', '=', claim.until)

export type Outcome = Pick<DeliveryRow, 'status' | 'detail'>

/**
 * Ends a delivery and forgets its content: the log keeps only the outcome and the time, because the mail
 * itself is elsewhere.
 */
export async function endDelivery(
  tx: Tx,
  claim: Claim,
  state: 'done' | 'failed',
  outcome: Outcome,
): Promise<void> {
  await claimed(tx, claim)
    .set({ ...outcome, state, payload: '' })
    .execute()
}

export async function retryDelivery(tx: Tx, claim: Claim, at: number, outcome: Outcome): Promise<void> {
  await claimed(tx, claim)
    .set({ ...outcome, next_at: at })
    .execute()
}

/** Gives a claim back as if it had never been made. */
export async function releaseDelivery(tx: Tx, claim: Claim, due: DueDelivery): Promise<void> {
  await claimed(tx, claim).set({ next_at: due.next_at, attempts: due.attempts }).execute()
}

/** Ends all that a hook still has waiting. */
export async function failWaiting(tx: Tx, webhookId: string, detail: string): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'failed', detail, payload: '' })
    .where('webhook_id', '=', webhookId)
    .where(isWaiting)
    .execute()
}

export const findDelivery = (query: Query, id: string): Promise<DeliveryRow | undefined> =>
  query.selectFrom('webhook_delivery').selectAll().where('id', '=', id).executeTakeFirst()

export async function listDeliveries(query: Query, webhookId: string, page: number, pageSize: number) {
  const own = query.selectFrom('webhook_delivery').where('webhook_id', '=', webhookId)
  const rows = await own
    .select(['id', 'created_at', 'state', 'attempts', 'status', 'detail', 'next_at'])
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await own.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** To be run now and then: gives up on what waits for too long, and forgets what is old. */
export async function sweepDeliveries(tx: Tx, now: number): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'failed', detail: storedFact(fact('hookGivenUp', {})), payload: '' })
    .where(isWaiting)
    .where('created_at', '<=', now - giveUpMs)
    .execute()
  // Ids begin with the time, so the primary key finds the old ones.
  const oldest = newId(now - keepMs).slice(0, 10)
  await tx.deleteFrom('webhook_delivery').where('id', '<', oldest).execute()
}
