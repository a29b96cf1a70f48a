import { inflateSync } from 'node:zlib'
import { purposeOf, readCompressed, readSigned } from './read-cms.ts'
import { mailOfTnef } from './tnef-mail.ts'

/**
 * Opens the forms in which other programs enclose a letter and its files. What is inside comes out as a MIME
 * entity, which is read like any mail. Bytes that are not what they pretend to be stay closed: senders can
 * write any nonsense, and reading a mail must never fail.
 */

/** `smime` is a container of RFC 8551 that is not encrypted. */
export type WrapperKind = 'tnef' | 'smime'

const MOST_OPENED = 40 * 1024 * 1024
/** Nothing honest grows more than that when it is opened. */
const MOST_GROWTH = 20
const SMALL = 256 * 1024

/** How many bytes may come out of so many: of a wrapper, or of all the wrappers of a mail. */
export const mostOpened = (bytes: number): number => Math.min(MOST_OPENED, bytes * MOST_GROWTH + SMALL)

const openers: Readonly<Record<WrapperKind, (bytes: Buffer) => Buffer>> = {
  tnef: mailOfTnef,
  smime: entityOfSmime,
}

/** Returns the same entity for the same bytes each time, so that places in it can be kept; null when it stays closed. */
export function openWrapper(kind: WrapperKind, bytes: Buffer): Buffer | null {
  try {
    return openers[kind](bytes)
  } catch {
    return null
  }
}

/** Containers hold any data. Only what begins with a header field can be a letter. */
const HEADER_FIELD = /^[!-9;-~]{1,77}[ \t]{0,9}:/

/** Throws when the container holds no letter. */
function entityOfSmime(bytes: Buffer): Buffer {
  const entity =
    purposeOf(bytes) === 'compressed'
      ? inflateSync(readCompressed(bytes), { maxOutputLength: mostOpened(bytes.length) })
      : readSigned(bytes).content
  if (entity === null || !HEADER_FIELD.test(entity.toString('latin1', 0, 100)))
    throw new RangeError('there is no letter within')
  return entity
}
