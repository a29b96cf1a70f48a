/**
 * Tells text that needs no cleaning, which most bodies of English mails are, four characters at a time: a pattern that
 * looks at each takes longer than all else that is done with the body.
 */
import { isAscii } from 'node:buffer'

const words = new Int32Array(16_384)
const octets = Buffer.from(words.buffer)

/** Characters that are looked at in one go. */
export const chunkLength = octets.length

/** Controls that text is made of: tab, LF, form feed. */
const isPlainControl = (octet: number): boolean => octet === 0x0a || octet === 0x09 || octet === 0x0c

const isPlain = (octet: number): boolean => (octet >= 0x20 && octet < 0x7f) || isPlainControl(octet)

/** Of ASCII, octets below 0x20 borrow and 0x7F carries into the highest bit, so that one test asks four of them. */
const hasControl = (word: number): boolean => (((word - 0x20202020) | (word + 0x01010101)) & 0x80808080) !== 0

function isPlainChunk(length: number): boolean {
  const full = length >> 2
  for (let at = 0; at < full; at++) {
    const word = words[at] ?? 0
    if (!hasControl(word)) continue
    if (!isPlain(word & 0xff) || !isPlain((word >> 8) & 0xff)) return false
    if (!isPlain((word >> 16) & 0xff) || !isPlain(word >>> 24)) return false
  }
  for (let at = full * 4; at < length; at++) if (!isPlain(octets[at] ?? 0)) return false
  return true
}

/** Whether `isGood` says so of each chunk of a text, which lies in `octets` then, and the text is ASCII. */
function isAsciiOf(text: string, isGood: (length: number) => boolean): boolean {
  for (let from = 0; from < text.length; from += chunkLength) {
    const chunk = text.slice(from, from + chunkLength)
    octets.write(chunk, 'latin1')
    if (!isAscii(octets.subarray(0, chunk.length)) || !isGood(chunk.length)) return false
    // Of a character beyond Latin-1 half is lost, and what is left may look like ASCII.
    if (octets.toString('latin1', 0, chunk.length) !== chunk) return false
  }
  return true
}

/** Whether all is printable ASCII, tab, LF or form feed. */
export const isPlainAscii = (text: string): boolean => isAsciiOf(text, isPlainChunk)

/**
 * The octets of a text of at most a chunk that is all ASCII, else null: sooner known than by a pattern, or by the length in
 * UTF-8. They hold until the next text is looked at.
 */
export const asciiOctets = (text: string): Uint8Array | null =>
  text.length <= chunkLength && isAsciiOf(text, () => true) ? octets.subarray(0, text.length) : null
