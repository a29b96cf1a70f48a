/**
 * Which words of a text have been there before. Most have, and cutting a word out only to learn that takes longest: a word
 * is compared in place with the last one that had the same hash.
 */
import type { Characters } from './characters.ts'

export type SeenWords = {
  words: Set<string>
  /** Where the last word of each hash stands. */
  starts: Int32Array
  ends: Int32Array
}

const slots = 1024

export const noWords = (): SeenWords => ({
  words: new Set(),
  starts: new Int32Array(slots),
  ends: new Int32Array(slots),
})

function hashOf(units: Uint16Array, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (units[at] ?? 0)) | 0
  return hash & (slots - 1)
}

function isSame(units: Uint16Array, start: number, end: number, other: number): boolean {
  for (let at = start; at < end; at++) if (units[at] !== units[at - start + other]) return false
  return true
}

/** The word, if it has not been there before. */
export function newWord(
  seen: SeenWords,
  { text, units }: Characters,
  start: number,
  end: number,
): string | null {
  const slot = hashOf(units, start, end)
  const other = seen.starts[slot] ?? 0
  if ((seen.ends[slot] ?? 0) - other === end - start && isSame(units, start, end, other)) return null
  seen.starts[slot] = start
  seen.ends[slot] = end
  const word = text.slice(start, end)
  if (seen.words.has(word)) return null
  seen.words.add(word)
  return word
}
