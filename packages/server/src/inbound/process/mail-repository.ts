/** The rows of mails that are put into their mailboxes. */
import { preparedRows } from '../../database/prepared.ts'
import type { Tx } from '../../database/types.ts'
import type { newMail } from './place-mails.ts'

type MailRow = ReturnType<typeof newMail> & { message_seq: number }

const rowsPerStatement = 200

const insertMailRows = preparedRows((query, rows: MailRow[]) =>
  query.insertInto('mail').values(rows).returning(['id', 'seq']),
)

/** Returns the number of each mail by its id. */
export async function insertMails(tx: Tx, rows: readonly MailRow[]): Promise<Map<string, number>> {
  const seqs = new Map<string, number>()
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const made = await insertMailRows(tx, rows.slice(at, at + rowsPerStatement))
    for (const { id, seq } of made) seqs.set(id, seq)
  }
  return seqs
}
