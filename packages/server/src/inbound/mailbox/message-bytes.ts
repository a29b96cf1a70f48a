/** The bytes of stored messages, wherever they are. */
import { AppError } from '../../app-error.ts'
import { asBuffer } from '../../as-buffer.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import type { FilterFacts } from '../filter/filter.ts'
import type { WorkerPool } from '../process/worker-pool.ts'
import { parseDetails } from './mail-row.ts'

/** Where the bytes of a message are. */
export type BytesPlace = { raw: Uint8Array | null; blob_key: string | null }

/** Null when the content is gone or damaged. */
export async function messageBytes(blobs: BlobStore, row: BytesPlace): Promise<Buffer | null> {
  if (row.raw !== null) return asBuffer(row.raw)
  return row.blob_key === null ? null : blobs.get(row.blob_key)
}

export async function wholeMessage(blobs: BlobStore, row: BytesPlace): Promise<Buffer> {
  const raw = await messageBytes(blobs, row)
  if (!raw) throw new AppError('notFound', { msg: '这封邮件的内容已经损坏' })
  return raw
}

/** What filters see of stored messages: read anew from the bytes, with the judgement made when they arrived. */
export async function filterFactsOf(
  deps: { db: Db; blobs: BlobStore; pool: WorkerPool },
  seqs: readonly number[],
): Promise<Map<number, FilterFacts>> {
  const rows = await deps.db.query
    .selectFrom('message')
    .leftJoin('message_raw', 'message_raw.seq', 'message.seq')
    .select(['message.seq', 'raw', 'blob_key', 'details', 'spam_score', 'from_name', 'from_address'])
    .where('message.seq', 'in', [...seqs])
    .execute()
  const found: { row: (typeof rows)[number]; raw: Buffer }[] = []
  for (const row of rows) {
    const raw = await messageBytes(deps.blobs, row)
    if (raw) found.push({ row, raw })
  }
  const facts = await deps.pool.run('facts', { raws: found.map(item => item.raw) })
  return new Map(
    found.flatMap(({ row }, index) => {
      const seen = facts[index]
      if (!seen) return []
      const { auth } = parseDetails(row.details)
      const results = auth && { spf: auth.spf.result, dkim: auth.dkim.result, dmarc: auth.dmarc.result }
      // One without an address in From was taken for its envelope's sender, which is not in the bytes.
      const sender = { from: row.from_address, fromName: row.from_name }
      return [
        [row.seq, { ...seen, ...sender, auth: results ?? seen.auth, spamScore: row.spam_score }] as const,
      ]
    }),
  )
}
