/**
 * Tells text that needs no cleaning, which most bodies of English mails are, four characters at a time: a pattern that
 * looks at each takes longer than all else that is done with the body.
 */
const words = new Int32Array(16_384)
const octets = Buffer.from(words.buffer)

/** Characters that are looked at in one go. */
export const chunkLength = octets.length

/** Controls that text is made of: tab, LF, form feed. */
const isPlainControl = (octet: number): boolean => octet === 0x0a || octet === 0x09 || octet === 0x0c

const isPlain = (octet: number): boolean => (octet >= 0x20 && octet < 0x7f) || isPlainControl(octet)

/** Of ASCII, octets below 0x20 borrow and 0x7F carries into the highest bit, so that one test asks four of them. */
const hasControl = (word: number): boolean => (((word - 0x20202020) | (word + 0x01010101)) & 0x80808080) !== 0

/**
 * Each loop is a function of its own: one that is optimised while it runs knows nothing yet of what comes after the loop, and
 * would be thrown away at its end, with every text anew.
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

/** Whether `isGood` says so of each chunk of a text, which lies in `octets` then, and the text is ASCII. */
function isAsciiOf(text: string, isGood: (length: number) => boolean): boolean {
  for (let from = 0; from < text.length; from += chunkLength) {
    const chunk = text.slice(from, from + chunkLength)
    // Of UTF-8 only ASCII takes one octet a character.
    const { read, written } = encoder.encodeInto(chunk, octets)
    if (read !== chunk.length || written !== read || !isGood(read)) return false
  }
  return true
}

/** Whether all is printable ASCII, tab, LF or form feed. */
export const isPlainAscii = (text: string): boolean => isAsciiOf(text, isPlainChunk)

/** The octets of a text of at most a chunk that is all ASCII, else null. They hold until the next text is looked at. */
export const asciiOctets = (text: string): Uint8Array | null =>
  text.length <= chunkLength && isAsciiOf(text, () => true) ? octets.subarray(0, text.length) : null
