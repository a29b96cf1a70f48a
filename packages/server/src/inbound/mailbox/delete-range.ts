/** Deleting the mails of a period, and emptying the trash: many mails at once, in portions. */
import { folders } from '@yanshu/contract'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { type Clock, isoTime } from '../../clock.ts'
import type { Db, Tx } from '../../database/types.ts'
import { type LoggedIn, mailboxScope } from '../../identity/access.ts'
import type { EventHub } from '../notify/event-hub.ts'
import { auditSweep } from './audit-mails.ts'
import { checkMailbox } from './change-mails.ts'
import { removeInPortions, removePortion } from './remove-mails.ts'
import { addUnread, mailsIn } from './repository.ts'
import { manyChanged, tellUnread } from './tell-changes.ts'
import { walkMails } from './walk-mails.ts'

type Deps = { db: Db; clock: Clock; blobs: BlobStore; hub: EventHub }

export type Range = { mailboxId: string | undefined; from: number; to: number }

const keptFolders = folders.filter(folder => folder !== 'trash')

const inRange = (deps: Deps, caller: LoggedIn, { mailboxId, from, to }: Range) =>
  walkMails(
    deps.db.query,
    { scope: mailboxScope(caller), mailboxId, folders: keptFolders },
    mail => mail.received_at >= from && mail.received_at < to,
  )

export async function countRange(deps: Deps, caller: LoggedIn, range: Range): Promise<number> {
  await checkMailbox(deps.db, caller, range.mailboxId)
  let total = 0
  for await (const seqs of inRange(deps, caller, range)) total += seqs.length
  return total
}

/** Those that others have deleted meanwhile are left out. */
async function trashPortion(tx: Tx, seqs: readonly number[], now: number) {
  const kept = tx
    .updateTable('mail')
    .set({ folder: 'trash', trashed_at: now })
    .where('seq', 'in', [...seqs])
  const unread = await kept
    .where('folder', '=', 'inbox')
    .where('read', '=', 0)
    .returning('mailbox_id')
    .execute()
  const others = await kept.where('folder', '!=', 'trash').returning('mailbox_id').execute()
  const changes = new Map(others.map(({ mailbox_id }) => [mailbox_id, 0]))
  for (const { mailbox_id } of unread) changes.set(mailbox_id, (changes.get(mailbox_id) ?? 0) - 1)
  return { count: unread.length + others.length, counts: await addUnread(tx, changes) }
}

/** Moves the mails of a period to the trash. */
export async function trashRange(deps: Deps, caller: LoggedIn, range: Range): Promise<number> {
  const { mailboxId, from, to } = range
  await checkMailbox(deps.db, caller, mailboxId)
  const detail = `${isoTime(from)} 至 ${isoTime(to)} 的信移进回收站`
  await deps.db.transaction(tx =>
    auditSweep(tx, caller, deps.clock.now(), { action: 'deleteEmailsInTimeRange', detail, mailboxId }),
  )
  const many = manyChanged(deps.hub)
  let total = 0
  for await (const seqs of inRange(deps, caller, range)) {
    for (let at = 0; at < seqs.length; at += removePortion) {
      const portion = seqs.slice(at, at + removePortion)
      const { count, counts } = await deps.db.transaction(tx => trashPortion(tx, portion, deps.clock.now()))
      await tellUnread(deps.hub, counts)
      many.note(counts)
      total += count
    }
  }
  await many.tell()
  return total
}

export async function emptyTrash(
  deps: Deps,
  caller: LoggedIn,
  mailboxId: string | undefined,
): Promise<number> {
  await checkMailbox(deps.db, caller, mailboxId)
  await deps.db.transaction(tx =>
    auditSweep(tx, caller, deps.clock.now(), { action: 'emptyTrash', detail: '', mailboxId }),
  )
  const scope = mailboxScope(caller)
  const many = manyChanged(deps.hub)
  const removed = await removeInPortions(deps, async (tx, limit) => {
    const trash = mailsIn(tx, scope, mailboxId).where('folder', '=', 'trash')
    const rows = await trash.select(['seq', 'mailbox_id as id', 'owner_id']).limit(limit).execute()
    many.note(rows)
    return rows.map(row => row.seq)
  })
  await many.tell()
  return removed
}
