/** What is really in the database file; the program that owns the folder has stopped. */
import { sql } from 'kysely'
import { openDatabase } from '../../packages/server/src/database/open.ts'

export type Stored = {
  /** Mails in the mailbox. */
  mails: number
  /** Messages they are mails of. */
  messages: number
  /** Different message ids among those. */
  ids: number
  /** Accepted and in no mailbox. */
  unprocessed: number
}

export async function storedIn(dataDir: string, address: string): Promise<Stored> {
  const db = await openDatabase({ url: '', dataDir, poolSize: 1, onError: () => undefined })
  const { rows } = await sql<Stored>`SELECT count(*) AS mails, count(DISTINCT message.seq) AS messages,
      count(DISTINCT message.details ->> 'messageId') AS ids,
      (SELECT count(*) FROM message WHERE state <> 1 OR refs = 0) AS unprocessed
    FROM mail JOIN message ON message.seq = mail.message_seq JOIN mailbox ON mailbox.id = mail.mailbox_id
    WHERE mailbox.address = ${address}`.execute(db.query)
  await db.close()
  const [stored] = rows
  if (!stored) throw new Error('nothing was counted')
  return { ...stored }
}
