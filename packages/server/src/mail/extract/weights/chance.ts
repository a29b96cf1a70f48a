import { SLOTS } from './knowledge.ts'

/** Computes the probability of a find from its features and the weights learned from the corpus. */

/** The stored value of a weight of one. */
export const UNIT = 48
/** Balances finds with many known features against those with few. */
export const STRETCH = 3

/** Returns the probability from all features together, for weights of any unit. */
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

/** Tells the probability of a find from its features. */
export type Chance = (slots: readonly number[]) => number

export const makeChance =
  (weights: Int8Array): Chance =>
  slots =>
    chanceBy(weights, UNIT, slots)

/** Reads weights in the form that `learning/learn.ts` writes. */
export function readWeights(written: string): Int8Array {
  const weights = new Int8Array(SLOTS)
  weights.set(new Int8Array(Buffer.from(written, 'base64')))
  return weights
}
