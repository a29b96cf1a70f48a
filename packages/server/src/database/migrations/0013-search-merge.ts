/** How soon the search index of SQLite clears away what was removed from it. */
import { sql } from 'kysely'
import type { DatabaseKind, Tx } from '../types.ts'

/**
 * A part of the index is written anew when so many percent of it are dead. With FTS5's own 10 a mailbox with a million
 * mails that is emptied writes everything many times over, and each time everybody waits for it.
 */
const deadPercent = 50

export async function up(tx: Tx, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite')
    await sql`INSERT INTO mail_search (mail_search, rank) VALUES ('deletemerge', ${sql.lit(deadPercent)})`.execute(
      tx,
    )
}
