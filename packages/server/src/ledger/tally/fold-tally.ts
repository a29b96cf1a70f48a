/**
 * Adds entries to the tallies, one portion per transaction. The same transaction adds the entries and deletes
 * them, so each counts exactly once, whatever interrupts it and however many nodes fold.
 */
import type { DatabaseKind, Db, Tx } from '../../database/types.ts'
import { day, hour } from '../../kernel/clock.ts'
import {
  addToSenderTallies,
  addToTallies,
  deleteTalliesBefore,
  deleteWeakSenders,
  type EntryRow,
  hasEntries,
  takeEntries,
} from './repository.ts'
import { hourSlotOf, siteScopeName, slotOf, slotsPerHour } from './tally.ts'

const portion = 2000
/** Two spans of thirty days and a few days more. */
const keptDays = 65
const keptSenders = 20

/** Returns the names under which one entry counts in each of its scopes. */
function namesOf(entry: EntryRow): [name: string, value: number][] {
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

const scopesOf = (entry: EntryRow): string[] =>
  [siteScopeName, entry.owner_id, entry.mailbox_id].filter(scope => scope !== null)

type Sums = Map<string, { scope: string; slot: number; name: string; value: number }>

function add(sums: Sums, scope: string, slot: number, name: string, value: number): void {
  if (value === 0) return
  const key = `${scope} ${slot} ${name}`
  const known = sums.get(key)
  if (known) known.value += value
  else sums.set(key, { scope, slot, name, value })
}

/** The order is the same everywhere, so that two nodes never deadlock. */
const inOrder = (sums: Sums) => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)

async function writeSums(tx: Tx, tallies: Sums, senders: Sums): Promise<void> {
  await addToTallies(tx, inOrder(tallies))
  await addToSenderTallies(
    tx,
    inOrder(senders).map(({ scope, slot, name, value }) => ({ scope, slot, sender: name, value })),
  )
}

async function foldPortion(tx: Tx, kind: DatabaseKind): Promise<number> {
  const entries = await takeEntries(tx, kind, portion)
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

/** Adds up all entries made so far. */
export async function foldTally(db: Db): Promise<void> {
  while (await hasEntries(db.query)) {
    const folded = await db.transaction(tx => foldPortion(tx, db.kind))
    if (folded < portion) return
  }
}

/**
 * Runs every hour. It keeps only the strongest senders of each scope in the hour before the last, however
 * many domains somebody invented. It also deletes tallies that no page shows any more.
 */
export async function pruneTally(db: Db, now: number): Promise<void> {
  const before = slotOf(now - keptDays * day)
  const [from, to] = [hourSlotOf(now - 3 * hour), hourSlotOf(now - hour) - slotsPerHour]
  await db.transaction(async tx => {
    await deleteWeakSenders(tx, from, to, keptSenders)
    await deleteTalliesBefore(tx, before)
  })
}
