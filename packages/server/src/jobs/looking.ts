/**
 * Looking for work again and again: when somebody says that there is some, and now and then in case nobody did. One look
 * at a time; a kick during a look makes it look once more, so that nothing that was there before the kick is missed. It
 * knows neither what the work is nor where it lies: a look finds it, starts it and leaves it under way.
 */
export type Looking = {
  /** From now on looks by itself too. */
  start(): void
  /** Looks at once; to be called after a commit that left something to do. */
  kick(): void
  /** Looks, and resolves when there is nothing more to find and all that was under way has ended. */
  runDue(): Promise<void>
  /** Finds nothing new; waits for what is under way, and after a while has it broken off. */
  stop(): Promise<void>
  isStopped(): boolean
}

export type LookingDeps = {
  everyMs: number
  /** How long stopping waits before it breaks off what is under way. */
  graceMs: number
  /** Starts all that there is room for. */
  look(): Promise<void>
  /** Returns the work that looks have started and that has not ended. */
  underWay(): Iterable<Promise<void>>
  breakOff(): void
  /** A look went wrong; the next comes all the same. */
  failed(cause: unknown): void
  /** Before each look that comes by itself. */
  before?(): Promise<void>
}

export function createLooking(deps: LookingDeps): Looking {
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  let again = false
  let stopped = false

  async function lookOn(): Promise<void> {
    try {
      do {
        again = false
        await deps.look()
      } while (again && !stopped)
    } catch (cause) {
      if (!stopped) deps.failed(cause)
    } finally {
      looking = null
    }
  }

  function kick(): void {
    if (stopped) return
    again = true
    looking ??= lookOn()
  }

  async function tick(): Promise<void> {
    try {
      await deps.before?.()
    } catch (cause) {
      if (!stopped) deps.failed(cause)
    }
    kick()
    if (!stopped) timer = setTimeout(() => void tick(), deps.everyMs)
  }

  async function settled(): Promise<void> {
    for (;;) {
      const open = [...deps.underWay(), ...(looking === null ? [] : [looking])]
      if (open.length === 0) return
      await Promise.all(open)
    }
  }

  return {
    start() {
      timer = setTimeout(() => void tick(), deps.everyMs)
    },
    kick,
    async runDue() {
      kick()
      await settled()
    },
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      const late = setTimeout(() => deps.breakOff(), deps.graceMs)
      await settled()
      clearTimeout(late)
    },
    isStopped: () => stopped,
  }
}
