/**
 * Remembers which words of a text have occurred before. Most words repeat, and cutting out each word to find
 * that costs the most time. So a word is compared in place with the words in a few slots that begin at its
 * hash. No slot is ever cleared or moved, so a word is new if one of its slots is free. If none is free, a
 * set of strings decides: a sender who makes words of the same hash gains nothing.
 */
export type SeenWords = {
  /** The place of each slot's word; an end of 0 marks a free slot. */
  starts: Int32Array
  ends: Int32Array
  /** The words that found no slot. */
  others: Set<string>
}

const slots = 4096
const slotsOfWord = 6

const seen: SeenWords = { starts: new Int32Array(slots), ends: new Int32Array(slots), others: new Set() }

/** Returns an empty memory. All texts share the same object, since they are read one after the other. */
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

/** True when the word is new to the set of words without a slot. */
function isNewOther({ others }: SeenWords, word: string): boolean {
  const before = others.size
  return others.add(word).size > before
}

/** Remembers a word, and returns true if it is new. */
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
