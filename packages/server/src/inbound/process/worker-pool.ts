/**
 * The pool of worker threads. A task that takes too long costs its thread, which is replaced. Whose fault it was cannot
 * be told from outside, so those that shared the thread are done again one by one, in a thread apart: only the one that
 * fails alone has failed, and nobody else waits for it. Threads are started when there is work for them, so that an idle
 * program stays small.
 *
 * Mail that arrives must not wait for what people ask for, however much that is: requests share one thread, and while it
 * has any, arriving mail goes to the others.
 */
import { Worker } from 'node:worker_threads'
import { gatherTurn } from '../../kernel/same-turn.ts'
import { threadFile } from '../../kernel/thread-file.ts'
import type { TaskName, WorkerAnswer, WorkerRequest, WorkerSetup, WorkerTasks } from './worker-protocol.ts'

export type WorkerPool = {
  /** `alone`: not together with others, because it has already failed once. */
  run<N extends TaskName>(
    task: N,
    input: WorkerTasks[N]['input'],
    alone?: boolean,
  ): Promise<WorkerTasks[N]['output']>
  /** Somebody is waiting for mail: the first thread starts now, so that the first mail need not wait for it. */
  warm(): void
  /** Tasks that wait for a thread. */
  waiting(): number
  stop(): Promise<void>
}

export class TaskTimeout extends Error {}

export type PoolLimits = {
  /** Several messages may wait for DNS in one thread at once; and while the program stores a batch, a thread has work. */
  tasksPerThread: number
  /**
   * The limit for messages at a time, so that one of many large messages does not time out before its turn.
   * One message is always taken.
   */
  bytesPerThread: number
  taskMs: number
  /** A thread that owes an answer for so long is given nothing more; it is longer than DNS is waited for. */
  stuckMs: number
  /** Reading a message beyond this takes many times its size in memory: one at a time. */
  heavyBytes: number
}

const defaultLimits: PoolLimits = {
  tasksPerThread: 48,
  bytesPerThread: 1024 * 1024,
  taskMs: 15_000,
  stuckMs: 3000,
  heavyBytes: 4 * 1024 * 1024,
}

type Task = {
  request: WorkerRequest
  bytes: number
  resolve(output: unknown): void
  reject(cause: unknown): void
}

/** No time is counted before the thread has started. */
type Held = { task: Task; timer: NodeJS.Timeout | undefined; since: number }
/** Tasks in the order in which they were given. */
type Thread = {
  worker: Worker
  tasks: Map<number, Held>
  /** The size of the messages among them. */
  bytes: number
  /** Tasks that somebody asked for, among them. */
  requests: number
  /** Requests of one turn of the event loop travel together. */
  send(request: WorkerRequest): void
  /** It has said something: a thread takes a while to start, and nobody should wait for that who need not. */
  ready: boolean
}

/** Returns the size of the message of a task. */
const bytesOf = ({ input }: WorkerRequest): number => ('raw' in input ? input.raw.length : 0)

const isRequest = ({ request }: Task): boolean => request.task !== 'arrive'

