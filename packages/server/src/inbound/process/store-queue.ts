/**
 * Gathers messages that are ready at the same time, so that they share a transaction. While many more are coming, those
 * that are ready wait a moment for others: what a transaction costs by itself is shared by more. What cannot be stored
 * together is tried one by one: a message never fails for the sake of another.
 */
export type StoreQueue<Item, Result> = (item: Item) => Promise<Result>

type Waiting<Item, Result> = {
  item: Item
  resolve(result: Result): void
  reject(cause: unknown): void
}

export type StoreQueueOptions = {
  maxTogether: number
  atOnce: number
  /** Whether more are on the way than are stored together. */
  manyComing(): boolean
}

const patienceMs = 30

export function createStoreQueue<Item, Result>(
  store: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxTogether, atOnce, manyComing }: StoreQueueOptions,
): StoreQueue<Item, Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running = 0
  /** Runs while those that are ready wait for others. */
  let patience: NodeJS.Timeout | 'over' | undefined

  async function storeAll(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await store(group.map(entry => entry.item))
      group.forEach((entry, index) => {
        entry.resolve(results[index] as Result)
      })
    } catch (cause) {
      if (group.length === 1) group[0]?.reject(cause)
      else for (const entry of group) await storeAll([entry])
    }
  }

  function gathers(): boolean {
    if (patience === 'over' || waiting.length >= maxTogether || !manyComing()) return false
    patience ??= setTimeout(() => {
      patience = 'over'
      pump()
    }, patienceMs)
    return true
  }

  function calm(): void {
    if (patience !== 'over') clearTimeout(patience)
    patience = undefined
  }

  function pump(): void {
    while (running < atOnce && waiting.length > 0 && !gathers()) {
      calm()
      running++
      void storeAll(waiting.splice(0, maxTogether)).finally(() => {
        running--
        pump()
      })
    }
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // Whoever is ready in this tick of the event loop comes along.
      if (waiting.length === 1 || waiting.length === maxTogether) setImmediate(pump)
    })
}
