/**
 * Runs reads that may take long, such as a search over the whole site. SQLite answers within the calling
 * thread and would block everything else, so these reads run in a thread with its own connection, started
 * when first needed.
 */
import { Worker } from 'node:worker_threads'
import type { CompiledQuery, DatabaseConnection } from 'kysely'
import { threadFile } from '../kernel/thread-file.ts'

export type AsideQuestion = { id: number; sql: string; parameters: readonly unknown[] }
export type AsideAnswer = { id: number } & ({ rows: unknown[] } | { fault: string })

type Waiter = { resolve(rows: unknown[]): void; reject(cause: Error): void }

export type Executor = Pick<DatabaseConnection, 'executeQuery'>

export type Aside = Executor & { stop(): Promise<void> }

export function createAside(databaseFile: string): Aside {
  const waiting = new Map<number, Waiter>()
  let worker: Worker | null = null
  let asked = 0
  let stopped = false

  function settle(answer: AsideAnswer): void {
    const waiter = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker?.unref()
    if ('rows' in answer) waiter?.resolve(answer.rows)
    else waiter?.reject(new Error(answer.fault))
  }

  /** The next question starts another thread. */
  function ended(): void {
    worker = null
    for (const { reject } of waiting.values()) reject(new Error('the thread of long reads ended'))
    waiting.clear()
  }

  function startWorker(): Worker {
    const started = new Worker(threadFile('aside-worker', import.meta.url), {
      workerData: databaseFile,
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
    })
    started.on('message', settle)
    // An exit follows every error.
    started.on('error', () => undefined)
    started.on('exit', ended)
    return started
  }

  async function ask({ sql, parameters }: CompiledQuery): Promise<unknown[]> {
    if (stopped) throw new Error('the database is closed')
    worker ??= startWorker()
    worker.ref()
    const question: AsideQuestion = { id: ++asked, sql, parameters }
    return new Promise((resolve, reject) => {
      waiting.set(question.id, { resolve, reject })
      worker?.postMessage(question)
    })
  }

  return {
    executeQuery: async <Row>(query: CompiledQuery) => ({ rows: (await ask(query)) as Row[] }),
    async stop() {
      stopped = true
      await worker?.terminate()
    },
  }
}
