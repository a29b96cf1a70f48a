/**
 * Which words of a text have been there before. Most have, and cutting a word out only to learn that takes longest: a word
 * is compared in place with those that stand in the few slots from its hash on. Nothing is ever moved or taken out of a
 * slot, so that a word is new where one of its slots is free. Where none is, a set of strings knows: a sender who makes
 * words of the same hash gains nothing.
 */
export type SeenWords = {
  /** Where the word of each slot stands; it ends at 0 while the slot is free. */
  starts: Int32Array
  ends: Int32Array
  /** Words that found no slot. */
  others: Set<string>
}

const slots = 4096
const slotsOfWord = 6

const seen: SeenWords = { starts: new Int32Array(slots), ends: new Int32Array(slots), others: new Set() }

/** No words yet. The same object for every text, as texts are read one after the other. */
export function noWords(): SeenWords {
  seen.ends.fill(0)
  seen.others.clear()
  return seen
}

function hashOf(units: Uint16Array, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (units[at] ?? 0)) | 0
  return hash ^ (hash >>> 12)
}

function isSame(units: Uint16Array, start: number, end: number, other: number): boolean {
  for (let at = start; at < end; at++) if (units[at] !== units[at - start + other]) return false
  return true
}

/** Whether the word is new to the set of those without a slot. */
function isNewOther({ others }: SeenWords, word: string): boolean {
  const before = others.size
  return others.add(word).size > before
}

/** Takes note of a word, and tells whether it has not been there before. */
export function isNewWord(seen: SeenWords, units: Uint16Array, start: number, end: number): boolean {
  const hash = hashOf(units, start, end)
  for (let step = 0; step < slotsOfWord; step++) {
    const slot = (hash + step) & (slots - 1)
    const otherEnd = seen.ends[slot] ?? 0
    if (otherEnd === 0) {
      seen.starts[slot] = start
      seen.ends[slot] = end
      return true
    }
    const other = seen.starts[slot] ?? 0
    if (otherEnd - other === end - start && isSame(units, start, end, other)) return false
  }
  return isNewOther(seen, String.fromCharCode(...units.subarray(start, end)))
}
