import { chanceBy, STRETCH, UNIT } from '../weights/chance.ts'
import { SLOTS } from '../weights/knowledge.ts'

/**
 * Learns from mails with known answers how much each feature speaks for or against a number or link. It uses
 * logistic regression, trained by gradient descent with a separate step for each weight (AdaGrad). The same
 * mails in the same order always give the same weights.
 */

/** A number or a link of a mail: its features, whether it is the right one, and how much it counts. */
export type Lesson = { known: number[]; isRight: boolean; worth: number }

const ROUNDS = 25
/** So many rounds show which features tell next to nothing. */
const FIRST_ROUNDS = 8
const STEP = 0.15
/** Pulls weights back towards zero, so that no single word decides. */
const DRAW = 0.0001
/** A feature that occurs less often than this is ignored. */
const SELDOM = 3
const MOST = 127
/** So many weights fit into the size that a file of weights may have. */
const MOST_FEATURES = 30_000

/** Makes pseudo-random numbers that are the same on every run. */
function makeDice(): (sides: number) => number {
  let state = 1
  return sides => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * sides)
  }
}

function shuffle(lessons: Lesson[], roll: (sides: number) => number): void {
  for (let last = lessons.length - 1; last > 0; last--) {
    const other = roll(last + 1)
    const kept = lessons[last] as Lesson
    lessons[last] = lessons[other] as Lesson
    lessons[other] = kept
  }
}

function keepOnly(lessons: readonly Lesson[], isKept: (slot: number) => boolean): Lesson[] {
  return lessons.map(lesson => ({ ...lesson, known: lesson.known.filter(isKept) }))
}

function withoutSeldom(lessons: readonly Lesson[]): Lesson[] {
  const met = new Uint32Array(SLOTS)
  for (const { known } of lessons) for (const slot of known) met[slot] = (met[slot] ?? 0) + 1
  return keepOnly(lessons, slot => (met[slot] ?? 0) >= SELDOM)
}

/** Leaves out the features that tell least, so that the rest are learned anew without them. */
function withoutFaint(lessons: readonly Lesson[], weights: Float64Array): Lesson[] {
  const sizes = weights.map(Math.abs).sort()
  const least = sizes[Math.max(0, sizes.length - MOST_FEATURES)] ?? 0
  return keepOnly(lessons, slot => Math.abs(weights[slot] ?? 0) >= least)
}

function descend(taught: readonly Lesson[], rounds: number): Float64Array {
  const lessons = [...taught]
  // Weights of features that occur never become exactly zero, because zero marks an unknown feature.
  const weights = new Float64Array(SLOTS)
  for (const { known } of lessons) for (const slot of known) weights[slot] = 1e-9
  const moved = new Float64Array(SLOTS).fill(1e-6)
  const roll = makeDice()
  for (let round = 0; round < rounds; round++) {
    shuffle(lessons, roll)
    for (const { known, isRight, worth } of lessons) {
      if (known.length === 0) continue
      const error = (worth * (chanceBy(weights, 1, known) - (isRight ? 1 : 0))) / Math.sqrt(known.length)
      for (const slot of known) {
        const weight = weights[slot] ?? 0
        const slope = STRETCH * error + DRAW * weight
        moved[slot] = (moved[slot] ?? 0) + slope * slope
        weights[slot] = weight - (STEP * slope) / Math.sqrt(moved[slot] ?? 1)
      }
    }
  }
  return weights
}

export function learnWeights(taught: readonly Lesson[]): Int8Array {
  const lessons = withoutSeldom(taught)
  const weights = descend(withoutFaint(lessons, descend(lessons, FIRST_ROUNDS)), ROUNDS)
  return Int8Array.from(weights, weight => Math.max(-MOST, Math.min(MOST, Math.round(weight * UNIT))))
}
