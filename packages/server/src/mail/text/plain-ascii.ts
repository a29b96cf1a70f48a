/**
 * Recognises text that needs no cleaning, four characters at a time. Most bodies of English mails are such
 * text. A pattern that reads each character takes longer than all other work on the body.
 */
const words = new Int32Array(16_384)
const octets = Buffer.from(words.buffer)

/** The number of characters that are read in one go. */
export const chunkLength = octets.length

/** Controls that belong to text: tab, LF, form feed. */
const isPlainControl = (octet: number): boolean => octet === 0x0a || octet === 0x09 || octet === 0x0c

const isPlain = (octet: number): boolean => (octet >= 0x20 && octet < 0x7f) || isPlainControl(octet)

/**
 * For ASCII, octets below 0x20 borrow from the highest bit and 0x7F carries into it, so one test checks four
 * octets.
 */
const hasControl = (word: number): boolean => (((word - 0x20202020) | (word + 0x01010101)) & 0x80808080) !== 0

/**
 * Each loop is a function of its own. A function that is optimised during its loop does not know the code
 * after the loop yet, so the engine would discard it at the end of the loop, again for every text.
 */
function arePlainWords(count: number): boolean {
  for (let at = 0; at < count; at++) {
    const word = words[at] ?? 0
    if (!hasControl(word)) continue
    if (!isPlain(word & 0xff) || !isPlain((word >> 8) & 0xff)) return false
    if (!isPlain((word >> 16) & 0xff) || !isPlain(word >>> 24)) return false
  }
  return true
}

function arePlainOctets(from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isPlain(octets[at] ?? 0)) return false
  return true
}

const isPlainChunk = (length: number): boolean =>
  arePlainWords(length >> 2) && arePlainOctets(length & ~3, length)

const encoder = new TextEncoder()

/** True when the text is ASCII and `isGood` accepts each of its chunks, which it reads in `octets`. */
function isAsciiOf(text: string, isGood: (length: number) => boolean): boolean {
  for (let from = 0; from < text.length; from += chunkLength) {
    const chunk = text.slice(from, from + chunkLength)
    // In UTF-8 only ASCII takes one octet a character.
    const { read, written } = encoder.encodeInto(chunk, octets)
    if (read !== chunk.length || written !== read || !isGood(read)) return false
  }
  return true
}

/** True when all is printable ASCII, tab, LF or form feed. */
export const isPlainAscii = (text: string): boolean => isAsciiOf(text, isPlainChunk)

/**
 * Returns the octets of an all-ASCII text of at most one chunk, else null. They hold until the next text is
 * read.
 */
export const asciiOctets = (text: string): Uint8Array | null =>
  text.length <= chunkLength && isAsciiOf(text, () => true) ? octets.subarray(0, text.length) : null
