import { decodeChunks } from '../text/transfer-encoding.ts'
import type { Attachment } from './parsed-mail.ts'

/** Takes the bytes of an attachment out of its raw mail. */

type Located = Pick<Attachment, 'start' | 'end' | 'encoding'>

/**
 * Yields chunks of at most 64 KB, decoded on demand, so that a large attachment can be streamed to a client.
 */
export function decodePartChunks(raw: Uint8Array, attachment: Located): Generator<Uint8Array, void> {
  return decodeChunks(raw.subarray(attachment.start, attachment.end), attachment.encoding)
}

/** Returns the whole content at once: exactly `attachment.size` bytes. */
export function decodePart(raw: Uint8Array, attachment: Located): Uint8Array {
  return Buffer.concat([...decodePartChunks(raw, attachment)])
}
