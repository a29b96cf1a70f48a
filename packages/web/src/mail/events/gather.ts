/**
 * Hands on what comes: one that comes alone at once, those that follow it closely together, so that a page in a flood draws
 * a few times a second instead of at each of them.
 */
export type Gathered<T> = { push(item: T): void; stop(): void }

export function gather<T>(
  hand: (items: T[]) => void,
  gapMs: number,
  /** Nobody looks: nothing is drawn, and a hidden page's timers would be late. */
  isUnseen: () => boolean,
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
    if (isUnseen()) return handOn()
    timer ??= setTimeout(handOn, Math.max(0, handedAt + gapMs - performance.now()))
  }
  return { push, stop }
}
