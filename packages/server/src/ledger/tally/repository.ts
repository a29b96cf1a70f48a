import { type Insertable, type Selectable, sql } from 'kysely'
import { preparedRows } from '../../database/prepared.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import type { SenderTallyTable, TallyEntryTable, TallyTable } from './table.ts'

export type EntryRow = Selectable<TallyEntryTable>

const perStatement = 100

export const insertEntries = preparedRows((query, rows: Insertable<TallyEntryTable>[]) =>
  query.insertInto('tally_entry').values(rows),
)

export async function hasEntries(query: Query): Promise<boolean> {
  const row = await query.selectFrom('tally_entry').select('seq').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Deletes the oldest entries and returns them; entries that another node is taking are skipped. */
export async function takeEntries(tx: Tx, kind: DatabaseKind, limit: number): Promise<EntryRow[]> {
  let next = tx.selectFrom('tally_entry').select('seq').orderBy('seq').limit(limit)
  if (kind === 'postgres') next = next.forUpdate().skipLocked()
  return tx.deleteFrom('tally_entry').where('seq', 'in', next).returningAll().execute()
}

export async function addToTallies(tx: Tx, rows: readonly TallyTable[]): Promise<void> {
  for (let at = 0; at < rows.length; at += perStatement) {
    await tx
      .insertInto('tally')
      .values(rows.slice(at, at + perStatement))
      .onConflict(oc =>
        oc.columns(['scope', 'slot', 'name']).doUpdateSet({ value: sql`tally.value + excluded.value` }),
      )
      .execute()
  }
}

export async function addToSenderTallies(tx: Tx, rows: readonly SenderTallyTable[]): Promise<void> {
  for (let at = 0; at < rows.length; at += perStatement) {
    await tx
      .insertInto('sender_tally')
      .values(rows.slice(at, at + perStatement))
      .onConflict(oc =>
        oc
          .columns(['scope', 'slot', 'sender'])
          .doUpdateSet({ value: sql`sender_tally.value + excluded.value` }),
      )
      .execute()
  }
}

/** Keeps only the strongest senders of each scope in the slots from `from` to `to`. */
export async function deleteWeakSenders(tx: Tx, from: number, to: number, kept: number): Promise<void> {
  await sql`DELETE FROM sender_tally WHERE slot >= ${from} AND slot <= ${to} AND (scope, slot, sender) IN (
    SELECT scope, slot, sender FROM (
      SELECT scope, slot, sender, row_number() OVER (PARTITION BY scope, slot ORDER BY value DESC, sender) AS place
      FROM sender_tally WHERE slot >= ${from} AND slot <= ${to}
    ) ranked WHERE place > ${kept}
  )`.execute(tx)
}

export async function deleteTalliesBefore(tx: Tx, slot: number): Promise<void> {
  await tx.deleteFrom('tally').where('slot', '<', slot).execute()
  await tx.deleteFrom('sender_tally').where('slot', '<', slot).execute()
}

/** Returns sums between slots that are in order: part 0 is from the first slot to the second. */
export async function sumParts(
  query: Query,
  scope: string,
  slots: readonly number[],
): Promise<{ name: string; part: number; value: number }[]> {
  const [first = 0, last = 0] = [slots[0], slots.at(-1)]
  const cases = slots.slice(1).map((slot, index) => sql`WHEN slot < ${sql.lit(slot)} THEN ${sql.lit(index)}`)
  const part = sql<number>`CASE ${sql.join(cases, sql` `)} END`
  const rows = await query
    .selectFrom('tally')
    .select(['name', part.as('part'), eb => eb.fn.sum<number>('value').as('value')])
    .where('scope', '=', scope)
    .where('slot', '>=', first)
    .where('slot', '<', last)
    .groupBy(['name', part])
    .execute()
  return rows.map(row => ({ name: row.name, part: Number(row.part), value: Number(row.value) }))
}

/** Returns the strongest senders from one slot to another, the strongest first. */
export async function sumSenders(
  query: Query,
  scope: string,
  from: number,
  to: number,
  limit: number,
): Promise<{ sender: string; value: number }[]> {
  const rows = await query
    .selectFrom('sender_tally')
    .select(['sender', eb => eb.fn.sum<number>('value').as('value')])
    .where('scope', '=', scope)
    .where('slot', '>=', from)
    .where('slot', '<', to)
    .groupBy('sender')
    .orderBy('value', 'desc')
    .orderBy('sender')
    .limit(limit)
    .execute()
  return rows.map(row => ({ sender: row.sender, value: Number(row.value) }))
}

/** Returns the sums of these names from one slot to another; a name without events is not among them. */
export async function sumNames(
  query: Query,
  scope: string,
  names: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, number>> {
  const rows = await query
    .selectFrom('tally')
    .select(['name', eb => eb.fn.sum<number>('value').as('value')])
    .where('scope', '=', scope)
    .where('slot', '>=', from)
    .where('slot', '<', to)
    .where('name', 'in', [...names])
    .groupBy('name')
    .execute()
  return new Map(rows.map(row => [row.name, Number(row.value)]))
}

/** Returns the number of mails since a time among the entries that are not added up yet. */
export async function sumReceivedEntries(
  query: Query,
  since: number,
): Promise<{ received: number; codes: number }> {
  const { received, codes } = await query
    .selectFrom('tally_entry')
    .select(eb => [eb.fn.sum<number>('times').as('received'), eb.fn.sum<number>('codes').as('codes')])
    .where('what', 'in', ['received', 'spam'])
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return { received: Number(received ?? 0), codes: Number(codes ?? 0) }
}
