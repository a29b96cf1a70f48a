/**
 * How much an account's API key is used, by day, for the graph on the API page. Counted in memory and written every few
 * seconds, so that a call costs no write; a crash may forget the last of them, which a graph can bear. The limit itself
 * is counted elsewhere, exactly.
 */
import { sql } from 'kysely'
import { type Clock, day, second } from '../../clock.ts'
import type { Db, Query, Tx } from '../../database/types.ts'

const flushEveryMs = 5 * second
const keptDays = 400
export const shownDays = 30

type Count = { calls: number; refused: number }

export type ApiUsage = {
  note(accountId: string, refused: boolean): void
  flush(): Promise<void>
  stop(): Promise<void>
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

async function addCounts(tx: Tx, accountId: string, onDay: string, count: Count): Promise<void> {
  // Whoever was deleted meanwhile is not counted any more.
  await tx
    .insertInto('api_usage')
    .columns(['sys_account_id', 'day', 'calls', 'refused'])
    .expression(eb =>
      eb
        .selectFrom('sys_account')
        .select([
          'sys_account.id',
          sql<string>`CAST(${onDay} AS text)`.as('day'),
          sql<number>`CAST(${count.calls} AS bigint)`.as('calls'),
          sql<number>`CAST(${count.refused} AS bigint)`.as('refused'),
        ])
        .where('sys_account.id', '=', accountId),
    )
    .onConflict(oc =>
      oc.columns(['sys_account_id', 'day']).doUpdateSet({
        calls: sql`api_usage.calls + ${count.calls}`,
        refused: sql`api_usage.refused + ${count.refused}`,
      }),
    )
    .execute()
}

export function createApiUsage(deps: { db: Db; clock: Clock }): ApiUsage {
  let held = new Map<string, { accountId: string; onDay: string; count: Count }>()
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
      for (const { accountId, onDay, count } of writing) await addCounts(tx, accountId, onDay, count)
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
): Promise<({ day: string } & Count)[]> {
  const days = Array.from({ length: shownDays }, (_, index) => dayOf(now - (shownDays - 1 - index) * day))
  const rows = await query
    .selectFrom('api_usage')
    .select(['day', 'calls', 'refused'])
    .where('sys_account_id', '=', accountId)
    .where('day', '>=', days[0] ?? '')
    .execute()
  const byDay = new Map(rows.map(row => [row.day, row]))
  return days.map(name => ({
    day: name,
    calls: Number(byDay.get(name)?.calls ?? 0),
    refused: Number(byDay.get(name)?.refused ?? 0),
  }))
}

export async function sweepUsage(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('api_usage')
    .where('day', '<', dayOf(now - keptDays * day))
    .execute()
}
