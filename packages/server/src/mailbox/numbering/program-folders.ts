/** The folders of a mailbox as programs name them: by a path, whose first part is an English name for those with a role. */
import type { Db } from '../../database/types.ts'
import { newId } from '../../kernel/ids.ts'
import { findMailbox, lockMailboxes } from '../account/repository.ts'
import { tellFolders } from '../folder/edit-folders.ts'
import { roleNames } from '../folder/folder-name.ts'
import { byId, inTreeOrder, pathOf } from '../folder/folder-tree.ts'
import { changeFolder, type FolderFault, folderAt } from '../folder/own-folders.ts'
import {
  type FolderRow,
  findFolderRow,
  findRole,
  foldersOf,
  insertFolder,
  nextUidValidity,
  updateFolder,
} from '../folder/repository.ts'
import { type FolderRole, folderRoles } from '../folder/table.ts'
import { removeFolderBranch } from '../mail/remove-folders.ts'
import type { ProgramDeps } from './program-mails.ts'

export type { FolderRole, FolderRow }

export type NamedFolder = { row: FolderRow; path: string[] }

/** Those with a role get their rows when a program comes for the first time; each has a UIDVALIDITY of its own. */
async function makeRoles(db: Db, mailboxId: string, now: number): Promise<void> {
  await db.transaction(async tx => {
    await lockMailboxes(tx, db.kind, [mailboxId])
    for (const role of folderRoles) {
      if (await findRole(tx, mailboxId, role)) continue
      const uidValidity = await nextUidValidity(tx, mailboxId, now)
      if (uidValidity === undefined) return
      const row = { id: newId(now), mailbox_id: mailboxId, role, parent_id: null, name: '', color: null }
      await insertFolder(tx, row, { now, uidValidity })
    }
  })
}

/** Those with a role first, the inbox before all. */
export async function namedFolders(
  { db, clock }: Pick<ProgramDeps, 'db' | 'clock'>,
  mailboxId: string,
): Promise<NamedFolder[]> {
  let rows = await foldersOf(db.query, mailboxId)
  if (folderRoles.some(role => !rows.some(row => row.role === role))) {
    await makeRoles(db, mailboxId, clock.now())
    rows = await foldersOf(db.query, mailboxId)
  }
  const own = rows.filter(row => row.role === null)
  const known = byId(own)
  return [
    ...folderRoles.flatMap(role => {
      const row = rows.find(one => one.role === role)
      return row ? [{ row, path: [roleNames[role]] }] : []
    }),
    ...inTreeOrder(own).map(row => ({ row, path: pathOf(known, row.id) })),
  ]
}

/** Also in capital letters; only the inbox is so by RFC 9051, but programs compare the others so as well. */
const roleAt = (path: readonly string[]): FolderRole | null =>
  folderRoles.find(role => roleNames[role].toLowerCase() === path[0]?.toLowerCase()) ?? null

export type FolderRefusal = FolderFault | 'noFolder' | 'isRole' | 'hasFolders'

export type Done<T> = { ok: true; value: T } | { ok: false; fault: FolderRefusal }

const refused = (fault: FolderRefusal) => ({ ok: false, fault }) as const

async function tell(deps: ProgramDeps, mailboxId: string): Promise<void> {
  const mailbox = await findMailbox(deps.db.query, mailboxId)
  if (mailbox) await tellFolders(deps.hub, mailbox)
}

export async function createAt(
  deps: ProgramDeps,
  mailboxId: string,
  path: readonly string[],
): Promise<Done<FolderRow>> {
  if (roleAt(path) !== null) return refused(path.length === 1 ? 'taken' : 'isRole')
  const now = deps.clock.now()
  const made = await deps.db.transaction(async tx => {
    await lockMailboxes(tx, deps.db.kind, [mailboxId])
    const before = new Set((await foldersOf(tx, mailboxId)).map(row => row.id))
    const at = await folderAt(tx, mailboxId, path, now)
    if (!at.ok) return refused(at.fault)
    return before.has(at.folder.id) ? refused('taken') : ({ ok: true, value: at.folder } as const)
  })
  if (made.ok) await tell(deps, mailboxId)
  return made
}

/** RFC 9051 section 6.3.5: folders within it stay, so one that has any stays too. Its mails go to the trash. */
export async function removeAt(deps: ProgramDeps, mailboxId: string, id: string): Promise<Done<null>> {
  const rows = await foldersOf(deps.db.query, mailboxId)
  const row = rows.find(one => one.id === id)
  if (!row) return refused('noFolder')
  if (row.role !== null) return refused('isRole')
  if (rows.some(one => one.parent_id === id)) return refused('hasFolders')
  await removeFolderBranch(deps, row)
  await tell(deps, mailboxId)
  return { ok: true, value: null }
}

/** Some programs delete a folder by moving it into the trash; with all within it. */
async function trashFolder(deps: ProgramDeps, row: FolderRow): Promise<Done<null>> {
  await removeFolderBranch(deps, row)
  await tell(deps, row.mailbox_id)
  return { ok: true, value: null }
}

export async function renameTo(
  deps: ProgramDeps,
  mailboxId: string,
  id: string,
  path: readonly string[],
): Promise<Done<null>> {
  const row = await findFolderRow(deps.db.query, mailboxId, id)
  if (!row) return refused('noFolder')
  if (row.role !== null) return refused('isRole')
  const role = roleAt(path)
  if (role === 'trash' && path.length > 1) return trashFolder(deps, row)
  if (role !== null) return refused(path.length === 1 ? 'taken' : 'isRole')
  const name = path.at(-1)
  if (name === undefined) return refused('badName')
  const done = await deps.db.transaction(async tx => {
    await lockMailboxes(tx, deps.db.kind, [mailboxId])
    const above = path.slice(0, -1)
    const parent = above.length === 0 ? null : await folderAt(tx, mailboxId, above, deps.clock.now())
    if (parent && !parent.ok) return refused(parent.fault)
    const changed = await changeFolder(tx, row, { name, parentId: parent?.folder.id ?? null })
    return changed.ok ? ({ ok: true, value: null } as const) : refused(changed.fault)
  })
  if (done.ok) await tell(deps, mailboxId)
  return done
}

export async function subscribeTo(
  deps: ProgramDeps,
  mailboxId: string,
  id: string,
  isSubscribed: boolean,
): Promise<Done<null>> {
  if (!(await findFolderRow(deps.db.query, mailboxId, id))) return refused('noFolder')
  await deps.db.transaction(tx => updateFolder(tx, id, { is_subscribed: isSubscribed ? 1 : 0 }))
  return { ok: true, value: null }
}
