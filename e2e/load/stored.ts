/** Reads the database file after the program that owns the folder has stopped. */
import { sql } from 'kysely'
import { readRows } from '../../packages/server/src/database/read-rows.ts'
import { openDatabase } from '../../packages/server/src/database/start/open.ts'

export type Stored = {
  /** The number of mails in the mailbox. */
  mails: number
  /** The number of messages behind those mails. */
  messages: number
  /** The number of different message ids among those. */
  ids: number
  /** The number of accepted messages that are in no mailbox. */
  unprocessed: number
}

export async function storedIn(dataDir: string, address: string): Promise<Stored> {
  const db = await openDatabase({ url: '', dataDir, poolSize: 1, onError: () => undefined })
  const counts = sql<Stored>`SELECT count(*) AS mails, count(DISTINCT message.seq) AS messages,
      count(DISTINCT message.details ->> 'messageId') AS ids,
      (SELECT count(*) FROM message WHERE state <> 1 OR refs = 0) AS unprocessed
    FROM mail JOIN message ON message.seq = mail.message_seq JOIN mailbox ON mailbox.id = mail.mailbox_id
    WHERE mailbox.address = ${address}`
  const [stored] = await readRows(db.query, counts)
  await db.close()
  if (!stored) throw new Error('nothing was counted')
  return { ...stored }
}
