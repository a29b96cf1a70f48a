/** How many connections one client, and the network around it, may have open. */
import { clientNetwork, wideNetwork } from '../../../kernel/client-address.ts'

/** So many times what one client may have is for a whole /24 or /48. */
export const networkTimes = 4
/** From this share of all places on, the rest is kept for those who have few. */
export const pressedShare = 0.75
/** As many connections one client may have while places are short. */
export const pressedPerClient = 2

export type Admission = {
  /** Counts a connection in; false when its client has too many already. */
  enter(address: string): boolean
  leave(address: string): void
}

export function createAdmission(limitPerClient: number, places = Number.POSITIVE_INFINITY): Admission {
  const open = new Map<string, number>()
  let all = 0

  const count = (key: string): number => open.get(key) ?? 0

  function add(key: string, by: 1 | -1): void {
    const now = count(key) + by
    if (now <= 0) open.delete(key)
    else open.set(key, now)
  }

  return {
    enter(address) {
      const client = clientNetwork(address)
      const network = wideNetwork(address)
      const isPressed = all >= places * pressedShare
      const perClient = isPressed ? Math.min(limitPerClient, pressedPerClient) : limitPerClient
      if (count(client) >= perClient || count(network) >= perClient * networkTimes) return false
      all++
      for (const key of [client, network]) add(key, 1)
      return true
    },
    leave(address) {
      all--
      for (const key of [clientNetwork(address), wideNetwork(address)]) add(key, -1)
    },
  }
}
