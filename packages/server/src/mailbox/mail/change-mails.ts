/**
 * Marking, moving and deleting mails. Deleting means the trash first, and for good from there. A request that names one
 * mail the caller does not reach changes nothing at all.
 */
import { type Folder, folders } from '@yanshu/contract'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { flag } from '../../database/schema.ts'
import type { DatabaseKind, Db, Tx } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LetterScope, LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventHub } from '../../ledger/event/event-hub.ts'
import { findScopedMailbox, lockMailboxes } from '../account/repository.ts'
import { findOwnFolder, folderKeys } from '../folder/repository.ts'
import { mailboxesOfMails } from '../folder/vanish-repository.ts'
import { moveToTrash, type ShownMail, setInInbox, setRead, setValues } from './change-repository.ts'
import { removeMails } from './remove-mails.ts'
import { type Touched, touchableMails } from './repository.ts'
import { manyChanged, tellChanged, tellUnread } from './tell-changes.ts'
import { addUnread, refreshUnread } from './unread-repository.ts'
import { walkMails } from './walk-mails.ts'

export type ChangeDeps = { db: Db; clock: Clock; blobs: BlobStore; hub: EventHub }

/** The number of mails changed in one transaction. */
const portionSize = 500

/** From here on the transaction holds their mailboxes, and they are where the rows say. */
async function holdAll(
  tx: Tx,
  kind: DatabaseKind,
  scope: LetterScope,
  ids: readonly string[],
): Promise<Touched[]> {
  const wanted = [...new Set(ids)]
  const found = await touchableMails(tx, scope, wanted)
  await lockMailboxes(tx, kind, mailboxesOf(found))
  const rows = kind === 'postgres' ? await touchableMails(tx, scope, wanted) : found
  if (rows.length !== wanted.length) throw new AppError('notFound')
  return rows
}

const isRole = (folder: string): folder is Folder => folders.some(role => role === folder)

/** A folder of one's own takes only mails of its own mailbox. */
async function checkFolder(tx: Tx, scope: LetterScope, folder: string, rows: readonly Touched[]) {
  if (isRole(folder)) return
  const own = await findOwnFolder(tx, scope, folder)
  if (!own || rows.some(row => row.mailbox_id !== own.mailbox_id)) throw new AppError('notFound')
}

const seqsOf = (rows: readonly Touched[]): number[] => rows.map(row => row.seq)
const mailboxesOf = (rows: readonly Touched[]): string[] => rows.map(row => row.mailbox_id)

/** Throws for a folder of one's own that the caller does not reach. */
export async function checkShownFolder(db: Db, caller: LoggedIn, folder: string | undefined): Promise<void> {
  if (folder === undefined || folder === 'starred' || isRole(folder)) return
  if (!(await findOwnFolder(db.query, mailboxScope(caller), folder))) throw new AppError('notFound')
}

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
    const rows = await holdAll(tx, deps.db.kind, mailboxScope(caller), ids)
    const others = await setRead(tx, seqsOf(rows), read)
    return { changed: others, counts: await refreshUnread(tx, mailboxesOf(rows)) }
  })
  await tellChanged(deps.hub, changed, { read })
  await tellUnread(deps.hub, counts)
  return changed.length
}

/** Every mail of the caller, or of one mailbox, in portions. Only those not yet so are touched. */
export async function markAllRead(
  deps: ChangeDeps,
  caller: LoggedIn,
  mailboxId: string | undefined,
  read: boolean,
): Promise<number> {
  await checkMailbox(deps.db, caller, mailboxId)
  const scope = mailboxScope(caller)
  const others = walkMails(
    deps.db.query,
    { scope, mailboxId, folders: await folderKeys(deps.db.query, scope, mailboxId) },
    mail => mail.read === flag(!read),
  )
  const many = manyChanged(deps.hub)
  let changed = 0
  for await (const seqs of others) {
    for (let at = 0; at < seqs.length; at += portionSize) {
      const portion = seqs.slice(at, at + portionSize)
      const { count, counts } = await deps.db.transaction(tx => markPortion(tx, deps.db.kind, portion, read))
      await tellUnread(deps.hub, counts)
      many.note(counts)
      changed += count
    }
  }
  await many.tell()
  return changed
}

