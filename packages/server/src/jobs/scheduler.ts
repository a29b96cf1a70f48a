/**
 * Periodic jobs. Each has a row that says when it is due; the node that moves the due time forward runs the job, so with
 * several nodes it still runs once. A job that fails is logged and comes again at its next time. A job that does by
 * the clock what cannot be taken back does not trust a clock that seems to have leapt: it waits, so that there is time to
 * set it right.
 */
import type { Db } from '../database/types.ts'
import { type Clock, hour, leapMs } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { findDueTime, insertDueTime, moveDueTime } from './repository.ts'

export type Job = {
  readonly name: string
  readonly everyMs: number
  /** It does by the clock what cannot be taken back: removes for good what is over, or writes to people. */
  readonly waitsAfterLeap?: true
  run(): Promise<void>
}

export type Scheduler = {
  start(): void
  /** Runs what is due now, for one who knows what time it is. By itself the scheduler also waits after a leap. */
  runDue(): Promise<void>
  /** Does once what the scheduler does by itself every second. */
  tick(): Promise<void>
  stop(): Promise<void>
}

const tickMs = 1000
const waitAfterLeapMs = hour

async function claim(db: Db, job: Job, dueAt: number | undefined, now: number): Promise<boolean> {
  // After the clock was set back a due time may lie further ahead than one period; then the job is due as well.
  const due = dueAt === undefined || dueAt <= now || dueAt > now + 2 * job.everyMs
  if (!due) return false
  const next = now + job.everyMs
  return db.transaction(tx =>
    dueAt === undefined ? insertDueTime(tx, job.name, next) : moveDueTime(tx, job.name, dueAt, next),
  )
}

export function createScheduler(deps: { db: Db; clock: Clock; log: Log }, jobs: readonly Job[]): Scheduler {
  let timer: NodeJS.Timeout | null = null
  /** One run at a time: whoever asks for one knows afterwards that what was due is done, by whichever run. */
  let running: Promise<void> = Promise.resolve()

  /** Until when jobs wait, since the clock leapt. */
  const waiting = new Map<Job, number>()

  function mustWait(job: Job, dueAt: number | undefined, now: number, begun: string[]): boolean {
    if (!job.waitsAfterLeap || dueAt === undefined || now - dueAt < leapMs + job.everyMs) {
      waiting.delete(job)
      return false
    }
    const until = waiting.get(job)
    // The clock may have leapt again, either way.
    if (until !== undefined && Math.abs(until - now) <= waitAfterLeapMs) return now < until
    waiting.set(job, now + waitAfterLeapMs)
    begun.push(job.name)
    return true
  }

  /** `begun` takes the name of a job that has just begun to wait. */
  async function runOne(job: Job, careful: boolean, begun: string[]): Promise<void> {
    try {
      const now = deps.clock.now()
      const dueAt = await findDueTime(deps.db.query, job.name)
      if (careful && mustWait(job, dueAt, now, begun)) return
      if (await claim(deps.db, job, dueAt, now)) await job.run()
    } catch (cause) {
      deps.log.event('job.failed', { job: job.name, err: cause })
    }
  }

  function runAll(careful: boolean): Promise<void> {
    running = running.then(async () => {
      const begun: string[] = []
      for (const job of jobs) await runOne(job, careful, begun)
      if (begun.length > 0)
        deps.log.warn({ jobs: begun }, 'the clock leapt or the program was off: these jobs wait an hour')
    })
    return running
  }

  function tickOn(): void {
    void runAll(true).finally(() => {
      if (timer) timer = setTimeout(tickOn, tickMs)
    })
  }

  return {
    start() {
      timer = setTimeout(tickOn, tickMs)
    },
    runDue: () => runAll(false),
    tick: () => runAll(true),
    async stop() {
      if (timer) clearTimeout(timer)
      timer = null
      await running
    },
  }
}
