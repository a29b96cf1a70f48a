/**
 * Moves committed pages from the write-ahead log into the database file. A thread with its own connection
 * does most of that, so that nobody waits. Only when the log has grown large does the write connection do the
 * small rest, between two transactions, and then the log begins anew.
 */
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { threadFile } from '../kernel/thread-file.ts'

const lookEveryMs = 500
/** A log smaller than this is left alone. */
const startBytes = 8 * 1024 * 1024
/** Above this size the write connection does the rest. */
const restartBytes = 48 * 1024 * 1024

export type Checkpointer = {
  noteCommit(): void
  /** True when the write connection should do the rest now. */
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
    // The log only grows a little longer; the next check starts another thread.
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
