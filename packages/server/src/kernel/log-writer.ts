/**
 * Carries the lines of the log out of the way of everything else: they are gathered and written one batch at a
 * time, and nobody waits for that. When they cannot be written, a bounded number of them waits for better
 * times; what does not fit is counted and told afterwards.
 */
export type LineTarget = {
  /** Writes the beginning of the bytes, at least one, and returns how many. */
  write(bytes: Buffer): Promise<number>
  /** Writes as much as it can at once, when the program ends. */
  writeNow(bytes: Buffer): void
  /** Opens anew what it writes to, before the next line. */
  reopen(): void
}

/** Nobody reads any more, and nobody will. */
export class TargetGone extends Error {}

export type LogWriter = {
  write(line: string): void
  reopen(): void
  /** Resolves when every line so far is written, or the time is over. */
  flush(withinMs: number): Promise<void>
  /** Writes what is held when the program ends without waiting. */
  flushNow(): void
}

export type WriterOptions = {
  maxHeldBytes?: number
  retryMs?: number
  /** Makes the line that tells of lost ones. */
  lostLine(count: number): string
}

const usualHeldBytes = 8 * 1024 * 1024
const usualRetryMs = 1000
const batchBytes = 256 * 1024

export function createLogWriter(target: LineTarget, options: WriterOptions): LogWriter {
  const { maxHeldBytes = usualHeldBytes, retryMs = usualRetryMs, lostLine } = options
  let held: string[] = []
  let heldBytes = 0
  let lost = 0
  let isGone = false
  let isScheduled = false
  let isBusy = false
  const waiters: (() => void)[] = []

  /** Takes some whole lines. */
  function takeBatch(): Buffer {
    let bytes = 0
    let count = 0
    while (count < held.length && bytes < batchBytes) bytes += held[count++]?.length ?? 0
    const batch = held.slice(0, count).join('')
    held = count === held.length ? [] : held.slice(count)
    heldBytes -= batch.length
    return Buffer.from(batch)
  }

  async function writeAll(batch: Buffer): Promise<void> {
    let rest = batch
    while (rest.length > 0) {
      try {
        rest = rest.subarray(await target.write(rest))
      } catch (cause) {
        if (cause instanceof TargetGone) throw cause
        await new Promise(resolve => setTimeout(resolve, retryMs).unref())
      }
    }
  }

  async function pump(): Promise<void> {
    isBusy = true
    try {
      while (held.length > 0 || lost > 0) {
        await writeAll(takeBatch())
        if (lost === 0) continue
        const line = lostLine(lost)
        lost = 0
        await writeAll(Buffer.from(line))
      }
    } catch {
      isGone = true
      held = []
      heldBytes = 0
      lost = 0
    } finally {
      isBusy = false
      for (const done of waiters.splice(0)) done()
    }
  }

  function schedule(): void {
    if (isScheduled || isBusy) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      if (!isBusy) void pump()
    })
  }

  return {
    write(line) {
      if (isGone) return
      if (heldBytes + line.length > maxHeldBytes) {
        lost++
        return
      }
      held.push(line)
      heldBytes += line.length
      schedule()
    },
    reopen: () => target.reopen(),
    flush(withinMs) {
      if (!isBusy && held.length === 0) return Promise.resolve()
      return new Promise(resolve => {
        const late = setTimeout(resolve, withinMs)
        waiters.push(() => {
          clearTimeout(late)
          resolve()
        })
      })
    },
    flushNow() {
      if (held.length === 0) return
      const rest = Buffer.from(held.join(''))
      held = []
      heldBytes = 0
      target.writeNow(rest)
    },
  }
}
