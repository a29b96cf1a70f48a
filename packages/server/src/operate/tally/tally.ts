/**
 * Tallies: how often what happened, in quarters of an hour, for the site, each account and each mailbox, so that no page
 * ever counts mails. Whoever has something to count adds an entry in the transaction in which it happens: one row that
 * nobody else waits for, and that is there exactly if the thing is. A job adds the entries up (fold-tally.ts), so that
 * mails that come in at once never wait for one common counter. What is counted is known here; who looks at it is not.
 *
 * A quarter, because every zone of the world begins its day at one.
 */
import { minute } from '../../clock.ts'
import type { Tx } from '../../database/types.ts'

export type TallyWhat = 'received' | 'spam' | 'refused' | 'deferred' | 'discarded' | 'created'

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

const perStatement = 50

export async function noteTally(tx: Tx, entries: readonly TallyEntry[], now: number): Promise<void> {
  for (let at = 0; at < entries.length; at += perStatement) {
    const rows = entries.slice(at, at + perStatement).map(entry => ({
      at: now,
      mailbox_id: entry.mailboxId,
      owner_id: entry.ownerId,
      what: entry.what,
      reason: entry.reason ?? '',
      times: entry.times ?? 1,
      codes: entry.codes ?? 0,
      bytes: entry.bytes ?? 0,
      sender: entry.sender ?? '',
    }))
    await tx.insertInto('tally_entry').values(rows).execute()
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
