/**
 * The journal: where a message becomes durable, before it is accepted. Messages that arrive while a write is under way
 * are written together in the next, so that many share one commit. After a crash any
 * node finds the messages that are journaled and not yet processed.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import { dropLoose, putLoose, useBlobs } from '../../blobs/loose-blobs.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Envelope } from '../../mail/envelope.ts'
import type { Journaled } from './journaled.ts'
import { insertMessages, insertRaws, journalRow, seqsInOrder } from './repository.ts'

/** Larger messages go to the blob store; the row keeps their key. */
export const inlineBytes = 256 * 1024
const maxBatch = 64
const maxBatchBytes = 8 * 1024 * 1024

type Waiting = {
  raw: Buffer
  envelope: Envelope
  blobKey: string | null
  resolve(journaled: Journaled): void
  reject(cause: unknown): void
}

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
  /** Takes the messages that fit into a row, where the database is a file of this node. */
  spool?: Journal | null
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
      // A message that arrives in this tick of the event loop joins the batch.
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