async function markPortion(tx: Tx, kind: DatabaseKind, seqs: readonly number[], read: boolean) {
  await lockMailboxes(tx, kind, await mailboxesOfMails(tx, seqs))
  const rows = await setRead(tx, seqs, read)
  const changes = new Map<string, number>()
  for (const { mailbox_id, folder } of rows) {
    const change = folder !== 'inbox' ? 0 : read ? -1 : 1
    changes.set(mailbox_id, (changes.get(mailbox_id) ?? 0) + change)
  }
  return { count: rows.length, counts: await addUnread(tx, changes) }
}

export async function updateMails(
  deps: ChangeDeps,
  caller: LoggedIn,
  ids: readonly string[],
  change: {
    starred?: boolean | undefined
    folder?: string | undefined
    labels?: readonly string[] | undefined
  },
): Promise<number> {
  const now = deps.clock.now()
  const { starred, folder } = change
  const labels = change.labels && [...new Set(change.labels)]
  const { changed, counts } = await deps.db.transaction(async tx => {
    const scope = mailboxScope(caller)
    const rows = await holdAll(tx, deps.db.kind, scope, ids)
    if (folder !== undefined) await checkFolder(tx, scope, folder, rows)
    const values = {
      ...(starred !== undefined && { starred: flag(starred) }),
      ...(folder !== undefined && { folder }),
      ...(labels !== undefined && { labels: JSON.stringify(labels) }),
    }
    if (Object.keys(values).length === 0) return { changed: [], counts: [] }
    const others = await setValues(tx, seqsOf(rows), values, now)
    return {
      changed: others,
      counts: folder === undefined ? [] : await refreshUnread(tx, mailboxesOf(rows)),
    }
  })
  await tellChanged(deps.hub, changed, {
    ...(starred !== undefined && { starred }),
    ...(folder !== undefined && { folder }),
    ...(labels !== undefined && { labels }),
  })
  await tellUnread(deps.hub, counts)
  return changed.length
}

export async function deleteMails(
  deps: ChangeDeps,
  caller: LoggedIn,
  ids: readonly string[],
): Promise<{ trashed: number; deleted: number }> {
  const now = deps.clock.now()
  const { trashed, gone, counts, blobs } = await deps.db.transaction(async tx => {
    const rows = await holdAll(tx, deps.db.kind, mailboxScope(caller), ids)
    const forGood = rows.filter(row => row.folder === 'trash')
    const toTrash = rows.filter(row => row.folder !== 'trash')
    if (toTrash.length > 0) await moveToTrash(tx, seqsOf(toTrash), now)
    const removed = await removeMails(tx, deps.db.kind, seqsOf(forGood), now)
    return {
      trashed: toTrash,
      gone: forGood,
      counts: await refreshUnread(tx, mailboxesOf(rows)),
      blobs: removed,
    }
  })
  for (const key of blobs) await deps.blobs.remove(key)
  await tellChanged(deps.hub, trashed, { folder: 'trash' })
  await tellChanged(deps.hub, gone, null)
  await tellUnread(deps.hub, counts)
  return { trashed: trashed.length, deleted: gone.length }
}

/**
 * Applies a mail program's changes to mails that it has seen in one mailbox: reads them, or moves them to the
 * trash. Mails that others have moved or deleted meanwhile stay where they are.
 */
async function changeSeen(
  deps: Pick<ChangeDeps, 'db' | 'hub'>,
  mailboxId: string,
  seqs: readonly number[],
  change: { read: true } | { trashedAt: number },
): Promise<void> {
  const columns = 'read' in change ? { read: flag(change.read) } : change
  const { changed, counts } = await deps.db.transaction(async tx => {
    await lockMailboxes(tx, deps.db.kind, [mailboxId])
    const others: ShownMail[] = []
    for (let at = 0; at < seqs.length; at += portionSize) {
      others.push(...(await setInInbox(tx, mailboxId, seqs.slice(at, at + portionSize), columns)))
    }
    return { changed: others, counts: await refreshUnread(tx, [mailboxId]) }
  })
  await tellChanged(deps.hub, changed, 'read' in change ? { read: true } : { folder: 'trash' })
  await tellUnread(deps.hub, counts)
}

export const markFetched = (
  deps: Pick<ChangeDeps, 'db' | 'hub'>,
  mailboxId: string,
  seqs: readonly number[],
): Promise<void> => changeSeen(deps, mailboxId, seqs, { read: true })

/** All of them in one transaction: a program is told that it happened, or that it did not. */
export const trashFetched = (
  deps: Pick<ChangeDeps, 'db' | 'clock' | 'hub'>,
  mailboxId: string,
  seqs: readonly number[],
): Promise<void> => changeSeen(deps, mailboxId, seqs, { trashedAt: deps.clock.now() })
