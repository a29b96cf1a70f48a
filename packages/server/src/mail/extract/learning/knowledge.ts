/**
 * What is known of a number or a link in a mail: each thing known (such a word before it, such a shape) is a slot of
 * a table of weights, so that no word has to be written down there.
 */

/** Few of the things known share a slot. */
const SLOT_BITS = 16
export const SLOTS = 1 << SLOT_BITS

/** Notes one thing known, by the mark of what it is and, for words, that of the word. */
export type Know = (what: number, mark?: number) => void

/** The round in which each slot was noted last: far quicker than a set that is made anew each time. */
const noted = new Uint32Array(SLOTS)
let round = 0

/** The slots of all that is noted, each once. */
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
