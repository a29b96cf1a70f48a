/**
 * Copies one text after another into the same array. Reading many units there takes a fraction of the time of
 * asking the text for each. Units can be changed, and the whole becomes a text again in one step. A copy
 * holds until the next one is made.
 */

export type TextCopy = {
  /** At least as long as the text. */
  units: Uint8Array | Uint16Array
  /** The text as it is now. */
  text(): string
}

/** A text without any of these takes one byte a unit. For most texts the engine knows that at once. */
const WIDE = /[^\0-\xff]/

export function makeTextCopier(usualLength: number): (text: string) => TextCopy {
  const kept = new Uint16Array(usualLength)
  return text => {
    const { length } = text
    const room = length <= usualLength ? kept : new Uint16Array(length)
    const bytes = Buffer.from(room.buffer)
    const isWide = WIDE.test(text)
    // Both encodings keep every unit as it is, lone surrogates too.
    const encoding = isWide ? 'utf16le' : 'latin1'
    bytes.write(text, encoding)
    return {
      units: isWide ? room : bytes,
      text: () => bytes.toString(encoding, 0, isWide ? 2 * length : length),
    }
  }
}
