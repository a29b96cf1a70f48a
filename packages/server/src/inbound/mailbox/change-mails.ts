/**
 * Marking, moving and deleting mails. Deleting means the trash first, and for good from there. A request that names one
 * mail the caller does not reach changes nothing at all.
 */
import type { Folder } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Clock } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Db, Tx } from '../../database/types.ts'
import { type LoggedIn, mailboxScope, type Scope } from '../../identity/access.ts'
import { findScopedMailbox } from '../../identity/email-account/repository.ts'
import type { EventHub } from '../notify/event-hub.ts'
import { removeMails } from './remove-mails.ts'
import { refreshUnread, type Touched, touchableMails } from './repository.ts'

export type ChangeDeps = { db: Db; clock: Clock; blobs: BlobStore; hub: EventHub }

type Counts = Awaited<ReturnType<typeof refreshUnread>>

async function tellUnread(hub: EventHub, counts: Counts): Promise<void> {
  for (const { id, owner_id, unread } of counts) {
    await hub.publish({ kind: 'unread', mailboxId: id, ownerId: owner_id, unread })
  }
}

async function loadAll(tx: Tx, scope: Scope, ids: readonly string[]): Promise<Touched[]> {
  const wanted = [...new Set(ids)]
  const rows = await touchableMails(tx, scope, wanted)
  if (rows.length !== wanted.length) throw new AppError('notFound')
  return rows
}

const seqsOf = (rows: readonly Touched[]): number[] => rows.map(row => row.seq)
const mailboxesOf = (rows: readonly Touched[]): string[] => rows.map(row => row.mailbox_id)

/** Throws unless the caller reaches this mailbox. */
export async function checkMailbox(db: Db, caller: LoggedIn, mailboxId: string | undefined): Promise<void> {
  if (mailboxId === undefined) return
  if (!(await findScopedMailbox(db.query, mailboxScope(caller), mailboxId))) throw new AppError('notFound')
}

export async function markRead(
  deps: ChangeDeps,
  caller: LoggedIn,
  ids: readonly string[],
  read: boolean,
): Promise<number> {
  const { changed, counts } = await deps.db.transaction(async tx => {
    const rows = await loadAll(tx, mailboxScope(caller), ids)
    const result = await tx
      .updateTable('mail')
      .set({ read: flag(read) })
      .where('seq', 'in', seqsOf(rows))
      .where('read', '=', flag(!read))
      .executeTakeFirst()
    return { changed: Number(result.numUpdatedRows), counts: await refreshUnread(tx, mailboxesOf(rows)) }
  })
  await tellUnread(deps.hub, counts)
  return changed
}

function wholeScope(scope: Scope, mailboxId: string | undefined): Scope {
  return mailboxId === undefined ? scope : { kind: 'mailbox', mailboxId }
}

/** Every mail of the caller, or of one mailbox. Only those not yet so are touched. */
export async function markAllRead(
  deps: ChangeDeps,
  caller: LoggedIn,
  mailboxId: string | undefined,
  read: boolean,
): Promise<number> {
  await checkMailbox(deps.db, caller, mailboxId)
  const scope = wholeScope(mailboxScope(caller), mailboxId)
  const { changed, counts } = await deps.db.transaction(async tx => {
    let statement = tx
      .updateTable('mail')
      .set({ read: flag(read) })
      .where('read', '=', flag(!read))
    if (scope.kind === 'owner') statement = statement.where('owner_id', '=', scope.accountId)
    if (scope.kind === 'mailbox') statement = statement.where('mailbox_id', '=', scope.mailboxId)
    const rows = await statement.returning('mailbox_id').execute()
    return {
      changed: rows.length,
      counts: await refreshUnread(
        tx,
        rows.map(row => row.mailbox_id),
      ),
    }
  })
  await tellUnread(deps.hub, counts)
  return changed
}

export async function updateMails(
  deps: ChangeDeps,
  caller: LoggedIn,
  ids: readonly string[],
  change: {
    starred?: boolean | undefined
    folder?: Folder | undefined
    labels?: readonly string[] | undefined
  },
): Promise<number> {
  const now = deps.clock.now()
  const { changed, counts } = await deps.db.transaction(async tx => {
    const rows = await loadAll(tx, mailboxScope(caller), ids)
    const values = {
      ...(change.starred === undefined ? {} : { starred: flag(change.starred) }),
      ...(change.folder === undefined
        ? {}
        : { folder: change.folder, trashed_at: change.folder === 'trash' ? now : null }),
      ...(change.labels === undefined ? {} : { labels: JSON.stringify([...new Set(change.labels)]) }),
    }
    if (Object.keys(values).length === 0) return { changed: 0, counts: [] }
    await tx.updateTable('mail').set(values).where('seq', 'in', seqsOf(rows)).execute()
    return {
      changed: rows.length,
      counts: change.folder === undefined ? [] : await refreshUnread(tx, mailboxesOf(rows)),
    }
  })
  await tellUnread(deps.hub, counts)
  return changed
}

export async function deleteMails(
  deps: ChangeDeps,
  caller: LoggedIn,
  ids: readonly string[],
): Promise<{ trashed: number; deleted: number }> {
  const now = deps.clock.now()
  const { trashed, gone, counts, blobs } = await deps.db.transaction(async tx => {
    const rows = await loadAll(tx, mailboxScope(caller), ids)
    const forGood = rows.filter(row => row.folder === 'trash')
    const toTrash = rows.filter(row => row.folder !== 'trash')
    if (toTrash.length > 0) {
      await tx
        .updateTable('mail')
        .set({ folder: 'trash', trashed_at: now })
        .where('seq', 'in', seqsOf(toTrash))
        .execute()
    }
    const removed = await removeMails(tx, deps.db.kind, seqsOf(forGood))
    return {
      trashed: toTrash.length,
      gone: forGood.length,
      counts: await refreshUnread(tx, mailboxesOf(rows)),
      blobs: removed,
    }
  })
  for (const key of blobs) await deps.blobs.remove(key)
  await tellUnread(deps.hub, counts)
  return { trashed, deleted: gone }
}

/**
 * What a mail program does to the mails of one mailbox that it has seen: reads them, or wants them gone. Others may have
 * moved or deleted some meanwhile; those are left where they are.
 */
async function changeSeen(
  deps: Pick<ChangeDeps, 'db' | 'hub'>,
  mailboxId: string,
  seqs: readonly number[],
  change: { read: 1 } | { folder: 'trash'; trashed_at: number },
): Promise<void> {
  const counts = await deps.db.transaction(async tx => {
    for (let at = 0; at < seqs.length; at += seenPortion) {
      await tx
        .updateTable('mail')
        .set(change)
        .where('seq', 'in', seqs.slice(at, at + seenPortion))
        .where('mailbox_id', '=', mailboxId)
        .where('folder', '=', 'inbox')
        .execute()
    }
    return refreshUnread(tx, [mailboxId])
  })
  await tellUnread(deps.hub, counts)
}

const seenPortion = 500

export const markFetched = (
  deps: Pick<ChangeDeps, 'db' | 'hub'>,
  mailboxId: string,
  seqs: readonly number[],
): Promise<void> => changeSeen(deps, mailboxId, seqs, { read: 1 })

/** All of them in one transaction: a program is told that it happened, or that it did not. */
export const trashFetched = (
  deps: Pick<ChangeDeps, 'db' | 'clock' | 'hub'>,
  mailboxId: string,
  seqs: readonly number[],
): Promise<void> => changeSeen(deps, mailboxId, seqs, { folder: 'trash', trashed_at: deps.clock.now() })
