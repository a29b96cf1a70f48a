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

/** A byte of this value or more tells a part of a gap; further bytes follow. */
const MORE = 128

/**
 * Writes the weights that are not zero: the gap to the slot before, in bytes of seven bits, and then the weight.
 */
export function writeWeights(weights: Int8Array): string {
  const bytes: number[] = []
  let last = -1
  for (const [slot, weight] of weights.entries()) {
    if (weight === 0) continue
    let gap = slot - last - 1
    for (; gap >= MORE; gap = Math.floor(gap / MORE)) bytes.push(MORE + (gap % MORE))
    bytes.push(gap, weight & 0xff)
    last = slot
  }
  return Buffer.from(bytes).toString('base64')
}

/** Reads what `writeWeights` wrote. */
export function readWeights(written: string): Int8Array {
  const weights = new Int8Array(SLOTS)
  let slot = -1
  let gap = 0
  let place = 1
  let isWeight = false
  for (const byte of Buffer.from(written, 'base64')) {
    if (isWeight) {
      slot += gap + 1
      weights[slot] = byte
      gap = 0
      place = 1
      isWeight = false
    } else {
      gap += (byte % MORE) * place
      place *= MORE
      isWeight = byte < MORE
    }
  }
  return weights
}
