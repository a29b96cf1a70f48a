/**
 * Adds entries to the tallies, a portion to a transaction: the entries go in the same one in which they are added, so
 * each counts once, whatever stops us in between and however many nodes fold.
 */
import { type Selectable, sql } from 'kysely'
import { day, hour } from '../../clock.ts'
import type { DatabaseKind, Db, Tx } from '../../database/types.ts'
import type { TallyEntryTable } from './table.ts'
import { hourSlotOf, siteScopeName, slotOf, slotsPerHour } from './tally.ts'

const portion = 2000
const perStatement = 100
/** Two spans of thirty days, with some to spare. */
const keptDays = 65
const keptSenders = 20

type Entry = Selectable<TallyEntryTable>

/** What one entry adds to each of its scopes. */
function namesOf(entry: Entry): [name: string, value: number][] {
  switch (entry.what) {
    case 'received':
    case 'spam':
      return [
        ['received', entry.times],
        ['codes', entry.codes],
        ['bytes', entry.bytes],
        ['spam', entry.what === 'spam' ? entry.times : 0],
      ]
    case 'created':
    case 'sent':
    case 'delivered':
    case 'bounced':
      return [[entry.what, entry.times]]
    default:
      return [
        [entry.what, entry.times],
        [`why.${entry.reason}`, entry.times],
      ]
  }
}

const scopesOf = (entry: Entry): string[] =>
  [siteScopeName, entry.owner_id, entry.mailbox_id].filter(scope => scope !== null)

type Sums = Map<string, { scope: string; slot: number; name: string; value: number }>

function add(sums: Sums, scope: string, slot: number, name: string, value: number): void {
  if (value === 0) return
  const key = `${scope} ${slot} ${name}`
  const known = sums.get(key)
  if (known) known.value += value
  else sums.set(key, { scope, slot, name, value })
}

/** In one order everywhere, so that two nodes never wait for each other crosswise. */
const inOrder = (sums: Sums) => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)

async function writeSums(tx: Tx, tallies: Sums, senders: Sums): Promise<void> {
  const rows = inOrder(tallies)
  for (let at = 0; at < rows.length; at += perStatement) {
    await tx
      .insertInto('tally')
      .values(rows.slice(at, at + perStatement))
      .onConflict(oc =>
        oc.columns(['scope', 'slot', 'name']).doUpdateSet({ value: sql`tally.value + excluded.value` }),
      )
      .execute()
  }
  const froms = inOrder(senders).map(({ scope, slot, name, value }) => ({ scope, slot, sender: name, value }))
  for (let at = 0; at < froms.length; at += perStatement) {
    await tx
      .insertInto('sender_tally')
      .values(froms.slice(at, at + perStatement))
      .onConflict(oc =>
        oc
          .columns(['scope', 'slot', 'sender'])
          .doUpdateSet({ value: sql`sender_tally.value + excluded.value` }),
      )
      .execute()
  }
}

async function takeEntries(tx: Tx, kind: DatabaseKind): Promise<Entry[]> {
  let next = tx.selectFrom('tally_entry').select('seq').orderBy('seq').limit(portion)
  if (kind === 'postgres') next = next.forUpdate().skipLocked()
  return tx.deleteFrom('tally_entry').where('seq', 'in', next).returningAll().execute()
}

async function foldPortion(tx: Tx, kind: DatabaseKind): Promise<number> {
  const entries = await takeEntries(tx, kind)
  const [tallies, senders]: [Sums, Sums] = [new Map(), new Map()]
  for (const entry of entries) {
    for (const scope of scopesOf(entry)) {
      for (const [name, value] of namesOf(entry)) add(tallies, scope, slotOf(entry.at), name, value)
      if (entry.sender !== '') add(senders, scope, hourSlotOf(entry.at), entry.sender, entry.times)
    }
  }
  await writeSums(tx, tallies, senders)
  return entries.length
}

/** Adds up what has been entered so far. */
export async function foldTally(db: Db): Promise<void> {
  for (;;) {
    const waiting = await db.query.selectFrom('tally_entry').select('seq').limit(1).executeTakeFirst()
    if (!waiting) return
    const folded = await db.transaction(tx => foldPortion(tx, db.kind))
    if (folded < portion) return
  }
}

/**
 * Every hour: of the hour before last the strongest senders of each scope stay, however many domains someone made up;
 * and what no page asks for any more goes. An hour's worth each time.
 */
export async function pruneTally(db: Db, now: number): Promise<void> {
  const before = slotOf(now - keptDays * day)
  const [from, to] = [hourSlotOf(now - 3 * hour), hourSlotOf(now - hour) - slotsPerHour]
  await db.transaction(async tx => {
    await sql`DELETE FROM sender_tally WHERE slot >= ${from} AND slot <= ${to} AND (scope, slot, sender) IN (
      SELECT scope, slot, sender FROM (
        SELECT scope, slot, sender, row_number() OVER (PARTITION BY scope, slot ORDER BY value DESC, sender) AS place
        FROM sender_tally WHERE slot >= ${from} AND slot <= ${to}
      ) ranked WHERE place > ${keptSenders}
    )`.execute(tx)
    await tx.deleteFrom('tally').where('slot', '<', before).execute()
    await tx.deleteFrom('sender_tally').where('slot', '<', before).execute()
  })
}

/** A mailbox takes its tallies along when it goes; those of its owner and the site stay. */
export async function dropTallies(tx: Tx, scopes: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('tally')
    .where('scope', 'in', [...scopes])
    .execute()
  await tx
    .deleteFrom('sender_tally')
    .where('scope', 'in', [...scopes])
    .execute()
}
