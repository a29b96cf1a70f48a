/**
 * Limits work of which only a little may run at once. Work that a person waits for goes first. Bulk work
 * takes at most one place, and only while nobody waits, so that a batch of thousands never delays a log-in.
 */
export type Turns = {
  inTurn<T>(work: () => Promise<T>): Promise<T>
  inBulk<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(maxAtOnce: number): Turns {
  const people: (() => void)[] = []
  const bulk: (() => void)[] = []
  let running = 0
  let bulkRunning = 0

  function startBulk(): (() => void) | undefined {
    const start = bulkRunning === 0 ? bulk.shift() : undefined
    if (start) bulkRunning++
    return start
  }

  function startNext(): void {
    if (running >= maxAtOnce) return
    const start = people.shift() ?? startBulk()
    if (!start) return
    running++
    start()
  }

  async function take<T>(waiting: (() => void)[], work: () => Promise<T>): Promise<T> {
    const turn = Promise.withResolvers<void>()
    waiting.push(turn.resolve)
    startNext()
    await turn.promise
    try {
      return await work()
    } finally {
      running--
      if (waiting === bulk) bulkRunning--
      startNext()
    }
  }

  return {
    inTurn: work => take(people, work),
    inBulk: work => take(bulk, work),
  }
}
