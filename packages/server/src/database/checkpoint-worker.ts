/** Runs the thread that checkpoints; see sqlite-checkpoint.ts. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const database = new DatabaseSync(String(workerData), { timeout: 1000 })
database.exec('PRAGMA synchronous=NORMAL')

parentPort?.on('message', (logBytes: number) => {
  try {
    database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
  } finally {
    parentPort?.postMessage(logBytes)
  }
})
