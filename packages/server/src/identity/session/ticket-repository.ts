import type { Query, Tx } from '../../database/types.ts'
import type { LoginTicketTable } from './table.ts'

export async function insertTicket(tx: Tx, row: LoginTicketTable): Promise<void> {
  await tx.insertInto('login_ticket').values(row).execute()
}

/** Returns the ticket with the session that it was made in. */
export const findTicket = (query: Query, ticketHash: string) =>
  query
    .selectFrom('login_ticket')
    .innerJoin('session', 'session.id', 'login_ticket.session_id')
    .select([
      'login_ticket.mailbox_id',
      'login_ticket.expires_at as ticket_expires_at',
      'session.expires_at',
      'session.created_at',
      'session.acted_by',
    ])
    .where('ticket_hash', '=', ticketHash)
    .executeTakeFirst()

/** False when it is not there any more: of several who come with it one finds it. */
export async function deleteTicket(tx: Tx, ticketHash: string): Promise<boolean> {
  const gone = await tx.deleteFrom('login_ticket').where('ticket_hash', '=', ticketHash).executeTakeFirst()
  return gone.numDeletedRows === 1n
}

export async function deleteTicketsOf(tx: Tx, mailboxId: string): Promise<void> {
  await tx.deleteFrom('login_ticket').where('mailbox_id', '=', mailboxId).execute()
}

export async function sweepTickets(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('login_ticket').where('expires_at', '<=', now).execute()
}
