/** SQL of long jobs. */
import type { Selectable, Updateable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { LongJobPartTable, LongJobTable } from './table.ts'

export type LongJobRow = Selectable<LongJobTable>
export type LongJobPart = Selectable<LongJobPartTable>

export async function insertLongJob(tx: Tx, row: LongJobRow): Promise<void> {
  await tx.insertInto('long_job').values(row).execute()
}

export async function countUnfinished(query: Query, ownerKey: string): Promise<number> {
  const { count } = await query
    .selectFrom('long_job')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('owner_key', '=', ownerKey)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const shownColumns = [
  'id',
  'kind',
  'state',
  'about',
  'total',
  'done',
  'failed',
  'secrets',
  'bytes',
  'parts',
  'error',
  'cancel_asked',
  'resumed_at',
  'created_at',
  'started_at',
  'ended_at',
] as const
export type ShownLongJob = Pick<LongJobRow, (typeof shownColumns)[number]>

/** Newest first. */
export const listLongJobs = (query: Query, ownerKey: string, limit: number): Promise<ShownLongJob[]> =>
  query
    .selectFrom('long_job')
    .select(shownColumns)
    .where('owner_key', '=', ownerKey)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findLongJob = (query: Query, ownerKey: string, id: string) =>
  query
    .selectFrom('long_job')
    .select(shownColumns)
    .where('id', '=', id)
    .where('owner_key', '=', ownerKey)
    .executeTakeFirst()

/** Those that a node may take up; of one owner none while another of its jobs is under way. */
export const dueLongJobs = (query: Query, now: number, limit: number) =>
  query
    .selectFrom('long_job')
    .select(['id', 'attempt', 'owner_key'])
    .where('ended_at', 'is', null)
    .where('due_at', '<=', now)
    .where('owner_key', 'not in', eb =>
      eb
        .selectFrom('long_job as other')
        .select('other.owner_key')
        .where('other.state', '=', 'running')
        .where('other.ended_at', 'is', null)
        .where('other.due_at', '>', now),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** Takes it up; undefined when somebody was faster. */
export const takeUp = (
  tx: Tx,
  { id, attempt }: Pick<LongJobRow, 'id' | 'attempt'>,
  taken: { runBy: string; now: number; until: number },
): Promise<LongJobRow | undefined> =>
  tx
    .updateTable('long_job')
    .set(eb => ({
      ...{ state: 'running' as const, attempt: attempt + 1, run_by: taken.runBy, due_at: taken.until },
      started_at: eb.fn.coalesce('started_at', eb.val(taken.now)),
    }))
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Changes it if it is still in these hands; undefined when it is not. */
export const changeHeld = (
  tx: Tx,
  { id, attempt }: Pick<LongJobRow, 'id' | 'attempt'>,
  change: Updateable<LongJobTable>,
): Promise<LongJobRow | undefined> =>
  tx
    .updateTable('long_job')
    .set(change)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()

export const findHeld = (query: Query, { id, attempt }: Pick<LongJobRow, 'id' | 'attempt'>) =>
  query
    .selectFrom('long_job')
    .select(['cancel_asked', 'done', 'failed', 'place'])
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .executeTakeFirst()

/** Frees the jobs that a dead node had, so that another may take them up at once. */
export async function releaseOf(tx: Tx, runBy: string, now: number): Promise<void> {
  await tx
    .updateTable('long_job')
    .set({ due_at: now, run_by: '', resumed_at: now })
    .where('run_by', '=', runBy)
    .where('state', '=', 'running')
    .execute()
}

export async function insertPart(tx: Tx, part: LongJobPart): Promise<void> {
  await tx.insertInto('long_job_part').values(part).execute()
}

/** The own job, locked against others by changing it. */
export const changeOwn = (tx: Tx, ownerKey: string, id: string, change: Updateable<LongJobTable>) =>
  tx
    .updateTable('long_job')
    .set(change)
    .where('id', '=', id)
    .where('owner_key', '=', ownerKey)
    .returningAll()
    .executeTakeFirst()

/** Parts from a number on, as many as asked for. */
export const partsFrom = (query: Query, jobId: string, from: number, limit: number) =>
  query
    .selectFrom('long_job_part')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('number', '>=', from)
    .orderBy('number')
    .limit(limit)
    .execute()

export const secretsOf = (query: Query, jobId: string) =>
  query
    .selectFrom('long_job_part')
    .select('secrets')
    .where('job_id', '=', jobId)
    .where('secrets', '<>', '')
    .orderBy('number')
    .execute()

export async function eraseSecrets(tx: Tx, jobId: string): Promise<void> {
  await tx.updateTable('long_job_part').set({ secrets: '' }).where('job_id', '=', jobId).execute()
}

export const endedBefore = (query: Query, at: number, limit: number) =>
  query.selectFrom('long_job').select('id').where('ended_at', '<=', at).limit(limit).execute()

/** Removes jobs with their parts, and returns the keys of their files. */
export async function removeLongJobs(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const files = await tx
    .deleteFrom('long_job_part')
    .where('job_id', 'in', [...ids])
    .returning('file_key')
    .execute()
  await tx
    .deleteFrom('long_job')
    .where('id', 'in', [...ids])
    .execute()
  return files.flatMap(({ file_key }) => file_key ?? [])
}

export async function idsOfOwners(query: Query, ownerKeys: readonly string[]): Promise<string[]> {
  if (ownerKeys.length === 0) return []
  const rows = await query
    .selectFrom('long_job')
    .select('id')
    .where('owner_key', 'in', [...ownerKeys])
    .execute()
  return rows.map(row => row.id)
}
