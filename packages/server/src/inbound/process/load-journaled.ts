/**
 * Reads messages back that are journaled and not in memory: from the spool, or from their rows in the database. It
 * reads one after the other, so that a caller who has enough can stop.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import type { Log } from '../../kernel/log.ts'
import type { Envelope } from '../../mail/envelope.ts'
import type { Journaled } from '../journal/journaled.ts'
import { findUnprocessed } from '../journal/repository.ts'
import { isSpooled, type Spool } from '../journal/spool/spool.ts'

export type LoadDeps = {
  db: Db
  log: Log
  blobs: BlobStore
  /** The content of a journaled message is not there, or damaged. */
  missing(seq: number): Promise<void>
  /** Holds the messages that have no row in the database yet. */
  spool?: Pick<Spool, 'load'> | null
}

/** `gone`: somebody else is done with it, or there is nothing left of it. `unreadable`: not just now. */
type Loaded = { seq: number; found: Journaled | 'gone' | 'unreadable' }

export function createLoader({ db, log, blobs, missing, spool }: LoadDeps) {
  /** One that cannot be read back holds up no other. */
  function fromSpool(seq: number): Loaded {
    try {
      return { seq, found: spool?.load(seq) ?? 'unreadable' }
    } catch (cause) {
      log.error({ err: cause, seq }, 'a message in the spool cannot be read')
      return { seq, found: 'unreadable' }
    }
  }

  async function* fromRows(seqs: readonly number[]): AsyncGenerator<Loaded> {
    const rows = await findUnprocessed(db.query, seqs)
    const open = new Set(rows.map(row => row.seq))
    for (const seq of seqs) if (!open.has(seq)) yield { seq, found: 'gone' }
    for (const { seq, raw, blob_key, envelope, received_at } of rows) {
      const bytes = raw ?? (blob_key === null ? null : await blobs.get(blob_key))
      if (bytes === null) {
        await missing(seq)
        yield { seq, found: 'gone' }
        continue
      }
      const found: Journaled = {
        seq,
        raw: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        envelope: JSON.parse(envelope) as Envelope,
        receivedAt: received_at,
      }
      yield { seq, found }
    }
  }

  return async function* load(seqs: readonly number[]): AsyncGenerator<Loaded> {
    for (const seq of seqs) if (isSpooled(seq)) yield fromSpool(seq)
    const inRows = seqs.filter(seq => !isSpooled(seq))
    if (inRows.length > 0) yield* fromRows(inRows)
  }
}
