/**
 * Periodic jobs. Each has a row that says when it is due; the node that moves the due time forward runs the job, so with
 * several nodes it still runs once. A job that fails is logged and comes again at its next time.
 */
import type { Clock } from '../clock.ts'
import type { Db } from '../database/types.ts'
import type { Log } from '../log.ts'

export type Job = {
  readonly name: string
  readonly everyMs: number
  run(): Promise<void>
}

export type Scheduler = { start(): void; runDue(): Promise<void>; stop(): Promise<void> }

const tickMs = 1000

async function claim(db: Db, job: Job, now: number): Promise<boolean> {
  const row = await db.query
    .selectFrom('job')
    .select('next_at')
    .where('name', '=', job.name)
    .executeTakeFirst()
  // After the clock was set back a due time may lie further ahead than one period; then the job is due as well.
  const due = row === undefined || row.next_at <= now || row.next_at > now + 2 * job.everyMs
  if (!due) return false
  return db.transaction(async tx => {
    if (row === undefined) {
      const made = await tx
        .insertInto('job')
        .values({ name: job.name, next_at: now + job.everyMs })
        .onConflict(oc => oc.column('name').doNothing())
        .executeTakeFirst()
      return made.numInsertedOrUpdatedRows === 1n
    }
    const moved = await tx
      .updateTable('job')
      .set({ next_at: now + job.everyMs })
      .where('name', '=', job.name)
      .where('next_at', '=', row.next_at)
      .executeTakeFirst()
    return moved.numUpdatedRows === 1n
  })
}

export function createScheduler(deps: { db: Db; clock: Clock; log: Log }, jobs: readonly Job[]): Scheduler {
  let timer: NodeJS.Timeout | null = null
  /** One run at a time: whoever asks for one knows afterwards that what was due is done, by whichever run. */
  let running: Promise<void> = Promise.resolve()

  async function runOne(job: Job): Promise<void> {
    try {
      if (await claim(deps.db, job, deps.clock.now())) await job.run()
    } catch (cause) {
      deps.log.error({ err: cause, job: job.name }, 'job failed')
    }
  }

  function runDue(): Promise<void> {
    running = running.then(async () => {
      for (const job of jobs) await runOne(job)
    })
    return running
  }

  function tick(): void {
    void runDue().finally(() => {
      if (timer) timer = setTimeout(tick, tickMs)
    })
  }

  return {
    start() {
      timer = setTimeout(tick, tickMs)
    },
    runDue,
    async stop() {
      if (timer) clearTimeout(timer)
      timer = null
      await running
    },
  }
}
