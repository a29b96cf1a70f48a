/**
 * Which slots have something due. To find out, all that is due is looked over; with a hundred thousand mails that takes a
 * while, and every delivery that ends makes room for another. So it is done for a small part of the time at most: in
 * between, those that were found last take turns, and whoever came meanwhile waits a moment.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { second } from '../../clock.ts'
import type { Slot } from './repository.ts'

/** How many times as long as a look took there is none. */
const restTimes = 9
const longestRestMs = second

export type SlotList = {
  /** Those of the last look, if it was just now; who waited longest for a turn is first. */
  known(): readonly Slot[]
  /** How long until there may be a new look. */
  restMs(): number
  /** Those that a new look finds, as soon as there may be one. */
  find(look: () => Promise<Slot[]>): Promise<readonly Slot[]>
  /** Had its turn and goes to the end, or has nothing more. */
  served(slot: Slot, isEmpty: boolean): void
}

export function createSlotList(): SlotList {
  let slots: Slot[] = []
  let restUntil = 0
  const restMs = (): number => Math.max(0, restUntil - performance.now())
  return {
    known: () => (restMs() > 0 ? slots : []),
    restMs,
    async find(look) {
      await wait(restMs())
      const began = performance.now()
      slots = await look()
      const ended = performance.now()
      restUntil = ended + Math.min(restTimes * (ended - began), longestRestMs)
      return slots
    },
    served({ domain, sender_key }, isEmpty) {
      const at = slots.findIndex(slot => slot.domain === domain && slot.sender_key === sender_key)
      const [slot] = at < 0 ? [] : slots.splice(at, 1)
      if (slot && !isEmpty) slots.push(slot)
    },
  }
}
