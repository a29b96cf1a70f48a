/**
 * Limits how many refusals of one client the trace notes one by one, for each mailbox and for all addresses that nobody
 * has. It costs a client nothing to be refused thousands of times a second; a row for each would fill the disk. Every
 * node counts in memory, like the client's rate.
 */
import { clientNetwork } from '../../kernel/client-address.ts'
import { type Clock, second } from '../../kernel/clock.ts'

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
