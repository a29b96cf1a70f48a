/**
 * Hands items on: a single one at once, and those that follow closely together in one step, so that a page in
 * a flood draws only a few times a second.
 */
export type Gathered<T> = { push(item: T): void; stop(): void }

export function gather<T>(
  hand: (items: T[]) => void,
  gapMs: number,
  /**
   * True when the items may be handed on without a timer this long after the last time; timers of a hidden
   * page are late.
   */
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
