/** Runs the thread of long reads; see sqlite-aside.ts. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { AsideAnswer, AsideQuestion } from './sqlite-aside.ts'

const database = new DatabaseSync(String(workerData), { timeout: 10_000 })
database.exec('PRAGMA query_only=ON; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-8000')

function answer({ id, sql, parameters }: AsideQuestion): AsideAnswer {
  try {
    return { id, rows: database.prepare(sql).all(...(parameters as SQLInputValue[])) }
  } catch (cause) {
    return { id, fault: cause instanceof Error ? cause.message : String(cause) }
  }
}

parentPort?.on('message', (question: AsideQuestion) => parentPort?.postMessage(answer(question)))
