/**
 * The pool of worker threads. A task that takes too long costs its thread, which is replaced, and fails; the others go
 * on. Threads are started when there is work for them, so that an idle program stays small.
 */
import { Worker } from 'node:worker_threads'
import type { TaskName, WorkerAnswer, WorkerRequest, WorkerSetup, WorkerTasks } from './worker-protocol.ts'

export type WorkerPool = {
  run<N extends TaskName>(task: N, input: WorkerTasks[N]['input']): Promise<WorkerTasks[N]['output']>
  /** Tasks that wait for a thread. */
  waiting(): number
  stop(): Promise<void>
}

export class TaskTimeout extends Error {}

/** Several messages may wait for DNS in one thread at once. */
const tasksPerThread = 8
const maxTaskMs = 15_000

type Task = {
  request: WorkerRequest
  resolve(output: unknown): void
  reject(cause: unknown): void
}

type Thread = { worker: Worker; tasks: Map<number, { task: Task; timer: NodeJS.Timeout }> }

/** Run from sources and from the build alike. */
const workerFile = (): URL =>
  import.meta.url.endsWith('.ts')
    ? new URL('./worker.ts', import.meta.url)
    : new URL('./worker.js', import.meta.url)

export function createWorkerPool(setup: WorkerSetup, maxThreads: number): WorkerPool {
  const threads = new Set<Thread>()
  const queue: Task[] = []
  let lastId = 0
  let stopped = false

  function end(thread: Thread, cause: Error): void {
    if (!threads.delete(thread)) return
    for (const { task, timer } of thread.tasks.values()) {
      clearTimeout(timer)
      task.reject(cause)
    }
    thread.tasks.clear()
    void thread.worker.terminate()
    pump()
  }

  function startThread(): Thread {
    const worker = new Worker(workerFile(), {
      workerData: setup,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    worker.unref()
    const thread: Thread = { worker, tasks: new Map() }
    worker.on('message', (answer: WorkerAnswer) => {
      const held = thread.tasks.get(answer.id)
      if (!held) return
      thread.tasks.delete(answer.id)
      clearTimeout(held.timer)
      if ('failed' in answer) held.task.reject(new Error(answer.failed))
      else held.task.resolve(answer.output)
      pump()
    })
    worker.on('error', cause => end(thread, cause instanceof Error ? cause : new Error(String(cause))))
    worker.on('exit', () => end(thread, new Error('the worker thread ended')))
    threads.add(thread)
    return thread
  }

  function freeThread(): Thread | null {
    let best: Thread | null = null
    for (const thread of threads) {
      if (thread.tasks.size < tasksPerThread && (best === null || thread.tasks.size < best.tasks.size))
        best = thread
    }
    const another = threads.size < maxThreads && (best === null || best.tasks.size > 0)
    return another ? startThread() : best
  }

  function pump(): void {
    while (queue.length > 0 && !stopped) {
      const thread = freeThread()
      if (!thread) return
      const task = queue.shift()
      if (!task) return
      const timer = setTimeout(() => end(thread, new TaskTimeout('the task took too long')), maxTaskMs)
      timer.unref()
      thread.tasks.set(task.request.id, { task, timer })
      thread.worker.postMessage(task.request)
    }
  }

  return {
    run(task, input) {
      return new Promise((resolve, reject) => {
        if (stopped) {
          reject(new Error('the pool has stopped'))
          return
        }
        const request = { id: ++lastId, task, input } as WorkerRequest
        queue.push({ request, resolve: output => resolve(output as never), reject })
        pump()
      })
    },
    waiting: () => queue.length,
    async stop() {
      stopped = true
      const ending = [...threads].map(thread => thread.worker.terminate())
      for (const task of queue.splice(0)) task.reject(new Error('the pool has stopped'))
      await Promise.all(ending)
    },
  }
}
