/**
 * How often each entry of the block list keeps somebody out. Counted in memory and written every few seconds: whoever is
 * blocked must not be able to make us write for each attempt. A crash may forget the last of them.
 */
import { type Clock, second } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
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
    // In one order on every node, so that two nodes never wait for each other.
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
