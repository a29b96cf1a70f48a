/**
 * Copies texts, each in turn, into one array: there many units are read in a fraction of the time that asking the text
 * for each takes, units can be changed, and the whole is a text again in one go. A copy holds until the next is made.
 */

export type TextCopy = {
  /** Of the text's length at least. */
  units: Uint8Array | Uint16Array
  /** The text as it is now. */
  text(): string
}

/** A text without any of these takes one byte a unit; the engine knows that at once of most. */
const WIDE = /[^\0-\xff]/

export function makeTextCopier(usualLength: number): (text: string) => TextCopy {
  const kept = new Uint16Array(usualLength)
  return text => {
    const { length } = text
    const room = length <= usualLength ? kept : new Uint16Array(length)
    const bytes = Buffer.from(room.buffer)
    const isWide = WIDE.test(text)
    // Both leave every unit as it is, lone surrogates too.
    const encoding = isWide ? 'utf16le' : 'latin1'
    bytes.write(text, encoding)
    return {
      units: isWide ? room : bytes,
      text: () => bytes.toString(encoding, 0, isWide ? 2 * length : length),
    }
  }
}
