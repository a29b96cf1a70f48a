/**
 * Flushes a file to disk without blocking the program. SQLite by itself flushes the write-ahead log within
 * COMMIT, which blocks the thread. Here COMMIT only writes, and the system's thread pool flushes afterwards.
 * A flush requested while another runs waits for the next one, which then serves all requests since. On a
 * disk so fast that handing over to another thread takes longer, the thread flushes itself.
 */
import { close, closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Flusher = {
  /** Resolves when everything written before the call is on disk. */
  flush(): Promise<void>
  close(): void
}

/** A flush that takes at most this long runs on the calling thread. */
const fastMs = 0.7
/**
 * After a slower flush the thread pool flushes for this many times its duration, so the calling thread is
 * blocked for less than 1 % of the time.
 */
const shareWaited = 100

/** The time of the next check whether the disk is fast; all files are assumed to be on one disk. */
let slowUntil = 0

type Waiter = { resolve(): void; reject(cause: unknown): void }

/** Makes the list of files in a folder durable: a new or removed file is durable only with its folder. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function flushFolderNow(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Opens a file and makes its name durable. */
function openDurable(path: string): number {
  const file = openSync(path, 'r+')
  try {
    flushFolderNow(dirname(path))
    return file
  } catch (cause) {
    closeSync(file)
    throw cause
  }
}

function flushNow(file: number): Error | null {
  const startedAt = performance.now()
  try {
    fdatasyncSync(file)
    return null
  } catch (cause) {
    return cause as Error
  } finally {
    const endedAt = performance.now()
    const took = endedAt - startedAt
    if (took > fastMs) slowUntil = endedAt + shareWaited * took
  }
}

export function createFlusher(path: string): Flusher {
  let file: number | null = null
  let running = false
  let waiting: Waiter[] = []

  function run(): void {
    const served = waiting
    waiting = []
    running = true
    try {
      file ??= openDurable(path)
    } catch (cause) {
      running = false
      for (const { reject } of served) reject(cause)
      return
    }
    const done = (cause: Error | null): void => {
      running = false
      for (const { resolve, reject } of served) cause ? reject(cause) : resolve()
      if (waiting.length > 0) run()
    }
    if (performance.now() < slowUntil) fdatasync(file, done)
    else done(flushNow(file))
  }

  return {
    flush() {
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        if (!running) run()
      })
    },
    close() {
      // Flushed data is on disk even if closing fails.
      if (file !== null) close(file, () => undefined)
      file = null
    },
  }
}
