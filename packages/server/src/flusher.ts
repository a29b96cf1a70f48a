/**
 * Makes what was written to a file durable without holding up the program. SQLite's own way is to flush the write-ahead
 * log within COMMIT, which blocks the thread; here COMMIT only writes, and the flush is done by the system's thread pool
 * afterwards. A flush that is asked for while another runs waits for the next one, which then serves all who came
 * meanwhile. Where the disk is so fast that the way to another thread and back would take longer, the flush is waited for.
 */
import { close, closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Flusher = {
  /** Resolves when everything written before the call is on disk. */
  flush(): Promise<void>
  close(): void
}

/** A flush that takes no longer than this is waited for at once. */
const fastMs = 0.7
/** After one that took longer the thread pool does it for so many times as long: less than 1 % of the time is waited. */
const shareWaited = 100

/** When to try again whether the disk is fast; all files are taken to be on one. */
let slowUntil = 0

type Waiter = { resolve(): void; reject(cause: unknown): void }

/** Makes durable which files are in a folder: a file that was just created, or removed, is only so with it. */
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

/** Opens a file whose name is durable. */
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
      // What was flushed is on disk, whatever closing says.
      if (file !== null) close(file, () => undefined)
      file = null
    },
  }
}
