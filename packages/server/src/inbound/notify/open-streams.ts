/**
 * How many event streams, or calls that wait, one login or key may hold, so that nobody can hold open connections
 * without end. The oldest stream ends when one more comes: those of a telephone that left its network are the oldest. A
 * call that waits was promised its time; there the one too many is refused.
 */
import type { LoggedIn } from '../../kernel/call/caller.ts'

export const maxStreams = 50

export type OpenStreams = {
  /** Counts a stream until the function that is given back is called. */
  add(caller: LoggedIn, end: () => void): () => void
  /** Whether one more would end the oldest. */
  isFull(caller: LoggedIn): boolean
}

const holderOf = (caller: LoggedIn): string =>
  caller.role === 'mailbox' ? caller.sessionId : (caller.sessionId ?? caller.keyHash ?? caller.accountId)

export function createOpenStreams(): OpenStreams {
  /** Oldest first. */
  const byHolder = new Map<string, Set<() => void>>()
  return {
    add(caller, end) {
      const holder = holderOf(caller)
      const open = byHolder.get(holder) ?? new Set()
      byHolder.set(holder, open)
      for (const endOldest of open) {
        if (open.size < maxStreams) break
        open.delete(endOldest)
        endOldest()
      }
      open.add(end)
      return () => {
        open.delete(end)
        if (open.size === 0 && byHolder.get(holder) === open) byHolder.delete(holder)
      }
    },
    isFull: caller => (byHolder.get(holderOf(caller))?.size ?? 0) >= maxStreams,
  }
}
