/**
 * Tallies: how often what happened, in quarters of an hour, for the site, each account and each mailbox, so that no page
 * ever counts mails. Whoever has something to count adds an entry in the transaction in which it happens: one row that
 * nobody else waits for, and that is there exactly if the thing is. A job adds the entries up (fold-tally.ts), so that
 * mails that come in at once never wait for one common counter. What is counted is known here; who looks at it is not.
 *
 * A quarter, because every zone of the world begins its day at one.
 */
import type { Insertable } from 'kysely'
import { minute } from '../../clock.ts'
import { preparedRows } from '../../database/prepared.ts'
import type { Tx } from '../../database/types.ts'
import type { Scope } from '../../identity/access.ts'
import type { TallyEntryTable } from './table.ts'

export type TallyWhat =
  | 'received'
  | 'spam'
  | 'refused'
  | 'deferred'
  | 'discarded'
  | 'created'
  /** Recipients that mail was sent to, that got it, and that it came back from. */
  | 'sent'
  | 'delivered'
  | 'bounced'

export type TallyEntry = {
  what: TallyWhat
  mailboxId: string | null
  ownerId: string | null
  /** Why it was not taken; empty otherwise. */
  reason?: string
  times?: number
  codes?: number
  bytes?: number
  /** The domain a mail came from. */
  sender?: string
}

export const slotMs = 15 * minute
export const slotsPerHour = 4
export const slotsPerDay = 96

export const slotOf = (at: number): number => Math.floor(at / slotMs)
export const hourSlotOf = (at: number): number => slotOf(at) - (slotOf(at) % slotsPerHour)

export const siteScopeName = 'site'

/** The name of the tallies that a caller sees. */
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

/** A flood of the same is one entry. */
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

const insertEntries = preparedRows((query, rows: Insertable<TallyEntryTable>[]) =>
  query.insertInto('tally_entry').values(rows),
)

/** Enters what has happened, in the transaction in which it happens. */
export async function noteTally(tx: Tx, entries: readonly TallyEntry[], now: number): Promise<void> {
  const rows = summedUp(entries, now)
  for (let at = 0; at < rows.length; at += perStatement) {
    await insertEntries(tx, rows.slice(at, at + perStatement))
  }
}

/** The domain of an address as it is counted; empty when there is none. */
export function senderDomain(address: string): string {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .slice(0, 253)
  return address.includes('@') ? domain : ''
}
