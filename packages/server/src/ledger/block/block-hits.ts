/**
 * Counts the hits of each entry of the block list. It counts in memory and writes every few seconds, so that
 * a blocked client cannot cause a write with each attempt. A crash may lose the last hits.
 */

import type { Db } from '../../database/types.ts'
import { type Clock, second } from '../../kernel/clock.ts'
import { addHits } from './repository.ts'

const flushEveryMs = 10 * second

export type BlockHits = {
  note(id: string): void
  flush(): Promise<void>
}

export function createBlockHits(deps: { db: Db; clock: Clock }): BlockHits {
  let held = new Map<string, { count: number; lastAt: number }>()
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    // The order is the same on every node, so that two nodes never wait for each other.
    const writing = [...held].sort(([a], [b]) => (a < b ? -1 : 1))
    held = new Map()
    if (writing.length === 0) return
    await deps.db.transaction(async tx => {
      for (const [id, { count, lastAt }] of writing) await addHits(tx, id, count, lastAt)
    })
  }

  return {
    note(id) {
      const count = (held.get(id)?.count ?? 0) + 1
      held.set(id, { count, lastAt: deps.clock.now() })
      timer ??= setTimeout(() => void flush().catch(() => undefined), flushEveryMs)
    },
    flush,
  }
}
