/** The tickets of messages from the spool that are in their mailboxes; kept as long as the file that has the message. */
import { preparedRows } from '../../../database/prepared.ts'
import type { Db, Tx } from '../../../database/types.ts'

const insertTickets = preparedRows((query, rows: { ticket: number }[]) =>
  query
    .insertInto('spool_ticket')
    .values(rows)
    .onConflict(oc => oc.column('ticket').doNothing())
    .returning('ticket'),
)

/** Writes down that these are done, in the transaction that does it; returns those that were not done before. */
export async function markDone(tx: Tx, tickets: readonly number[]): Promise<Set<number>> {
  if (tickets.length === 0) return new Set()
  const made = await insertTickets(
    tx,
    tickets.map(ticket => ({ ticket })),
  )
  return new Set(made.map(({ ticket }) => ticket))
}

export async function ticketsDone(db: Db, first: number, last: number): Promise<number[]> {
  const rows = await db.query
    .selectFrom('spool_ticket')
    .select('ticket')
    .where('ticket', '>=', first)
    .where('ticket', '<=', last)
    .execute()
  return rows.map(({ ticket }) => ticket)
}

export async function forgetTickets(db: Db, first: number, last: number): Promise<void> {
  await db.transaction(tx =>
    tx.deleteFrom('spool_ticket').where('ticket', '>=', first).where('ticket', '<=', last).execute(),
  )
}

export async function lastTicketDone(db: Db): Promise<number> {
  const row = await db.query
    .selectFrom('spool_ticket')
    .select(eb => eb.fn.max('ticket').as('last'))
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}
