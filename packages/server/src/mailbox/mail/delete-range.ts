/** Deleting the mails of a period, and emptying the trash: many mails at once, in portions. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { DatabaseKind, Db, Tx } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import type { BeginJob, LongWork } from '../../jobs/long/long-job.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventHub } from '../../ledger/event/event-hub.ts'
import { lockMailboxes } from '../account/repository.ts'
import { folderKeys } from '../folder/repository.ts'
import { mailboxesOfMails } from '../folder/vanish-repository.ts'
import { checkMailbox } from './change-mails.ts'
import { moveRestToTrash } from './change-repository.ts'
import { mailsInTrash } from './removal-repository.ts'
import { removeInPortions, removePortion } from './remove-mails.ts'
import { manyChanged, tellUnread } from './tell-changes.ts'
import { addUnread } from './unread-repository.ts'
import { walkMails } from './walk-mails.ts'

type Deps = { db: Db; clock: Clock; blobs: BlobStore; hub: EventHub }

export type Range = { mailboxId: string | undefined; from: number; to: number }

async function* inRange(deps: Deps, caller: LoggedIn, { mailboxId, from, to }: Range) {
  const scope = mailboxScope(caller)
  const keys = await folderKeys(deps.db.query, scope, mailboxId)
  const folders = keys.filter(folder => folder !== 'trash')
  yield* walkMails(
    deps.db.query,
    { scope, mailboxId, folders },
    mail => mail.received_at >= from && mail.received_at < to,
  )
}

export async function countRange(deps: Deps, caller: LoggedIn, range: Range): Promise<number> {
  await checkMailbox(deps.db, caller, range.mailboxId)
  let total = 0
  for await (const seqs of inRange(deps, caller, range)) total += seqs.length
  return total
}

/** Those that others have deleted meanwhile are left out. */
async function trashPortion(tx: Tx, kind: DatabaseKind, seqs: readonly number[], now: number) {
  await lockMailboxes(tx, kind, await mailboxesOfMails(tx, seqs))
  const { unread, others } = await moveRestToTrash(tx, seqs, now)
  const changes = new Map(others.map(id => [id, 0]))
  for (const id of unread) changes.set(id, (changes.get(id) ?? 0) - 1)
  return { count: unread.length + others.length, counts: await addUnread(tx, changes) }
}

async function* portionsOf(deps: Deps, caller: LoggedIn, range: Range): AsyncGenerator<readonly number[]> {
  for await (const seqs of inRange(deps, caller, range))
    for (let at = 0; at < seqs.length; at += removePortion) yield seqs.slice(at, at + removePortion)
}

/** Moves the mails of a period to the trash. */
export async function trashRange(deps: Deps, caller: LoggedIn, range: Range): Promise<number> {
  await checkMailbox(deps.db, caller, range.mailboxId)
  const many = manyChanged(deps.hub)
  let total = 0
  for await (const portion of portionsOf(deps, caller, range)) {
    const { count, counts } = await deps.db.transaction(tx =>
      trashPortion(tx, deps.db.kind, portion, deps.clock.now()),
    )
    await tellUnread(deps.hub, counts)
    many.note(counts)
    total += count
  }
  await many.tell()
  return total
}

export async function beginRange(
  deps: Deps & { begin: BeginJob },
  caller: LoggedIn,
  range: Range,
): Promise<{ jobId: string; count: number }> {
  const count = await countRange(deps, caller, range)
  return { jobId: await deps.begin(caller, { kind: 'deleteMails', request: range, total: count }), count }
}

/** Mails already in the trash are not visited again: a restarted job begins anew and finds the rest. */
export const rangeWork = (deps: Deps): LongWork => ({
  kind: 'deleteMails',
  call: 'deleteEmailsInTimeRange',
  async open(caller, given) {
    const range = given as Range
    await checkMailbox(deps.db, caller, range.mailboxId)
    const portions = portionsOf(deps, caller, range)
    return {
      async step(_place, enter) {
        const { value, done } = await portions.next()
        if (done) return deps.db.transaction(tx => enter(tx, { next: null, done: 0 }))
        const counts = await deps.db.transaction(async tx => {
          const trashed = await trashPortion(tx, deps.db.kind, value, deps.clock.now())
          await enter(tx, { next: '', done: trashed.count })
          return trashed.counts
        })
        const many = manyChanged(deps.hub)
        many.note(counts)
        await tellUnread(deps.hub, counts)
        await many.tell()
      },
    }
  },
})

export async function emptyTrash(
  deps: Deps,
  caller: LoggedIn,
  mailboxId: string | undefined,
): Promise<number> {
  await checkMailbox(deps.db, caller, mailboxId)
  const scope = mailboxScope(caller)
  const many = manyChanged(deps.hub)
  const removed = await removeInPortions(deps, async (tx, limit) => {
    const rows = await mailsInTrash(tx, scope, mailboxId, limit)
    many.note(rows)
    return rows.map(row => row.seq)
  })
  await many.tell()
  return removed
}
