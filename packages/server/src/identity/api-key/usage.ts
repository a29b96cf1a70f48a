/**
 * How much an account's API key is used, by day, for the graph on the API page. Counted in memory and written every few
 * seconds, so that a call costs no write; a crash may forget the last of them, which a graph can bear. The limit itself
 * is counted elsewhere, exactly.
 */
import type { Db, Query, Tx } from '../../database/types.ts'
import { type Clock, day, second } from '../../kernel/clock.ts'
import { addUsage, deleteUsageBefore, findUsage, type UsageCount } from './usage-repository.ts'

const flushEveryMs = 5 * second
const keptDays = 400
export const shownDays = 30

export type ApiUsage = {
  note(accountId: string, refused: boolean): void
  flush(): Promise<void>
  stop(): Promise<void>
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

export function createApiUsage(deps: { db: Db; clock: Clock }): ApiUsage {
  let held = new Map<string, { accountId: string; onDay: string; count: UsageCount }>()
  let timer: NodeJS.Timeout | null = null
  let written: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const writing = [...held.values()]
    held = new Map()
    if (writing.length === 0) return
    // In one order on every node, so that two nodes never wait for each other.
    writing.sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
    await deps.db.transaction(async tx => {
      for (const { accountId, onDay, count } of writing) await addUsage(tx, accountId, onDay, count)
    })
  }

  /** One after the other: whoever has waited for one reads what those before it have written as well. */
  function flush(): Promise<void> {
    written = written.catch(() => undefined).then(write)
    return written
  }

  return {
    note(accountId, refused) {
      const onDay = dayOf(deps.clock.now())
      const key = `${accountId} ${onDay}`
      const entry = held.get(key) ?? { accountId, onDay, count: { calls: 0, refused: 0 } }
      entry.count.calls++
      if (refused) entry.count.refused++
      held.set(key, entry)
      timer ??= setTimeout(() => void flush().catch(() => undefined), flushEveryMs)
    },
    flush,
    async stop() {
      await flush()
    },
  }
}

/** The last days, oldest first, those without a call included. */
export async function usageOf(
  query: Query,
  accountId: string,
  now: number,
): Promise<({ day: string } & UsageCount)[]> {
  const days = Array.from({ length: shownDays }, (_, index) => dayOf(now - (shownDays - 1 - index) * day))
  const rows = await findUsage(query, accountId, days[0] ?? '')
  const byDay = new Map(rows.map(row => [row.day, row]))
  return days.map(name => byDay.get(name) ?? { day: name, calls: 0, refused: 0 })
}

export const sweepUsage = (tx: Tx, now: number): Promise<void> =>
  deleteUsageBefore(tx, dayOf(now - keptDays * day))
