/** A message of the spool that is in its mailboxes. */
export type SpoolTicketTable = { ticket: number }

declare module '../../../database/schema.ts' {
  interface Schema {
    spool_ticket: SpoolTicketTable
  }
}
