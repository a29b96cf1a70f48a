/**
 * Makes commits durable without holding up the program. SQLite's own way is to flush the write-ahead log within COMMIT,
 * which blocks the thread; here COMMIT only writes, and the flush is done by the system's thread pool afterwards. A flush
 * that is asked for while another runs waits for the next one, which then serves all who came meanwhile.
 */
import { close, closeSync, fdatasync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

export type Flusher = {
  /** Resolves when everything written before the call is on disk. */
  flush(): Promise<void>
  close(): void
}

type Waiter = { resolve(): void; reject(cause: unknown): void }

/** A file that was just created is only durable with its folder. */
function flushFolder(path: string): void {
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

export function createFlusher(logFile: string): Flusher {
  let file: number | null = null
  let running = false
  let waiting: Waiter[] = []

  function run(): void {
    const served = waiting
    waiting = []
    running = true
    try {
      if (file === null) {
        file = openSync(logFile, 'r+')
        flushFolder(logFile)
      }
    } catch (cause) {
      running = false
      for (const { reject } of served) reject(cause)
      return
    }
    fdatasync(file, cause => {
      running = false
      for (const { resolve, reject } of served) cause ? reject(cause) : resolve()
      if (waiting.length > 0) run()
    })
  }

  return {
    flush() {
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        if (!running) run()
      })
    },
    close() {
      if (file !== null) close(file)
      file = null
    },
  }
}
