/**
 * Moves committed pages from the write-ahead log into the database file. Most of that is done by a thread with its own
 * connection, so that nobody waits; only when the log has grown large is the small rest done on the write connection,
 * between two transactions, after which the log begins anew.
 */
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { threadFile } from '../thread-file.ts'

const lookEveryMs = 500
/** Below this nothing is done. */
const startBytes = 8 * 1024 * 1024
/** Above this the rest is done on the write connection. */
const restartBytes = 48 * 1024 * 1024

export type Checkpointer = {
  noteCommit(): void
  /** Whether the write connection should do the rest now. */
  wantsRest(): boolean
  restDone(): void
  stop(): Promise<void>
}

export function createCheckpointer(databaseFile: string): Checkpointer {
  let committed = false
  let working = false
  let rest = false
  let worker: Worker | null = null

  function startWorker(): Worker {
    const started = new Worker(threadFile('checkpoint-worker', import.meta.url), {
      workerData: databaseFile,
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    })
    started.unref()
    started.on('message', (bytes: number) => {
      working = false
      rest = bytes > restartBytes
    })
    // The log just grows a little longer; the next look starts another thread.
    started.on('error', () => undefined)
    started.on('exit', () => {
      working = false
      worker = null
    })
    return started
  }

  async function look(): Promise<void> {
    if (!committed || working) return
    committed = false
    const size = await stat(`${databaseFile}-wal`).then(
      found => found.size,
      () => 0,
    )
    if (size < startBytes || working) return
    working = true
    worker ??= startWorker()
    worker.postMessage(size)
  }

  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()

  return {
    noteCommit() {
      committed = true
    },
    wantsRest: () => rest,
    restDone() {
      rest = false
    },
    async stop() {
      clearInterval(timer)
      await worker?.terminate()
    },
  }
}
