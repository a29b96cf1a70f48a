/**
 * Hands on what comes: one that comes alone at once, those that follow it closely together, so that a page in a flood draws
 * a few times a second instead of at each of them.
 */
export type Gathered<T> = { push(item: T): void; stop(): void }

export function gather<T>(
  hand: (items: T[]) => void,
  gapMs: number,
  /** Whether to hand on without a timer, so long after the last time: those of a hidden page are late. */
  isDue: (restedMs: number) => boolean,
): Gathered<T> {
  let waiting: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let handedAt = Number.NEGATIVE_INFINITY
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    waiting = []
  }
  const handOn = () => {
    const items = waiting
    stop()
    handedAt = performance.now()
    hand(items)
  }
  const push = (item: T) => {
    waiting.push(item)
    const rested = performance.now() - handedAt
    if (isDue(rested)) return handOn()
    timer ??= setTimeout(handOn, Math.max(0, gapMs - rested))
  }
  return { push, stop }
}
