import { SLOTS } from './knowledge.ts'

/** How likely something is, by what is known of it and what the mails of the corpus taught. */

/** A weight of one is written as this. */
export const UNIT = 48
/** Evens out numbers of which much is known and those of which little is. */
export const STRETCH = 3

/** The chance that the things known have together, for weights of any unit. */
export function chanceBy(weights: ArrayLike<number>, unit: number, slots: readonly number[]): number {
  let sum = 0
  let known = 0
  for (const slot of slots) {
    const weight = weights[slot] ?? 0
    if (weight === 0) continue
    sum += weight
    known++
  }
  return 1 / (1 + Math.exp((-STRETCH * sum) / (unit * Math.sqrt(known || 1))))
}

/** Reads weights as `learn.ts` wrote them. */
export function makeChance(written: string): (slots: readonly number[]) => number {
  const weights = new Int8Array(SLOTS)
  weights.set(new Int8Array(Buffer.from(written, 'base64')))
  return slots => chanceBy(weights, UNIT, slots)
}
