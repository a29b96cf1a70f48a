import { openWrapper } from '../enclosed/open-wrapper.ts'
import { decodeChunks } from '../text/transfer-encoding.ts'
import type { Located, Wrapper } from './parsed-mail.ts'

/** Takes the bytes of an attachment out of its raw mail. */

const NOTHING = Buffer.alloc(0)

/**
 * Yields chunks of at most 64 KB, decoded on demand, so that a large attachment can be streamed to a client.
 */
export function decodePartChunks(raw: Uint8Array, attachment: Located): Generator<Uint8Array, void> {
  const { start, end, encoding, within } = attachment
  const source = within === undefined ? raw : (openedWrapper(raw, within) ?? NOTHING)
  return decodeChunks(source.subarray(start, end), encoding)
}

/** Returns the whole content at once: exactly `attachment.size` bytes. */
export function decodePart(raw: Uint8Array, attachment: Located): Uint8Array {
  return Buffer.concat([...decodePartChunks(raw, attachment)])
}

/** Returns the entity within a wrapper of the mail; null when it stays closed. */
export function openedWrapper(raw: Uint8Array, wrapper: Wrapper): Buffer | null {
  return openWrapper(wrapper.kind, Buffer.concat([...decodePartChunks(raw, wrapper)]))
}