export function createWorkerPool(
  setup: WorkerSetup,
  maxThreads: number,
  limits: PoolLimits = defaultLimits,
  file: URL = threadFile('worker', import.meta.url),
): WorkerPool {
  const threads = new Set<Thread>()
  const arrivals: Task[] = []
  const requests: Task[] = []
  /** For tasks that were there when a thread ended. */
  let apart: Thread | null = null
  const suspects: Task[] = []
  let lastId = 0
  let stopped = false

  function end(thread: Thread, cause: Error): void {
    if (thread === apart) apart = null
    else if (!threads.delete(thread)) return
    const shared = thread.tasks.size > 1
    for (const { task, timer } of thread.tasks.values()) {
      clearTimeout(timer)
      if (stopped || !shared) task.reject(cause)
      else suspects.push(task)
    }
    thread.tasks.clear()
    void thread.worker.terminate()
    pump()
  }

  function startThread(): Thread {
    const worker = new Worker(file, {
      workerData: setup,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    worker.unref()
    const send = gatherTurn<WorkerRequest>(given => worker.postMessage(given))
    const thread: Thread = { worker, tasks: new Map(), bytes: 0, requests: 0, send, ready: false }
    const take = (answer: WorkerAnswer) => {
      const held = thread.tasks.get(answer.id)
      if (!held) return
      thread.tasks.delete(answer.id)
      thread.bytes -= held.task.bytes
      if (isRequest(held.task)) thread.requests--
      clearTimeout(held.timer)
      if ('failed' in answer) held.task.reject(new Error(answer.failed))
      else held.task.resolve(answer.output)
    }
    worker.on('message', (answers: WorkerAnswer[]) => {
      if (!thread.ready) begin(thread)
      for (const answer of answers) take(answer)
      pump()
    })
    worker.on('error', cause => end(thread, cause instanceof Error ? cause : new Error(String(cause))))
    worker.on('exit', () => end(thread, new Error('the worker thread ended')))
    return thread
  }

  function countTime(thread: Thread, held: Held): void {
    held.timer = setTimeout(() => end(thread, new TaskTimeout('the task took too long')), limits.taskMs)
    held.timer.unref()
    held.since = performance.now()
  }

  /** On a busy machine a thread may take longer to start than any task takes. */
  function begin(thread: Thread): void {
    thread.ready = true
    for (const held of thread.tasks.values()) countTime(thread, held)
  }

  function give(thread: Thread, task: Task): void {
    const held: Held = { task, timer: undefined, since: Number.POSITIVE_INFINITY }
    thread.tasks.set(task.request.id, held)
    thread.bytes += task.bytes
    if (isRequest(task)) thread.requests++
    if (thread.ready) countTime(thread, held)
    thread.send(task.request)
  }

  function isStuck({ tasks }: Thread): boolean {
    const [oldest] = tasks.values()
    return oldest !== undefined && performance.now() - oldest.since > limits.stuckMs
  }

  /** A thread that has yet to start has room for one: the others would be overtaken by whatever another thread takes later. */
  function hasRoom({ tasks, bytes, ready }: Thread, task: Task): boolean {
    if (tasks.size === 0) return true
    return ready && tasks.size < limits.tasksPerThread && bytes + task.bytes <= limits.bytesPerThread
  }

  function isBetter(thread: Thread, than: Thread | null): boolean {
    if (than === null) return true
    return thread.ready === than.ready ? thread.tasks.size < than.tasks.size : thread.ready
  }

  /** A stuck thread is not counted: another takes its place until it answers or is ended. */
  function freeThread(task: Task): Thread | null {
    const isAsked = isRequest(task)
    let best: Thread | null = null
    let able = 0
    for (const thread of threads) {
      if (isStuck(thread)) continue
      able++
      if (thread.requests > 0 && maxThreads > 1) {
        if (isAsked) return hasRoom(thread, task) ? thread : null
      } else if (hasRoom(thread, task) && isBetter(thread, best)) best = thread
    }
    const another =
      able < maxThreads && threads.size < 2 * maxThreads && (best === null || best.tasks.size > 0)
    if (!another) return best
    const thread = startThread()
    threads.add(thread)
    return best?.ready ? best : thread
  }

  function pumpSuspects(): void {
    if (apart !== null && apart.tasks.size > 0) return
    const task = suspects.shift()
    if (task) {
      apart ??= startThread()
      give(apart, task)
    } else if (apart !== null) end(apart, new Error('no longer needed'))
  }

  /** Behind a heavy one that has to wait others go on. */
  function firstAble(line: readonly Task[]): number {
    const isHeavyRead = [...threads].some(({ bytes }) => bytes > limits.heavyBytes)
    return isHeavyRead ? line.findIndex(({ bytes }) => bytes <= limits.heavyBytes) : line.length > 0 ? 0 : -1
  }

  function pumpLine(line: Task[]): void {
    for (let at = firstAble(line); at >= 0; at = firstAble(line)) {
      const task = line[at]
      const thread = task && freeThread(task)
      if (!task || !thread) break
      line.splice(at, 1)
      give(thread, task)
    }
  }

  function pump(): void {
    if (stopped) return
    // They take one thread only; behind a flood of mail they would never have their turn.
    pumpLine(requests)
    pumpLine(arrivals)
    pumpSuspects()
  }

  return {
    run(task, input, alone = false) {
      return new Promise((resolve, reject) => {
        if (stopped) {
          reject(new Error('the pool has stopped'))
          return
        }
        const request = { id: ++lastId, task, input } as WorkerRequest
        const line = task === 'arrive' ? arrivals : requests
        const given = {
          request,
          bytes: bytesOf(request),
          resolve: (output: unknown) => resolve(output as never),
          reject,
        }
        if (alone) suspects.push(given)
        else line.push(given)
        pump()
      })
    },
    warm() {
      if (!stopped && threads.size === 0) threads.add(startThread())
    },
    waiting: () => arrivals.length + requests.length + suspects.length,
    async stop() {
      stopped = true
      const ending = [...threads, ...(apart ? [apart] : [])].map(thread => thread.worker.terminate())
      for (const task of [...arrivals.splice(0), ...requests.splice(0), ...suspects.splice(0)]) {
        task.reject(new Error('the pool has stopped'))
      }
      await Promise.all(ending)
    },
  }
}
