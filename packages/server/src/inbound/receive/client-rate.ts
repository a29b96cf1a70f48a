/**
 * How many mails one client may bring in a minute. Counted per node and in memory: it protects this node's time, and a
 * restart that forgets it does no harm. Connections from this very machine are not counted.
 */
import { clientNetwork, isThisMachine } from '../../kernel/client-address.ts'
import { type Clock, minute } from '../../kernel/clock.ts'

const maxTracked = 50_000

export type ClientRate = { allows(address: string, perMinute: number): boolean }

export function createClientRate(clock: Clock): ClientRate {
  const windows = new Map<string, { endsAt: number; count: number }>()
  return {
    allows(address, perMinute) {
      if (perMinute === 0 || isThisMachine(address)) return true
      const now = clock.now()
      const key = clientNetwork(address)
      const window = windows.get(key)
      if (window && window.endsAt > now) {
        window.count++
        return window.count <= perMinute
      }
      if (windows.size >= maxTracked) windows.clear()
      windows.set(key, { endsAt: now + minute, count: 1 })
      return true
    },
  }
}
