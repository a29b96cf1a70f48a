/** How many connections one client may have open. */
import { clientNetwork } from '../../../client-address.ts'

export type Admission = {
  /** Counts a connection in; false when its client has too many already. */
  enter(address: string): boolean
  leave(address: string): void
}

export function createAdmission(limitPerClient: number): Admission {
  const open = new Map<string, number>()
  return {
    enter(address) {
      const key = clientNetwork(address)
      const count = open.get(key) ?? 0
      if (count >= limitPerClient) return false
      open.set(key, count + 1)
      return true
    },
    leave(address) {
      const key = clientNetwork(address)
      const count = open.get(key) ?? 0
      if (count <= 1) open.delete(key)
      else open.set(key, count - 1)
    },
  }
}
