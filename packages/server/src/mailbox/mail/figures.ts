/** The figures of the home page. Cheap: counters, and one count over an index. */
import type { Db } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import { countsToday } from '../../ledger/tally/read-tally.ts'
import { countUsable } from '../account/count-repository.ts'

/** How long the last mails of this node took from acceptance to event. */
export type Recent = {
  note(seconds: number): void
  median(): number | null
  /** All of them, shortest first. */
  times(): number[]
}

export function createRecent(size = 200): Recent {
  const held: number[] = []
  const times = () => held.toSorted((a, b) => a - b)
  return {
    times,
    note(seconds) {
      held.push(seconds)
      if (held.length > size) held.shift()
    },
    median() {
      const sorted = times()
      return sorted[Math.floor(sorted.length / 2)] ?? null
    },
  }
}

export async function figures({ db, clock, recent }: { db: Db; clock: Clock; recent: Recent }) {
  const now = clock.now()
  const [{ received: receivedToday, codes: codesToday }, mailboxes] = await Promise.all([
    countsToday(db.query, now),
    countUsable(db.query, now),
  ])
  return { receivedToday, codesToday, mailboxes, secondsToSeen: recent.median() }
}
