/**
 * Gathers messages that are ready at the same time, so that they share a transaction and its fixed cost.
 * While many more are coming, ready messages wait a moment for others. While mail is accepted faster than it
 * can be stored they wait longer: accepted mail is already on disk, but nobody else can answer a waiting
 * client. Messages that cannot be stored together are tried one by one, so that a message never fails because
 * of another.
 */
export type StoreQueue<Item, Result> = (item: Item) => Promise<Result>

type Waiting<Item, Result> = {
  item: Item
  since: number
  resolve(result: Result): void
  reject(cause: unknown): void
}

export type StoreQueueOptions = {
  maxTogether: number
  atOnce: number
  /** Whether more are on the way than are stored together. */
  manyComing(): boolean
  /** Whether whoever is ready should give way to those that are just being accepted. */
  isPressed(): boolean
  clock?: () => number
}

const patienceMs = 30
/** How long at most a message gives way, and how often it is looked whether it still must. */
const maxGivenWayMs = 10_000
const lookEveryMs = 20

export function createStoreQueue<Item, Result>(
  store: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxTogether, atOnce, manyComing, isPressed, clock = () => performance.now() }: StoreQueueOptions,
): StoreQueue<Item, Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running = 0
  /** Runs while those that are ready wait for others. */
  let patience: NodeJS.Timeout | 'over' | undefined
  let looksAgain = false

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

  function givesWay(): boolean {
    const [first] = waiting
    if (!first || clock() - first.since > maxGivenWayMs || !isPressed()) return false
    if (looksAgain) return true
    looksAgain = true
    setTimeout(() => {
      looksAgain = false
      pump()
    }, lookEveryMs)
    return true
  }

  function calm(): void {
    if (patience !== 'over') clearTimeout(patience)
    patience = undefined
  }

  function pump(): void {
    while (running < atOnce && waiting.length > 0 && !givesWay() && !gathers()) {
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
      waiting.push({ item, since: clock(), resolve, reject })
      // A message that is ready in this tick of the event loop joins the others.
      if (waiting.length === 1 || waiting.length === maxTogether) setImmediate(pump)
    })
}
