/**
 * Encodes words of up to ten letters a to z and digits as two numbers; most words are this short. Each
 * character takes six bits: the last five characters are in `low`, those before in `high`. Equal numbers are
 * equal words, so that a repeated word is recognised without reading the text.
 */

export const maxShortWord = 10
export const lowBits = 0x3fffffff

const slots = 4096
const slotsOfWord = 6

/** The number of each unit that may occur in a short word; 0 for all others, so that no word is 0. */
export const shortCodes = new Uint8Array(0x10000)
for (const [index, char] of [...'0123456789abcdefghijklmnopqrstuvwxyz'].entries())
  shortCodes[char.charCodeAt(0)] = index + 1

/**
 * A slot whose low number is 0 is free. No slot is ever cleared, so a word is new if one of its slots is
 * free.
 */
export type ShortWords = { low: Int32Array; high: Int32Array; others: Set<string> }

const seen: ShortWords = { low: new Int32Array(slots), high: new Int32Array(slots), others: new Set() }

/** Returns an empty memory. All texts share the same object, since they are read one after the other. */
export function noShortWords(): ShortWords {
  seen.low.fill(0)
  seen.others.clear()
  return seen
}

/** Remembers a word, and returns true if it is new. */
export function isNewShortWord(words: ShortWords, low: number, high: number): boolean {
  const { low: lows, high: highs, others } = words
  const hash = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 20
  for (let step = 0; step < slotsOfWord; step++) {
    const slot = (hash + step) & (slots - 1)
    const other = lows[slot] ?? 0
    if (other === 0) {
      lows[slot] = low
      highs[slot] = high
      return true
    }
    if (other === low && highs[slot] === high) return false
  }
  // A set uses a hash of its own, so a sender who makes words of the same hash gains nothing.
  const before = others.size
  return others.add(`${high} ${low}`).size > before
}
