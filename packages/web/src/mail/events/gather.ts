/**
 * Hands on what comes: one that comes alone at once, those that follow it closely together, so that a page in a flood draws
 * a few times a second instead of at each of them.
 */
export type Gathered<T> = { push(item: T): void; stop(): void }

export function gather<T>(
  hand: (items: T[]) => void,
  gapMs: number,
  /** Whether to hand on at once: a hidden page draws nothing, and its timers are late. */
  isDue: () => boolean,
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
    if (isDue()) return handOn()
    timer ??= setTimeout(handOn, Math.max(0, handedAt + gapMs - performance.now()))
  }
  return { push, stop }
}
