/**
 * Making and changing folders of one's own. Every change holds the mailbox, so that the bounds and the names are right
 * also when several do it at once.
 */
import { type FolderColor, maxFolderDepth, maxFolders } from '@yanshu/contract'
import type { Tx } from '../../database/types.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import { newId } from '../../kernel/ids.ts'
import { mailboxWords } from '../words/words.ts'
import { cleanFolderName, isFolderName, isReservedName } from './folder-name.ts'
import { byId, chainOf, heightOf, wholeBranch } from './folder-tree.ts'
import { type FolderRow, insertFolder, nextUidValidity, ownFoldersOf, updateFolder } from './repository.ts'

export type FolderFault = 'badName' | 'taken' | 'tooMany' | 'tooDeep' | 'noParent'

export type MadeFolder = { ok: true; folder: FolderRow } | { ok: false; fault: FolderFault }

function nameFault(
  own: readonly FolderRow[],
  { id, name, parentId }: { id: string | null; name: string; parentId: string | null },
): FolderFault | null {
  if (!isFolderName(name) || (parentId === null && isReservedName(name))) return 'badName'
  const isTaken = own.some(row => row.id !== id && row.parent_id === parentId && row.name === name)
  return isTaken ? 'taken' : null
}

/** The caller has checked that it may; a mailbox that is gone throws. */
export async function makeFolder(
  tx: Tx,
  wanted: { mailboxId: string; name: string; parentId: string | null; color: FolderColor | null },
  now: number,
): Promise<MadeFolder> {
  const { mailboxId, parentId, color } = wanted
  const uidValidity = await nextUidValidity(tx, mailboxId, now)
  if (uidValidity === undefined) throw new AppError('notFound')
  const own = await ownFoldersOf(tx, mailboxId)
  const rows = byId(own)
  if (parentId !== null && !rows.has(parentId)) return { ok: false, fault: 'noParent' }
  const name = cleanFolderName(wanted.name)
  const fault = nameFault(own, { id: null, name, parentId })
  if (fault) return { ok: false, fault }
  if (own.length >= maxFolders) return { ok: false, fault: 'tooMany' }
  if (parentId !== null && chainOf(rows, parentId).length >= maxFolderDepth)
    return { ok: false, fault: 'tooDeep' }
  const row = { id: newId(now), mailbox_id: mailboxId, role: null, parent_id: parentId, name, color }
  return { ok: true, folder: await insertFolder(tx, row, { now, uidValidity }) }
}

/** Makes a folder at a path with those above it, as far as they are missing; the caller holds the mailbox. */
export async function folderAt(
  tx: Tx,
  mailboxId: string,
  path: readonly string[],
  now: number,
): Promise<MadeFolder> {
  let found: FolderRow | undefined
  for (const given of path) {
    const parentId: string | null = found?.id ?? null
    const name = cleanFolderName(given)
    const own = await ownFoldersOf(tx, mailboxId)
    found = own.find(row => row.parent_id === parentId && row.name === name)
    if (found) continue
    const made = await makeFolder(tx, { mailboxId, name, parentId, color: null }, now)
    if (!made.ok) return made
    found = made.folder
  }
  return found ? { ok: true, folder: found } : { ok: false, fault: 'badName' }
}

export type FolderChange = {
  name?: string | undefined
  parentId?: string | null | undefined
  color?: FolderColor | null | undefined
  isSubscribed?: boolean | undefined
}

/** Renames, moves, colours or subscribes; the caller holds the mailbox. */
export async function changeFolder(tx: Tx, folder: FolderRow, change: FolderChange): Promise<MadeFolder> {
  const own = await ownFoldersOf(tx, folder.mailbox_id)
  const rows = byId(own)
  const now = rows.get(folder.id)
  if (!now) throw new AppError('notFound')
  const name = change.name === undefined ? now.name : cleanFolderName(change.name)
  const parentId = change.parentId === undefined ? now.parent_id : change.parentId
  if (name !== now.name || parentId !== now.parent_id) {
    const fault = nameFault(own, { id: now.id, name, parentId }) ?? placeFault(own, now, parentId)
    if (fault) return { ok: false, fault }
  }
  const changed: FolderRow = {
    ...now,
    name,
    parent_id: parentId,
    color: change.color === undefined ? now.color : change.color,
    is_subscribed: change.isSubscribed === undefined ? now.is_subscribed : change.isSubscribed ? 1 : 0,
  }
  const { parent_id, color, is_subscribed } = changed
  await updateFolder(tx, now.id, { name, parent_id, color, is_subscribed })
  return { ok: true, folder: changed }
}

function placeFault(
  own: readonly FolderRow[],
  folder: FolderRow,
  parentId: string | null,
): FolderFault | null {
  if (parentId === null) return null
  const rows = byId(own)
  const above = chainOf(rows, parentId)
  // Nothing stands within itself.
  if (above.length === 0 || above.some(row => row.id === folder.id)) return 'noParent'
  const height = heightOf(wholeBranch(own, folder.id), folder.id)
  return above.length + height > maxFolderDepth ? 'tooDeep' : null
}

/** The same words for every way in which a call fails. */
export function orThrow(made: MadeFolder): FolderRow {
  if (made.ok) return made.folder
  switch (made.fault) {
    case 'badName':
      throw invalidField('name', mailboxWords.badFolderName)
    case 'taken':
      throw new AppError('conflict', {
        msg: mailboxWords.folderTaken,
        fields: { name: mailboxWords.folderTaken },
      })
    case 'tooMany':
      throw new AppError('limitReached', { msg: mailboxWords.tooManyFolders(maxFolders) })
    case 'tooDeep':
      throw new AppError('limitReached', { msg: mailboxWords.tooDeepFolder(maxFolderDepth) })
    case 'noParent':
      throw new AppError('notFound')
  }
}
