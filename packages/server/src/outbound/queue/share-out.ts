/**
 * Decides which mail is next. Slots take turns, one mail each, until the room is used up. A sender with ten
 * thousand mails to one place gets no more of a round than a sender with a single mail, and no place or
 * sender exceeds its own limit.
 */
import type { Slot } from './repository.ts'

export type Room = {
  total: number
  ofDomain(domain: string): number
  ofSender(senderKey: string): number
}

export function shareOut(slots: readonly Slot[], room: Room): (Slot & { most: number })[] {
  const domains = new Map<string, number>()
  const senders = new Map<string, number>()
  const given = slots.map(slot => ({ ...slot, most: 0 }))
  let left = room.total
  for (let round = true; round && left > 0; ) {
    round = false
    for (const slot of given) {
      if (left <= 0) break
      const domain = domains.get(slot.domain) ?? room.ofDomain(slot.domain)
      const sender = senders.get(slot.sender_key) ?? room.ofSender(slot.sender_key)
      if (domain <= 0 || sender <= 0) continue
      domains.set(slot.domain, domain - 1)
      senders.set(slot.sender_key, sender - 1)
      slot.most++
      left--
      round = true
    }
  }
  return given.filter(slot => slot.most > 0)
}
