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
const STEP = 0.15
/** Pulls weights back towards zero, so that no single word decides. */
const DRAW = 0.0001
/** A feature that occurs less often than this is ignored. */
const SELDOM = 3
const MOST = 127

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

function withoutSeldom(lessons: readonly Lesson[]): Lesson[] {
  const met = new Uint32Array(SLOTS)
  for (const { known } of lessons) for (const slot of known) met[slot] = (met[slot] ?? 0) + 1
  return lessons.map(lesson => ({
    ...lesson,
    known: lesson.known.filter(slot => (met[slot] ?? 0) >= SELDOM),
  }))
}

export function learnWeights(taught: readonly Lesson[]): Int8Array {
  const lessons = withoutSeldom(taught)
  // Weights never become exactly zero, because zero marks an unknown feature.
  const weights = new Float64Array(SLOTS).fill(1e-9)
  const moved = new Float64Array(SLOTS).fill(1e-6)
  const roll = makeDice()
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(lessons, roll)
    for (const { known, isRight, worth } of lessons) {
      const error = (worth * (chanceBy(weights, 1, known) - (isRight ? 1 : 0))) / Math.sqrt(known.length)
      for (const slot of known) {
        const weight = weights[slot] ?? 0
        const slope = STRETCH * error + DRAW * weight
        moved[slot] = (moved[slot] ?? 0) + slope * slope
        weights[slot] = weight - (STEP * slope) / Math.sqrt(moved[slot] ?? 1)
      }
    }
  }
  return Int8Array.from(weights, weight => Math.max(-MOST, Math.min(MOST, Math.round(weight * UNIT))))
}
