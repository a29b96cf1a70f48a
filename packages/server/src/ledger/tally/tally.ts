/**
 * Tallies: counts of events in quarters of an hour, for the site, each account and each mailbox, so that no
 * page ever counts mails. Code that counts an event adds an entry in the transaction of the event: one row
 * that nobody else waits for, and that exists exactly if the event does. A job adds the entries up
 * (fold-tally.ts), so that mails that arrive at the same time never wait for one common counter. This folder
 * knows the kinds of events, but not the pages that show them.
 *
 * The unit is a quarter of an hour, because every time zone of the world begins its day at one.
 */
import type { Insertable } from 'kysely'
import type { Tx } from '../../database/types.ts'
import type { Scope } from '../../kernel/call/caller.ts'
import { minute } from '../../kernel/clock.ts'
import { insertEntries } from './repository.ts'
import type { TallyEntryTable, TallyWhat } from './table.ts'

export type TallyEntry = {
  what: TallyWhat
  mailboxId: string | null
  ownerId: string | null
  /** The reason why it was not taken; empty otherwise. */
  reason?: string
  times?: number
  codes?: number
  bytes?: number
  /** The domain that a mail came from. */
  sender?: string
}

export const slotMs = 15 * minute
export const slotsPerHour = 4
export const slotsPerDay = 96

export const slotOf = (at: number): number => Math.floor(at / slotMs)
export const hourSlotOf = (at: number): number => slotOf(at) - (slotOf(at) % slotsPerHour)

export const siteScopeName = 'site'

/** Returns the name of the tallies that a caller sees. */
export const tallyScope = (scope: Scope): string => {
  switch (scope.kind) {
    case 'all':
      return siteScopeName
    case 'owner':
      return scope.accountId
    case 'mailbox':
      return scope.mailboxId
  }
}

const perStatement = 200

/** Joins equal events into one entry, so that a flood is one row. */
function summedUp(entries: readonly TallyEntry[], now: number) {
  const sums = new Map<string, Insertable<TallyEntryTable>>()
  for (const {
    what,
    mailboxId,
    ownerId,
    reason = '',
    sender = '',
    times = 1,
    codes = 0,
    bytes = 0,
  } of entries) {
    const key = `${what} ${mailboxId} ${ownerId} ${reason} ${sender}`
    const known = sums.get(key)
    sums.set(key, {
      at: now,
      mailbox_id: mailboxId,
      owner_id: ownerId,
      what,
      reason,
      sender,
      times: times + (known?.times ?? 0),
      codes: codes + (known?.codes ?? 0),
      bytes: bytes + (known?.bytes ?? 0),
    })
  }
  return [...sums.values()]
}

/** Enters events in the transaction in which they happen. */
export async function noteTally(tx: Tx, entries: readonly TallyEntry[], now: number): Promise<void> {
  const rows = summedUp(entries, now)
  for (let at = 0; at < rows.length; at += perStatement) {
    await insertEntries(tx, rows.slice(at, at + perStatement))
  }
}

/** Returns the domain of an address for counting; empty when there is none. */
export function senderDomain(address: string): string {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .slice(0, 253)
  return address.includes('@') ? domain : ''
}
