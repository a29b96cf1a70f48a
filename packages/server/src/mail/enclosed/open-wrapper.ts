import { mailOfTnef } from './tnef-mail.ts'

/**
 * Opens the forms in which other programs enclose a letter and its files. What is inside comes out as a MIME
 * entity, which is read like any mail. Bytes that are not what they pretend to be stay closed: senders can
 * write any nonsense, and reading a mail must never fail.
 */

export type WrapperKind = 'tnef'

/** The bytes that are opened in one mail, all wrappers together. */
export const MOST_OPENED = 40 * 1024 * 1024

const openers: Readonly<Record<WrapperKind, (bytes: Buffer) => Buffer>> = {
  tnef: mailOfTnef,
}

/** Returns the same entity for the same bytes each time, so that places in it can be kept; null when it stays closed. */
export function openWrapper(kind: WrapperKind, bytes: Buffer): Buffer | null {
  try {
    return openers[kind](bytes)
  } catch {
    return null
  }
}
