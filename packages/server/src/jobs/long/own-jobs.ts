/** One's own jobs: looking at them, stopping them, going on, and taking what they made. Another's is not there. */
import { type ErrorName, errors, type Job, type JobFailure } from '@yanshu/contract'
import type { Db, Tx } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import { type LoggedIn, ownerKey } from '../../kernel/call/caller.ts'
import { type Clock, isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { jobWords } from '../words.ts'
import type { JobSecret } from './long-job.ts'
import { keptMs, maxUnfinished } from './long-jobs.ts'
import {
  changeOwn,
  countUnfinished,
  eraseSecrets,
  findLongJob,
  idsOfOwners,
  listLongJobs,
  partsFrom,
  removeLongJobs,
  type ShownLongJob,
  secretsOf,
} from './repository.ts'
import { sealPurpose } from './run-long-job.ts'

type Deps = { db: Db; clock: Clock; secrets: Secrets }

const listed = 50
const failuresAtOnce = 500
const partsAtOnce = 50

function errorText(stored: string): string | null {
  if (stored === '') return null
  const { name, msg } = JSON.parse(stored) as { name: ErrorName; msg: string }
  return msg === '' ? errors[name].msg : msg
}

export const shownJob = (row: ShownLongJob): Job => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  about: JSON.parse(row.about) as Record<string, string>,
  total: row.total,
  done: row.done,
  failed: row.failed,
  secrets: row.secrets,
  bytes: row.bytes === 0 ? null : row.bytes,
  cancelling: row.cancel_asked === 1 && row.ended_at === null,
  resumable: row.state === 'cancelled' || row.state === 'failed',
  error: errorText(row.error),
  resumedAt: isoTimeOrNull(row.resumed_at),
  createdAt: isoTime(row.created_at),
  startedAt: isoTimeOrNull(row.started_at),
  endedAt: isoTimeOrNull(row.ended_at),
  keptUntil: isoTimeOrNull(row.ended_at === null ? null : row.ended_at + keptMs),
})

export const ownJobs = async (deps: Deps, caller: LoggedIn): Promise<Job[]> =>
  (await listLongJobs(deps.db.query, ownerKey(caller), listed)).map(shownJob)

async function found(deps: Deps, caller: LoggedIn, id: string): Promise<ShownLongJob> {
  const row = await findLongJob(deps.db.query, ownerKey(caller), id)
  if (!row) throw new AppError('notFound')
  return row
}

/** A job, and from a part on what did not work. */
export async function ownJob(deps: Deps, caller: LoggedIn, id: string, after = 0) {
  const row = await found(deps, caller, id)
  const failures: JobFailure[] = []
  let next: number | null = after + 1
  while (next !== null && failures.length < failuresAtOnce) {
    const parts = await partsFrom(deps.db.query, id, next, partsAtOnce)
    for (const part of parts) {
      failures.push(...(JSON.parse(part.failures) as JobFailure[]))
      next = part.number + 1
    }
    if (parts.length < partsAtOnce) next = null
  }
  return { job: shownJob(row), failures, next: next === null ? null : next - 1 }
}

/** Stops a waiting job at once, and a running one when its portion is done. */
export async function cancelJob(deps: Deps, caller: LoggedIn, id: string): Promise<Job> {
  const key = ownerKey(caller)
  return deps.db.transaction(async tx => {
    const row = await changeOwn(tx, key, id, { cancel_asked: 1 })
    if (!row) throw new AppError('notFound')
    if (row.ended_at !== null) return shownJob(row)
    const isIdle = row.state === 'waiting' || row.run_by === ''
    if (!isIdle) return shownJob(row)
    const ended = await changeOwn(tx, key, id, { state: 'cancelled', ended_at: deps.clock.now() })
    return shownJob(ended ?? row)
  })
}

export async function resumeJob(
  deps: Deps & { woken(): Promise<void> },
  caller: LoggedIn,
  id: string,
): Promise<Job> {
  const key = ownerKey(caller)
  const now = deps.clock.now()
  const job = await deps.db.transaction(async tx => {
    const row = await findLongJob(tx, key, id)
    if (!row) throw new AppError('notFound')
    if (row.state !== 'cancelled' && row.state !== 'failed')
      throw new AppError('conflict', { msg: jobWords.notStopped })
    if ((await countUnfinished(tx, key)) >= maxUnfinished)
      throw new AppError('limitReached', { msg: jobWords.tooManyJobs(maxUnfinished) })
    const changed = await changeOwn(tx, key, id, {
      ...{ state: 'waiting', cancel_asked: 0, error: '', tries: 0, due_at: now, ended_at: null },
    })
    return shownJob(changed ?? row)
  })
  await deps.woken()
  return job
}

/** Given this once: in the transaction that reads them they are erased. */
export async function takeSecrets(deps: Deps, caller: LoggedIn, id: string): Promise<JobSecret[]> {
  return deps.db.transaction(async tx => {
    const row = await changeOwn(tx, ownerKey(caller), id, { secrets: 0 })
    if (!row) throw new AppError('notFound')
    if (row.ended_at === null) throw new AppError('conflict', { msg: jobWords.stillRunning })
    const sealed = await secretsOf(tx, id)
    await eraseSecrets(tx, id)
    return sealed.flatMap(({ secrets }) => JSON.parse(deps.secrets.open(sealPurpose, secrets)) as JobSecret[])
  })
}

/** The keys of a finished job's file, piece by piece. */
export async function fileKeys(deps: Deps, caller: LoggedIn, id: string): Promise<string[]> {
  const { parts: last } = await found(deps, caller, id)
  const parts = await partsFrom(deps.db.query, id, 1, last)
  return parts.flatMap(part => part.file_key ?? [])
}

/** Removes the jobs of those who are gone; answers the keys of the files they leave. */
export const removeJobsOfOwners = async (tx: Tx, ownerKeys: readonly string[]): Promise<string[]> =>
  removeLongJobs(tx, await idsOfOwners(tx, ownerKeys))
