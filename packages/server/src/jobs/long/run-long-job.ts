/** One long job in the hands of one node, from where it stands to its end. */
import type { CallName, ErrorName } from '@yanshu/contract'
import type { Db, Tx } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { minute, second } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { Asker, LongWork, OpenedWork, Portion } from './long-job.ts'
import { changeHeld, findHeld, insertPart, type LongJobRow } from './repository.ts'

export type RunDeps = {
  db: Db
  clock: Clock
  log: Log
  secrets: Secrets
  /**
   * Returns the caller who asked, with the current rights; null when that caller would not be let in any
   * more. Throws when the caller may not make the call any more.
   */
  callerOf(ownerKey: string, asker: Asker, call: CallName): Promise<LoggedIn | null>
}

/** A node that is not heard of for so long has lost its jobs. */
export const leaseMs = 2 * minute
const renewMs = 30 * second
const maxTries = 5
const triesAfterMs = 10 * second

/** The purpose for which requests and passwords of jobs are sealed. */
export const sealPurpose = 'long-job'

/** The work is in other hands, or gone. */
class LostJob extends Error {}

type Ending = { state: 'done' | 'cancelled' | 'failed'; error?: string }

const over = (now: number, { state, error = '' }: Ending) => ({
  ...{ state, error, ended_at: now, run_by: '', tries: 0 },
  // A finished job no longer needs its request, which may hold passwords.
  ...(state === 'done' && { request: '' }),
})

async function endHeld(deps: RunDeps, row: LongJobRow, work: OpenedWork | null, ending: Ending) {
  await deps.db.transaction(async tx => {
    const changed = await changeHeld(tx, row, over(deps.clock.now(), ending))
    if (changed) await work?.ended?.(tx, { done: changed.done, failed: changed.failed })
  })
}

async function enterPortion(deps: RunDeps, tx: Tx, row: LongJobRow, work: OpenedWork, portion: Portion) {
  const { next, failures = [], secrets = [], file } = portion
  const now = deps.clock.now()
  const before = await findHeld(tx, row)
  if (!before) throw new LostJob()
  const state = next === null ? 'done' : before.cancel_asked === 1 ? 'cancelled' : null
  const changed = await changeHeld(tx, row, {
    place: next ?? '',
    ...(portion.total !== undefined && { total: portion.total }),
    tries: 0,
    due_at: now + leaseMs,
  })
  if (!changed) throw new LostJob()
  const sums = {
    done: changed.done + portion.done,
    failed: changed.failed + failures.length,
    secrets: changed.secrets + secrets.length,
    bytes: changed.bytes + (file?.bytes ?? 0),
    parts: changed.parts + 1,
  }
  await changeHeld(tx, row, { ...sums, ...(state && over(now, { state })) })
  if (failures.length > 0 || secrets.length > 0 || file)
    await insertPart(tx, {
      job_id: row.id,
      number: sums.parts,
      failures: JSON.stringify(failures),
      secrets: secrets.length === 0 ? '' : deps.secrets.seal(sealPurpose, JSON.stringify(secrets)),
      file_key: file?.key ?? null,
    })
  if (state) await work.ended?.(tx, sums)
}

async function callerNow(deps: RunDeps, row: LongJobRow, { call }: LongWork): Promise<LoggedIn> {
  const caller = await deps.callerOf(row.owner_key, JSON.parse(row.asker) as Asker, call)
  if (!caller) throw new AppError('forbidden')
  return caller
}

/** Portion after portion until it ends, or the program does. */
async function workOn(
  deps: RunDeps,
  row: LongJobRow,
  kind: LongWork,
  work: OpenedWork,
  stopping: () => boolean,
) {
  for (;;) {
    // A caller who loses the right meanwhile does not continue because of an earlier start.
    await callerNow(deps, row, kind)
    const held = await findHeld(deps.db.query, row)
    if (!held) return
    if (held.cancel_asked === 1) return endHeld(deps, row, work, { state: 'cancelled' })
    if (stopping()) {
      await deps.db.transaction(tx => changeHeld(tx, row, { due_at: deps.clock.now(), run_by: '' }))
      return
    }
    await work.step(held.place, (tx, portion) => enterPortion(deps, tx, row, work, portion))
  }
}

const refusal = (cause: AppError): string =>
  JSON.stringify({ name: cause.code satisfies ErrorName, msg: cause.details.msg ?? '' })

/**
 * An `AppError` is final; any other error may come from a database that was away, so the job is tried again.
 */
async function brokeOff(deps: RunDeps, row: LongJobRow, work: OpenedWork | null, cause: unknown) {
  if (cause instanceof LostJob) return
  if (cause instanceof AppError) return endHeld(deps, row, work, { state: 'failed', error: refusal(cause) })
  deps.log.event('job.failed', { job: row.kind, err: cause })
  const tries = row.tries + 1
  if (tries >= maxTries)
    return endHeld(deps, row, work, { state: 'failed', error: JSON.stringify({ name: 'internal', msg: '' }) })
  await deps.db.transaction(tx =>
    changeHeld(tx, row, { tries, run_by: '', due_at: deps.clock.now() + tries * triesAfterMs }),
  )
}

export async function runLongJob(
  deps: RunDeps,
  kinds: ReadonlyMap<string, LongWork>,
  row: LongJobRow,
  stopping: () => boolean,
): Promise<void> {
  let work: OpenedWork | null = null
  const renewing = setInterval(() => {
    const renewed = deps.db.transaction(tx => changeHeld(tx, row, { due_at: deps.clock.now() + leaseMs }))
    renewed.catch((cause: unknown) => deps.log.warn({ err: cause }, 'a long job could not be held'))
  }, renewMs)
  try {
    const kind = kinds.get(row.kind)
    if (!kind) throw new AppError('notOffered')
    const caller = await callerNow(deps, row, kind)
    const request: unknown = JSON.parse(deps.secrets.open(sealPurpose, row.request))
    work = await kind.open(caller, request, { id: row.id, createdAt: row.created_at })
    await workOn(deps, row, kind, work, stopping)
  } catch (cause) {
    await brokeOff(deps, row, work, cause)
  } finally {
    clearInterval(renewing)
  }
}
