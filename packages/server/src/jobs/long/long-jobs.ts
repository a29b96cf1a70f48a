/** The long jobs of this node: taking them up as they come, each by one node at a time. */
import type { Tx } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import { type LoggedIn, ownerKey } from '../../kernel/call/caller.ts'
import { day, second } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { createLooking } from '../looking.ts'
import { jobWords } from '../words.ts'
import type { Asker, BeginJob, LongWork } from './long-job.ts'
import {
  countUnfinished,
  dueLongJobs,
  endedBefore,
  insertLongJob,
  releaseOf,
  removeLongJobs,
  takeUp,
} from './repository.ts'
import { leaseMs, type RunDeps, runLongJob, sealPurpose } from './run-long-job.ts'

export type LongJobsDeps = RunDeps & {
  nodeId: string
  /** From this transaction on no row names these pieces of files. */
  giveUpFiles(tx: Tx, keys: readonly string[]): Promise<void>
}

/** So many at once on one node: there are two cores, and people's requests come first. */
const maxAtOnce = 2
/** The limit for one person's jobs, waiting and running. */
export const maxUnfinished = 5
export const keptMs = 7 * day
const channel = 'long-job'

const askerOf = (caller: LoggedIn): Asker => ({
  client: caller.client,
  agent: caller.agent,
  sessionId: caller.sessionId,
  actedBy: caller.role === 'mailbox' ? null : (caller.actedBy?.id ?? null),
})

export function createLongJobs(deps: LongJobsDeps) {
  const { db, clock } = deps
  const kinds = new Map<string, LongWork>()
  const running = new Map<string, Promise<void>>()

  async function look(): Promise<void> {
    for (;;) {
      const room = maxAtOnce - running.size
      if (room <= 0 || looking.isStopped()) return
      const [next] = (await dueLongJobs(db.query, clock.now(), maxAtOnce + 1)).filter(
        job => !running.has(job.id),
      )
      if (!next) return
      const now = clock.now()
      const row = await db.transaction(tx =>
        takeUp(tx, next, { runBy: deps.nodeId, now, until: now + leaseMs }),
      )
      if (!row) continue
      const run = runLongJob(deps, kinds, row, () => looking.isStopped()).catch((cause: unknown) =>
        deps.log.error({ err: cause, job: row.kind }, 'a long job could not be entered'),
      )
      running.set(
        row.id,
        run.finally(() => {
          running.delete(row.id)
          looking.kick()
        }),
      )
    }
  }

  const looking = createLooking({
    everyMs: 5 * second,
    graceMs: 20 * second,
    look,
    underWay: () => running.values(),
    breakOff: () => undefined,
    failed: cause => deps.log.error({ err: cause }, 'long jobs could not be looked for'),
  })
  const unsubscribe = db.bus.subscribe(channel, () => looking.kick())
  const woken = () => db.bus.publish(channel, '')

  const begin: BeginJob = async (caller, { kind, request, about = {}, total }) => {
    const now = clock.now()
    const key = ownerKey(caller)
    const id = newId(now)
    await db.transaction(async tx => {
      if ((await countUnfinished(tx, key)) >= maxUnfinished)
        throw new AppError('limitReached', { msg: jobWords.tooManyJobs(maxUnfinished) })
      await insertLongJob(tx, {
        ...{ id, owner_key: key, kind, state: 'waiting', total },
        request: deps.secrets.seal(sealPurpose, JSON.stringify(request)),
        about: JSON.stringify(about),
        asker: JSON.stringify(askerOf(caller)),
        ...{ place: '', done: 0, failed: 0, secrets: 0, bytes: 0, parts: 0, error: '' },
        ...{ cancel_asked: 0, attempt: 0, tries: 0, run_by: '', due_at: now, created_at: now },
        ...{ started_at: null, resumed_at: null, ended_at: null },
      })
    })
    await woken()
    return id
  }

  return {
    begin,
    woken,
    /** Kinds are known before the start; what nobody declares fails. */
    declare(works: readonly LongWork[]) {
      for (const work of works) kinds.set(work.kind, work)
    },
    async start() {
      await db.transaction(tx => releaseOf(tx, deps.nodeId, clock.now()))
      looking.start()
      looking.kick()
    },
    runDue: () => looking.runDue(),
    async stop() {
      unsubscribe()
      await looking.stop()
      // What was left half done goes on at another node, if there is one.
      await woken()
    },
    /** Results are kept for a while, passwords that nobody took among them. */
    async sweep() {
      for (;;) {
        const ids = (await endedBefore(db.query, clock.now() - keptMs, 50)).map(row => row.id)
        if (ids.length === 0) return
        await db.transaction(async tx => deps.giveUpFiles(tx, await removeLongJobs(tx, ids)))
      }
    },
  }
}

export type LongJobs = ReturnType<typeof createLongJobs>
