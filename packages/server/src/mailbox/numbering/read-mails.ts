/** Reads mails for programs: what is told of each, and its bytes from any place on. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { asBuffer } from '../../kernel/as-buffer.ts'
import { type Envelope, traceHeaders } from '../../mail/envelope.ts'
import type { FolderRow } from '../folder/repository.ts'
import { bytesByUid, countMarks, factsByUid, uidsAfter } from './repository.ts'

export type MailFacts = {
  uid: number
  octets: number
  internalDate: number
  savedAt: number
  emailId: string
  threadId: string | null
  preview: string
}

export type ReadDeps = {
  db: Db
  blobs: BlobStore
  /** The bytes of a sent mail, which belong to a room above. */
  sentBytes(outgoingId: string): Promise<Buffer | null>
}

const rowsAtOnce = 500

const sizeOf = (row: { size: number; outgoing_size: number | null }): number => row.outgoing_size ?? row.size

const headOf = (row: { envelope: string; received_at: number }): string =>
  traceHeaders(JSON.parse(row.envelope) as Envelope, row.received_at)

export async function factsIn(
  deps: Pick<ReadDeps, 'db'>,
  folder: FolderRow,
  uids: readonly number[],
): Promise<MailFacts[]> {
  const facts: MailFacts[] = []
  const wanted = [...new Set(uids)].sort((a, b) => a - b)
  for (let at = 0; at < wanted.length; at += rowsAtOnce) {
    const rows = await factsByUid(deps.db.query, folder, wanted.slice(at, at + rowsAtOnce))
    for (const row of rows)
      facts.push({
        uid: row.uid ?? 0,
        octets: headOf(row).length + sizeOf(row),
        internalDate: row.received_at,
        savedAt: row.saved_at ?? row.received_at,
        // The same bytes have the same id, in whatever folder they are.
        emailId: `m${row.message_seq}`,
        threadId: null,
        preview: row.preview,
      })
  }
  return facts
}

export const figuresOf = (deps: Pick<ReadDeps, 'db'>, folder: FolderRow) => countMarks(deps.db.aside, folder)

/** Over all of them: our trace headers stand before each, and no two need to be of one length. */
export async function octetsIn(deps: Pick<ReadDeps, 'db'>, folder: FolderRow): Promise<number> {
  let sum = 0
  for (let after = 0; ; ) {
    const uids = await uidsAfter(deps.db.aside, folder, after, rowsAtOnce)
    if (uids.length === 0) return sum
    const rows = await factsByUid(deps.db.aside, folder, uids)
    for (const row of rows) sum += headOf(row).length + sizeOf(row)
    after = uids.at(-1) ?? after
  }
}

/** Our own trace headers stand before the message, as in the source that the page shows. */
export async function readPart(
  deps: ReadDeps,
  folder: FolderRow,
  uid: number,
  from: number,
  most: number,
): Promise<Buffer | null> {
  const row = await bytesByUid(deps.db.query, folder, uid)
  if (!row) return null
  const head = Buffer.from(headOf(row), 'latin1')
  const parts: Buffer[] = []
  if (from < head.length) parts.push(head.subarray(from, from + most))
  const rest = most - (parts[0]?.length ?? 0)
  const begin = Math.max(0, from - head.length)
  if (rest > 0 && begin < sizeOf(row)) {
    const body = await bodyPart(deps, row, begin, Math.min(rest, sizeOf(row) - begin))
    if (body === null) return null
    parts.push(body)
  }
  return Buffer.concat(parts)
}

async function bodyPart(
  { blobs, sentBytes }: ReadDeps,
  row: NonNullable<Awaited<ReturnType<typeof bytesByUid>>>,
  from: number,
  most: number,
): Promise<Buffer | null> {
  if (row.raw !== null) return asBuffer(row.raw).subarray(from, from + most)
  if (row.blob_key !== null) return blobs.part(row.blob_key, from, most)
  const sent = row.outgoing_id === null ? null : await sentBytes(row.outgoing_id)
  return sent?.subarray(from, from + most) ?? null
}
