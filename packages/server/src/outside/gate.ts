/**
 * Lets a fixed number of callers through at once; the others wait in line, each no longer than its own
 * signal.
 */
export type Gate = {
  /** Resolves to the function that the caller must call when it leaves. */
  enter(signal: AbortSignal): Promise<() => void>
}

export function createGate(places: number): Gate {
  let free = places
  const line = new Set<() => void>()

  function leave(): void {
    free++
    for (const next of line) {
      line.delete(next)
      next()
      return
    }
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (free === 0) {
        await new Promise<void>((resolve, reject) => {
          const giveUp = () => {
            line.delete(go)
            reject(signal.reason)
          }
          const go = () => {
            signal.removeEventListener('abort', giveUp)
            free--
            resolve()
          }
          line.add(go)
          signal.addEventListener('abort', giveUp, { once: true })
        })
      } else free--
      return leave
    },
  }
}
