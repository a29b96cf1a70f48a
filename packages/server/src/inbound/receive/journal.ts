/**
 * The journal: where a message becomes durable, before it is accepted. Messages that arrive while a write is under way
 * are written together in the next, so that many share one commit. What is journaled and not yet processed is found
 * again after a crash, by any node.
 */
import { type RawBuilder, sql } from 'kysely'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { dropLoose, putLoose, useBlobs } from '../../blobs/loose-blobs.ts'
import { type Clock, minute } from '../../clock.ts'
import { preparedRows } from '../../database/prepared.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { Envelope } from './envelope.ts'
import type { Spool } from './spool/spool.ts'

/** Larger messages go to the blob store; the row keeps their key. */
export const inlineBytes = 256 * 1024
/** How long the node that took a message has to process it before another may. */
export const claimMs = minute
const maxBatch = 64
const maxBatchBytes = 8 * 1024 * 1024

export type Journaled = {
  /** Of its row; below zero the ticket of a message that is in the spool and has no row yet. */
  seq: number
  raw: Buffer
  envelope: Envelope
  receivedAt: number
}

type Waiting = {
  raw: Buffer
  envelope: Envelope
  blobKey: string | null
  resolve(journaled: Journaled): void
  reject(cause: unknown): void
}

/** What is known of a message before it was read. */
export const notReadYet = {
  subject: '',
  from_name: '',
  from_address: '',
  preview: '',
  code: null,
  link: null,
  attachment_count: 0,
  spam_score: 0,
  details: '{}',
} as const

const journalRow = (
  { raw, envelope, blobKey }: Pick<Waiting, 'raw' | 'envelope' | 'blobKey'>,
  nodeId: string,
  now: number,
) => ({
  received_at: now,
  size: raw.length,
  blob_key: blobKey,
  envelope: JSON.stringify(envelope),
  claimed_by: nodeId,
  claimed_until: now + claimMs,
})

/** Values that are part of a statement's text. */
export const writtenOut = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([column, value]) => [column, sql.lit(value)])) as {
    [Column in keyof Values]: RawBuilder<Values[Column]>
  }

/** The same in every new row: part of the statement, so that it need not be filled in. */
const fresh = writtenOut({ state: 0 as const, attempts: 0, refs: 0, ...notReadYet })

type MessageInsert = ReturnType<typeof journalRow>

const insertMessages = preparedRows((query, rows: MessageInsert[]) =>
  query
    .insertInto('message')
    .values(rows.map(row => ({ ...row, ...fresh })))
    .returning('seq'),
)
export const insertRaws = preparedRows((query, rows: { seq: number; raw: Buffer }[]) =>
  query.insertInto('message_raw').values(rows),
)

/** Rows are made in the order given and numbered upwards; in what order they are told is nobody's promise. */
export const seqsInOrder = (made: readonly { seq: number }[]): number[] =>
  made.map(({ seq }) => seq).sort((a, b) => a - b)

/** Journals a message together with whatever else the transaction does; it is taken on after the commit. */
export async function journalIn(
  tx: Tx,
  item: { raw: Buffer; envelope: Envelope; blobKey: string | null; nodeId: string; now: number },
): Promise<Journaled> {
  const row = journalRow(item, item.nodeId, item.now)
  const [made] = await insertMessages(tx, [row])
  if (!made) throw new Error('the journal lost a row')
  const { seq } = made
  if (item.blobKey === null) await insertRaws(tx, [{ seq, raw: item.raw }])
  return { seq, raw: item.raw, envelope: item.envelope, receivedAt: item.now }
}

export type Journal = {
  /** Resolves when the message is on disk. */
  append(raw: Buffer, envelope: Envelope): Promise<Journaled>
}

function takeBatch(queue: Waiting[]): Waiting[] {
  let bytes = 0
  let count = 0
  while (count < queue.length && count < maxBatch) {
    bytes += queue[count]?.blobKey === null ? (queue[count]?.raw.length ?? 0) : 0
    if (count > 0 && bytes > maxBatchBytes) break
    count++
  }
  return queue.splice(0, count)
}

export type JournalDeps = {
  db: Db
  clock: Clock
  blobs: BlobStore
  nodeId: string
  /** Where the database is a file of this node, messages that fit into a row wait beside it. */
  spool?: Pick<Spool, 'append'> | null
}

export function createJournal(deps: JournalDeps): Journal {
  const queue: Waiting[] = []
  let writing = false

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    const now = deps.clock.now()
    const rows = batch.map(item => journalRow(item, deps.nodeId, now))
    try {
      const keys = batch.flatMap(({ blobKey }) => blobKey ?? [])
      const written = await deps.db.transaction(async tx => {
        await useBlobs(tx, keys)
        const seqs = seqsInOrder(await insertMessages(tx, rows))
        const raws = batch.flatMap(({ raw, blobKey }, index) => {
          const seq = seqs[index]
          return blobKey === null && seq !== undefined ? [{ seq, raw }] : []
        })
        if (raws.length > 0) await insertRaws(tx, raws)
        return seqs
      })
      batch.forEach((item, index) => {
        const seq = written[index]
        if (seq !== undefined) item.resolve({ seq, raw: item.raw, envelope: item.envelope, receivedAt: now })
        else item.reject(new Error('the journal lost a row'))
      })
    } catch (cause) {
      for (const item of batch) item.reject(cause)
    }
  }

  async function drain(): Promise<void> {
    writing = true
    while (queue.length > 0) await writeBatch(takeBatch(queue))
    writing = false
  }

  function enqueue(raw: Buffer, envelope: Envelope, blobKey: string | null): Promise<Journaled> {
    return new Promise((resolve, reject) => {
      queue.push({ raw, envelope, blobKey, resolve, reject })
      // Whoever arrives in this tick of the event loop joins the batch.
      if (!writing) {
        writing = true
        setImmediate(() => void drain())
      }
    })
  }

  return {
    async append(raw, envelope) {
      if (raw.length <= inlineBytes) return deps.spool?.append(raw, envelope) ?? enqueue(raw, envelope, null)
      const blobKey = await putLoose(deps, raw)
      try {
        return await enqueue(raw, envelope, blobKey)
      } catch (cause) {
        // Whether the row was kept may not be known; the content goes only if it was not. The first fault is the one to tell.
        await dropLoose(deps, blobKey).catch(() => undefined)
        throw cause
      }
    },
  }
}
