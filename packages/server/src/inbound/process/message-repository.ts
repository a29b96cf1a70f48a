/**
 * The rows of messages that are being put into their mailboxes. A message that was journaled in the database has its row,
 * which is completed; a message from the spool gets its row now.
 */
import { sql } from 'kysely'
import { giveUpBlobs } from '../../blobs/loose-blobs.ts'
import { preparedList, preparedRows } from '../../database/prepared.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import { insertRaws, seqsInOrder, writtenOut } from '../journal/repository.ts'
import { isSpooled, ticketOf } from '../journal/spool/spool.ts'
import { markDone } from '../journal/spool/ticket-repository.ts'
import type { ArrivedMail } from './arrived-mail.ts'
import type { Incoming } from './incoming.ts'

/** The state is written out: as a value to be filled in, it would have SQLite plan the statement anew every time it runs. */
const openOf = (query: Query, seqs: number[]) =>
  query
    .selectFrom('message')
    .select('seq')
    .where('seq', 'in', seqs)
    .where('state', '=', sql.lit(0))
    .orderBy('seq')
const openMessages = preparedList(openOf)
const holdOpenMessages = preparedList((query, seqs: number[]) => openOf(query, seqs).forUpdate())

async function openRows(tx: Tx, kind: DatabaseKind, seqs: readonly number[]): Promise<number[]> {
  if (seqs.length === 0) return []
  const find = kind === 'postgres' ? holdOpenMessages : openMessages
  return (await find(tx, seqs)).map(({ seq }) => seq)
}

/** Returns those that nobody has processed yet. The transaction holds them, so that nobody else processes them meanwhile. */
export async function stillOpen(
  tx: Tx,
  kind: DatabaseKind,
  messages: readonly Incoming[],
): Promise<readonly Incoming[]> {
  const seqs = messages.map(({ journaled }) => journaled.seq)
  const rows = await openRows(
    tx,
    kind,
    seqs.filter(seq => !isSpooled(seq)),
  )
  const tickets = await markDone(tx, seqs.filter(isSpooled).map(ticketOf))
  const open = new Set(rows)
  // Each number lets one message through, should the same message be given twice.
  return messages.filter(({ journaled: { seq } }) =>
    isSpooled(seq) ? tickets.delete(ticketOf(seq)) : open.delete(seq),
  )
}

/** The columns of a message that lists show. */
export const listedIn = (mail: ArrivedMail) => ({
  subject: mail.subject,
  from_name: mail.from.name,
  from_address: mail.from.address,
  preview: mail.preview,
  code: mail.code,
  link: mail.link,
  attachment_count: mail.attachmentCount,
  spam_score: mail.spamScore,
})

const foundIn = (mail: ArrivedMail) => ({ ...listedIn(mail), details: mail.details })

const wholeRow = ({ journaled, mail }: Incoming, refs: number) => ({
  received_at: journaled.receivedAt,
  size: journaled.raw.length,
  envelope: JSON.stringify(journaled.envelope),
  refs,
  ...foundIn(mail),
})

/** These values are the same in every row. They are part of the statement, so that nobody needs to fill them in. */
const written = writtenOut({
  blob_key: null,
  claimed_by: '',
  claimed_until: 0,
  attempts: 0,
  state: 1 as const,
})

const insertWhole = preparedRows((query, rows: ReturnType<typeof wholeRow>[]) =>
  query
    .insertInto('message')
    .values(rows.map(row => ({ ...row, ...written })))
    .returning('seq'),
)

/** Gives messages from the spool their rows, with how many mails will point there; returns the numbers of the rows. */
export async function insertSpooled(
  tx: Tx,
  refs: ReadonlyMap<Incoming, number>,
): Promise<Map<Incoming, number>> {
  const messages = [...refs.keys()].filter(({ journaled }) => isSpooled(journaled.seq))
  if (messages.length === 0) return new Map()
  const made = await insertWhole(
    tx,
    messages.map(message => wholeRow(message, refs.get(message) ?? 0)),
  )
  const seqs = seqsInOrder(made)
  const rows = messages.map((message, index) => ({ message, seq: seqs[index] as number }))
  await insertRaws(
    tx,
    rows.map(({ message, seq }) => ({ seq, raw: message.journaled.raw })),
  )
  return new Map(rows.map(({ message, seq }) => [message, seq]))
}

type Completed = ReturnType<typeof foundIn> & { seq: number; refs: number }

const completeRow = preparedRows((query, rows: Completed[]) => {
  const { seq, ...columns } = rows[0] as Completed
  return query
    .updateTable('message')
    .set({ ...columns, state: 1 })
    .where('seq', '=', seq)
})

/** A message that no mailbox keeps goes at once; the key of its blob is returned, to be removed after the commit. */
export async function finishMessage(
  tx: Tx,
  { journaled, mail }: Incoming,
  refs: number,
): Promise<string | null> {
  if (isSpooled(journaled.seq)) return null
  if (refs === 0) {
    const gone = tx.deleteFrom('message').where('seq', '=', journaled.seq).returning('blob_key')
    const key = (await gone.executeTakeFirst())?.blob_key ?? null
    await giveUpBlobs(tx, key === null ? [] : [key])
    return key
  }
  await completeRow(tx, [{ seq: journaled.seq, refs, ...foundIn(mail) }])
  return null
}
