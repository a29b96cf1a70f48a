/**
 * Collects the features of a number or a link in a mail. Each feature (such a word before it, such a shape)
 * is a slot in a table of weights, so that the table stores no words.
 */

/** The table is large enough that few features share a slot; most of it stays empty. */
const SLOT_BITS = 20
export const SLOTS = 1 << SLOT_BITS

/** Notes one feature by the mark of its kind and, for words, the mark of the word. */
export type Know = (what: number, mark?: number) => void

/** The round in which each slot was last noted; this is far quicker than a new set each time. */
const noted = new Uint32Array(SLOTS)
let round = 0

/** Returns the slots of all noted features, each once. */
export function gatherKnown(tell: (know: Know) => void): number[] {
  const slots: number[] = []
  round = (round + 1) >>> 0
  tell((what, mark = 0) => {
    const slot = Math.imul(what ^ mark, 0x9e3779b1) >>> (32 - SLOT_BITS)
    if (noted[slot] === round) return
    noted[slot] = round
    slots.push(slot)
  })
  return slots
}

export function knowAll(know: Know, what: number, marks: readonly number[]): void {
  for (const mark of marks) know(what, mark)
}
