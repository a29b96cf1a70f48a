/**
 * How many refusals of one client the trace notes one by one, for each mailbox and for all addresses that nobody has.
 * It costs nothing to be refused thousands of times a second; each with a row of its own would fill the disk. Counted per
 * node and in memory, like the client's rate.
 */
import { clientNetwork } from '../../client-address.ts'
import { type Clock, second } from '../../clock.ts'

const atOnce = 1000
const oneMoreMs = 6 * second
const maxTracked = 50_000

export type TraceAllowance = {
  /** Uses one up; false when there is none left. */
  take(client: string, mailboxId: string | null): boolean
}

export function createTraceAllowance(clock: Clock): TraceAllowance {
  const used = new Map<string, { count: number; at: number }>()
  return {
    take(client, mailboxId) {
      const now = clock.now()
      const key = `${clientNetwork(client)} ${mailboxId ?? ''}`
      const before = used.get(key) ?? { count: 0, at: now }
      const count = Math.max(0, before.count - Math.abs(now - before.at) / oneMoreMs)
      if (count > atOnce - 1) return false
      if (used.size >= maxTracked) used.clear()
      used.set(key, { count: count + 1, at: now })
      return true
    },
  }
}
