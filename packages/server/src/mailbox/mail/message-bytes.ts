/** The bytes of stored messages, wherever they are. */

import type { BlobStore } from '../../blobs/blob-store.ts'
import { AppError } from '../../kernel/app-error.ts'
import { asBuffer } from '../../kernel/as-buffer.ts'
import { mailboxWords } from '../words/words.ts'

/** Where the bytes of a message are. */
export type BytesPlace = { raw: Uint8Array | null; blob_key: string | null }

/** Null when the content is gone or damaged. */
export async function messageBytes(blobs: BlobStore, row: BytesPlace): Promise<Buffer | null> {
  if (row.raw !== null) return asBuffer(row.raw)
  return row.blob_key === null ? null : blobs.get(row.blob_key)
}

export async function wholeMessage(blobs: BlobStore, row: BytesPlace): Promise<Buffer> {
  const raw = await messageBytes(blobs, row)
  if (!raw) throw new AppError('notFound', { msg: mailboxWords.messageBroken })
  return raw
}
