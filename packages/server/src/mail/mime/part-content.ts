import type { Attachment } from './parsed-mail.ts'
import { decodeChunks } from './transfer-encoding.ts'

/** The bytes of an attachment, taken out of the raw mail that it was found in. */

type Located = Pick<Attachment, 'start' | 'end' | 'encoding'>

/** Chunks of at most 64 KB, decoded on demand: for streaming a large attachment to a client. */
export function decodePartChunks(raw: Uint8Array, attachment: Located): Generator<Uint8Array, void> {
  return decodeChunks(raw.subarray(attachment.start, attachment.end), attachment.encoding)
}

/** The whole content at once; exactly `attachment.size` bytes. */
export function decodePart(raw: Uint8Array, attachment: Located): Uint8Array {
  return Buffer.concat([...decodePartChunks(raw, attachment)])
}
