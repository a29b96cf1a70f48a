/** Sets how soon SQLite's search index clears away removed entries. */
import { sql } from 'kysely'
import type { DatabaseKind, Tx } from '../types.ts'

/**
 * The index rewrites a part when this share of it is dead. With FTS5's default of 10, emptying a mailbox with
 * a million mails writes everything many times over, and everybody waits each time.
 */
const deadPercent = 50

export async function up(tx: Tx, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite')
    await sql`INSERT INTO mail_search (mail_search, rank) VALUES ('deletemerge', ${sql.lit(deadPercent)})`.execute(
      tx,
    )
}
