/**
 * Tickets with which one who is logged in opens a mailbox on another device: good once, for some minutes, as
 * long as the log-in that asked for it lasts. They travel in a QR code, so they are short; they are stored as
 * digests.
 */
import type { Query, Tx } from '../../database/types.ts'
import { minute } from '../../kernel/clock.ts'
import { hashToken, newTicket } from '../../kernel/ids.ts'
import { hit } from '../../ledger/throttle/throttle.ts'
import { shut } from './guard.ts'
import { isOver } from './session.ts'
import { deleteTicket, findTicket, insertTicket } from './ticket-repository.ts'

export const ticketMs = 5 * minute

/** Tickets of one mailbox within the window. */
export const mostTickets = 20
const windowMs = 10 * minute

export type Ticket = { ticket: string; expiresAt: number }

/** Makes a ticket for a mailbox that the session may open, or throws when there were many just now. */
export async function giveTicket(
  tx: Tx,
  given: { mailboxId: string; sessionId: string },
  now: number,
): Promise<Ticket> {
  const { count, secondsLeft } = await hit(tx, `ticket:${given.mailboxId}`, windowMs, now)
  if (count > mostTickets) throw shut(secondsLeft)
  const ticket = newTicket()
  const expiresAt = now + ticketMs
  await insertTicket(tx, {
    ticket_hash: hashToken(ticket),
    mailbox_id: given.mailboxId,
    session_id: given.sessionId,
    expires_at: expiresAt,
  })
  return { ticket, expiresAt }
}

/** The mailbox that a ticket opens; null when the ticket is over. One that ends too late was made before the clock was set back. */
export async function readTicket(query: Query, ticket: string, now: number): Promise<string | null> {
  const found = await findTicket(query, hashToken(ticket))
  if (!found || isOver(found, now)) return null
  const left = found.ticket_expires_at - now
  return left > 0 && left <= 2 * ticketMs ? found.mailbox_id : null
}

/** True for the one who comes first. */
export const spendTicket = (tx: Tx, ticket: string): Promise<boolean> => deleteTicket(tx, hashToken(ticket))
