/**
 * Deleting folders of one's own. Their mails go to the trash, from where each can still be had; a person who deletes a
 * folder does not expect to find what was in it in the inbox.
 */
import { mailboxScope } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { lockMailboxes } from '../account/repository.ts'
import { wholeBranch } from '../folder/folder-tree.ts'
import { deleteFolders, type FolderRow, findOwnFolders, ownFoldersOf } from '../folder/repository.ts'
import type { ChangeDeps } from './change-mails.ts'
import { moveToTrash } from './change-repository.ts'
import { mailSeqsInFolder } from './removal-repository.ts'
import { manyChanged } from './tell-changes.ts'

const portionSize = 500

type Deps = Pick<ChangeDeps, 'db' | 'clock' | 'hub'>

/** Empties in portions what can be large, so that nobody waits long; the folder stays until it is empty. */
async function trashAll(deps: Deps, folder: FolderRow): Promise<number> {
  for (let trashed = 0; ; ) {
    const count = await deps.db.transaction(async tx => {
      await lockMailboxes(tx, deps.db.kind, [folder.mailbox_id])
      const seqs = await mailSeqsInFolder(tx, folder.mailbox_id, folder.id, portionSize)
      if (seqs.length > 0) await moveToTrash(tx, seqs, deps.clock.now())
      return seqs.length
    })
    trashed += count
    if (count < portionSize) return trashed
  }
}

/** The last mails go in the transaction that removes the folders, so that none can be left in one that is gone. */
const removeBranch = (deps: Deps, { id, mailbox_id }: FolderRow) =>
  deps.db.transaction(async tx => {
    await lockMailboxes(tx, deps.db.kind, [mailbox_id])
    const branch = wholeBranch(await ownFoldersOf(tx, mailbox_id), id)
    if (branch.length === 0) return { deleted: 0, trashed: 0 }
    let trashed = 0
    for (const row of branch) {
      const seqs = await mailSeqsInFolder(tx, mailbox_id, row.id)
      trashed += seqs.length
      for (let at = 0; at < seqs.length; at += portionSize)
        await moveToTrash(tx, seqs.slice(at, at + portionSize), deps.clock.now())
    }
    await deleteFolders(tx, branch)
    return { deleted: branch.length, trashed }
  })

/** A folder of the caller with all within it. */
export async function removeFolderBranch(
  deps: Deps,
  folder: FolderRow,
): Promise<{ deleted: number; trashed: number }> {
  const branch = wholeBranch(await ownFoldersOf(deps.db.query, folder.mailbox_id), folder.id)
  let before = 0
  for (const row of branch) before += await trashAll(deps, row)
  const { deleted, trashed } = await removeBranch(deps, folder)
  return { deleted, trashed: before + trashed }
}

export async function removeFolders(
  deps: Deps,
  caller: LoggedIn,
  ids: readonly string[],
): Promise<{ deleted: number; trashed: number }> {
  const wanted = [...new Set(ids)]
  const rows = await findOwnFolders(deps.db.query, mailboxScope(caller), wanted)
  if (rows.length !== wanted.length) throw new AppError('notFound')
  const many = manyChanged(deps.hub)
  const sum = { deleted: 0, trashed: 0 }
  for (const row of rows) {
    const { deleted, trashed } = await removeFolderBranch(deps, row)
    sum.deleted += deleted
    sum.trashed += trashed
    many.note([{ id: row.mailbox_id, owner_id: row.owner_id }])
  }
  await many.tell()
  return sum
}
