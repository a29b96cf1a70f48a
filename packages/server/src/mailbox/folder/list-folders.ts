/** The folders of a mailbox, or one's own in all of them, as the page shows them. */
import { type Folder, folders, type FolderRow as ShownFolder } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { findScopedMailbox } from '../account/repository.ts'
import { countOwn, countRoles, type FolderCounts } from './count-repository.ts'
import { byId, inTreeOrder, pathOf } from './folder-tree.ts'
import { type FolderRow, ownFoldersIn, ownFoldersOf } from './repository.ts'

/** In all mailboxes of an account. */
const maxListed = 1000

const none: FolderCounts = { total: 0, unread: 0 }

export const shownFolder = (
  row: FolderRow,
  rows: ReadonlyMap<string, FolderRow>,
  counts: FolderCounts,
): ShownFolder => ({
  id: row.id,
  mailboxId: row.mailbox_id,
  role: null,
  name: row.name,
  parentId: row.parent_id,
  path: pathOf(rows, row.id),
  color: row.color,
  isSubscribed: row.is_subscribed === 1,
  ...counts,
})

const shownRole = (mailboxId: string, role: Folder, counts: FolderCounts): ShownFolder => ({
  ...{ id: role, mailboxId, role, name: '', parentId: null, path: [], color: null, isSubscribed: true },
  ...counts,
})

async function shownOwn(db: Db, own: readonly FolderRow[]): Promise<ShownFolder[]> {
  const rows = byId(own)
  const counts = await countOwn(
    db.aside,
    own.map(row => row.id),
  )
  return inTreeOrder(own).map(row => shownFolder(row, rows, counts.get(row.id) ?? none))
}

/** Those of one mailbox with the ones that every mailbox has, or all of one's own. */
export async function listFolders(
  db: Db,
  caller: LoggedIn,
  mailboxId: string | undefined,
): Promise<ShownFolder[]> {
  const scope = mailboxScope(caller)
  const wanted = mailboxId ?? (scope.kind === 'mailbox' ? scope.mailboxId : undefined)
  if (wanted === undefined) return shownOwn(db, await ownFoldersIn(db.query, scope, maxListed))
  const mailbox = await findScopedMailbox(db.query, scope, wanted)
  if (!mailbox) throw new AppError('notFound')
  const counts = await countRoles(db.aside, mailbox)
  const own = await ownFoldersOf(db.query, wanted)
  return [
    ...folders.map(role => shownRole(wanted, role, counts.get(role) ?? none)),
    ...(await shownOwn(db, own)),
  ]
}

/** One folder after it was made or changed. */
export async function showFolder(db: Db, row: FolderRow): Promise<ShownFolder> {
  const own = await ownFoldersOf(db.query, row.mailbox_id)
  const counts = await countOwn(db.query, [row.id])
  return shownFolder(row, byId(own), counts.get(row.id) ?? none)
}
