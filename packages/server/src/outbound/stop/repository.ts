import { type Selectable, sql } from 'kysely'
import { preparedOne } from '../../database/prepared.ts'
import type { Query, Tx } from '../../database/types.ts'
import { hour } from '../../kernel/clock.ts'
import { fact, storedFact } from '../../ledger/fact/fact.ts'
import type { StopCause, StopReason } from '../words/facts.ts'
import type { Sendings } from './send-stop.ts'
import type { SendStopTable } from './table.ts'

export type StopRow = Selectable<SendStopTable>

const lanes = 8
const hoursLately = 24
const daysBefore = 14

const hourOf = (now: number): number => Math.floor(now / hour)

/** Counts in the transaction of the event. */
export async function countSending(
  tx: Tx,
  senderKey: string,
  by: Partial<Sendings>,
  now: number,
): Promise<void> {
  const counts = { sent: 0, ended: 0, failed: 0, ...by }
  await tx
    .insertInto('send_count')
    .values({
      sender_key: senderKey,
      hour: hourOf(now),
      lane: Math.floor(Math.random() * lanes),
      ...counts,
    })
    .onConflict(oc =>
      oc.columns(['sender_key', 'hour', 'lane']).doUpdateSet({
        sent: sql`send_count.sent + ${counts.sent}`,
        ended: sql`send_count.ended + ${counts.ended}`,
        failed: sql`send_count.failed + ${counts.failed}`,
      }),
    )
    .execute()
}

const between = (query: Query, senderKey: string, from: number, to: number) =>
  query
    .selectFrom('send_count')
    .where('sender_key', '=', senderKey)
    .where('hour', '>=', from)
    .where('hour', '<=', to)

export async function sentLately(query: Query, senderKey: string, now: number): Promise<Sendings> {
  const to = hourOf(now)
  const row = await between(query, senderKey, to - hoursLately + 1, to)
    .select(eb => [
      eb.fn.sum('sent').as('sent'),
      eb.fn.sum('ended').as('ended'),
      eb.fn.sum('failed').as('failed'),
    ])
    .executeTakeFirst()
  return {
    sent: Number(row?.sent ?? 0),
    ended: Number(row?.ended ?? 0),
    failed: Number(row?.failed ?? 0),
  }
}

/** Returns the mean of the days with any sending, before the last 24 hours. */
export async function usualDay(query: Query, senderKey: string, now: number): Promise<number> {
  const to = hourOf(now) - hoursLately
  const rows = await between(query, senderKey, to - daysBefore * hoursLately + 1, to)
    .select(['hour', eb => eb.fn.sum('sent').as('sent')])
    .groupBy('hour')
    .execute()
  const days = new Map<number, number>()
  for (const { hour: at, sent } of rows) {
    const dayBefore = Math.floor((to - at) / hoursLately)
    if (Number(sent) > 0) days.set(dayBefore, (days.get(dayBefore) ?? 0) + Number(sent))
  }
  if (days.size === 0) return 0
  return [...days.values()].reduce((sum, sent) => sum + sent, 0) / days.size
}

/** Returns false when the sender is already stopped: only one of several checks at once stops it. */
export async function insertStop(tx: Tx, senderKey: string, cause: StopCause, now: number): Promise<boolean> {
  const made = await tx
    .insertInto('send_stop')
    .values({
      sender_key: senderKey,
      reason: cause.reason,
      detail: storedFact(fact('stopCause', cause)),
      stopped_at: now,
    })
    .onConflict(oc => oc.column('sender_key').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export const findStop = preparedOne((query, senderKey: string) =>
  query.selectFrom('send_stop').selectAll().where('sender_key', '=', senderKey),
)

/** Returns the reasons of those senders among these that are stopped. */
export async function stopsOf(query: Query, keys: readonly string[]): Promise<Map<string, StopReason>> {
  if (keys.length === 0) return new Map()
  const rows = await query
    .selectFrom('send_stop')
    .select(['sender_key', 'reason'])
    .where('sender_key', 'in', [...keys])
    .execute()
  return new Map(rows.map(row => [row.sender_key, row.reason]))
}

export const allStops = (query: Query): Promise<StopRow[]> =>
  query.selectFrom('send_stop').selectAll().orderBy('stopped_at', 'desc').execute()

/** Ends a stop. The counts that led to it are cleared, or the next mail would bring the stop back. */
export async function removeStop(tx: Tx, senderKey: string, now: number): Promise<StopRow | undefined> {
  const row = await tx
    .deleteFrom('send_stop')
    .where('sender_key', '=', senderKey)
    .returningAll()
    .executeTakeFirst()
  if (row)
    await tx
      .deleteFrom('send_count')
      .where('sender_key', '=', senderKey)
      .where('hour', '>', hourOf(now) - hoursLately)
      .execute()
  return row
}

export async function sweepCounts(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('send_count')
    .where('hour', '<=', hourOf(now) - (daysBefore + 1) * hoursLately)
    .execute()
}
