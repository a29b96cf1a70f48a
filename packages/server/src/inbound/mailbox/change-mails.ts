/**
 * Marking, moving and deleting mails. Deleting means the trash first, and for good from there. A request that names one
 * mail the caller does not reach changes nothing at all.
 */
import { type Folder, folders } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Clock } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Db, Tx } from '../../database/types.ts'
import { type LoggedIn, mailboxScope, type Scope } from '../../identity/access.ts'
import { findScopedMailbox } from '../../identity/email-account/repository.ts'
import type { EventHub } from '../notify/event-hub.ts'
import { auditMails } from './audit-mails.ts'
import { removeMails } from './remove-mails.ts'
import { addUnread, refreshUnread, type Touched, touchableMails } from './repository.ts'
import { manyChanged, tellChanged, tellUnread } from './tell-changes.ts'
import { walkMails } from './walk-mails.ts'

export type ChangeDeps = { db: Db; clock: Clock; blobs: BlobStore; hub: EventHub }

/** What is changed in one go. */
const portionSize = 500

/** What whoever shows a mail is told of it. */
const shownColumns = ['id', 'mailbox_id', 'owner_id'] as const
type ShownMail = Pick<Touched, (typeof shownColumns)[number]>

const folderNames: Readonly<Record<Folder, string>> = { inbox: '收件箱', spam: '垃圾邮件', trash: '回收站' }

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
    const others = await tx
      .updateTable('mail')
      .set({ read: flag(read) })
      .where('seq', 'in', seqsOf(rows))
      .where('read', '=', flag(!read))
      .returning(shownColumns)
      .execute()
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
  const others = walkMails(
    deps.db.query,
    { scope: mailboxScope(caller), mailboxId, folders },
    mail => mail.read === flag(!read),
  )
  const many = manyChanged(deps.hub)
  let changed = 0
  for await (const seqs of others) {
    for (let at = 0; at < seqs.length; at += portionSize) {
      const portion = seqs.slice(at, at + portionSize)
      const { count, counts } = await deps.db.transaction(tx => markPortion(tx, portion, read))
      await tellUnread(deps.hub, counts)
      many.note(counts)
      changed += count
    }
  }
  await many.tell()
  return changed
}

async function markPortion(tx: Tx, seqs: readonly number[], read: boolean) {
  const rows = await tx
    .updateTable('mail')
    .set({ read: flag(read) })
    .where('seq', 'in', [...seqs])
    .where('read', '=', flag(!read))
    .returning(['mailbox_id', 'folder'])
    .execute()
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
    folder?: Folder | undefined
    labels?: readonly string[] | undefined
  },
): Promise<number> {
  const now = deps.clock.now()
  const { starred, folder } = change
  const labels = change.labels && [...new Set(change.labels)]
  const { changed, counts } = await deps.db.transaction(async tx => {
    const rows = await loadAll(tx, mailboxScope(caller), ids)
    const values = {
      ...(starred !== undefined && { starred: flag(starred) }),
      ...(folder !== undefined && { folder }),
      ...(labels !== undefined && { labels: JSON.stringify(labels) }),
    }
    if (Object.keys(values).length === 0) return { changed: [], counts: [] }
    const columns = ['starred', 'folder', 'labels'] as const
    const others = await tx
      .updateTable('mail')
      .set({ ...values, ...(folder && { trashed_at: folder === 'trash' ? now : null }) })
      .where('seq', 'in', seqsOf(rows))
      // Only those that are not so already.
      .where(eb =>
        eb.or(
          columns.flatMap(column => {
            const value = values[column]
            return value === undefined ? [] : [eb(column, '!=', value)]
          }),
        ),
      )
      .returning(shownColumns)
      .execute()
    if (folder !== undefined) {
      const words = `移到${folderNames[folder]}`
      await auditMails(tx, caller, now, { action: 'updateEmail', words, mailboxIds: mailboxesOf(rows) })
    }
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
    const noted = (words: string, mails: readonly Touched[]) =>
      auditMails(tx, caller, now, { action: 'delEmail', words, mailboxIds: mailboxesOf(mails) })
    await noted('移进回收站', toTrash)
    await noted('彻底删除', forGood)
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
 * What a mail program does to the mails of one mailbox that it has seen: reads them, or wants them gone. Others may have
 * moved or deleted some meanwhile; those are left where they are.
 */
async function changeSeen(
  deps: Pick<ChangeDeps, 'db' | 'hub'>,
  mailboxId: string,
  seqs: readonly number[],
  change: { read: true } | { folder: 'trash'; trashed_at: number },
): Promise<void> {
  const columns = 'read' in change ? { read: flag(change.read) } : change
  const { changed, counts } = await deps.db.transaction(async tx => {
    const others: ShownMail[] = []
    for (let at = 0; at < seqs.length; at += portionSize) {
      const portion = await tx
        .updateTable('mail')
        .set(columns)
        .where('seq', 'in', seqs.slice(at, at + portionSize))
        .where('mailbox_id', '=', mailboxId)
        .where('folder', '=', 'inbox')
        .returning(shownColumns)
        .execute()
      others.push(...portion)
    }
    return { changed: others, counts: await refreshUnread(tx, [mailboxId]) }
  })
  await tellChanged(deps.hub, changed, 'read' in change ? { read: true } : { folder: change.folder })
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
): Promise<void> => changeSeen(deps, mailboxId, seqs, { folder: 'trash', trashed_at: deps.clock.now() })
