/** Looking up folders, for other rooms. */
import type { Query } from '../../database/types.ts'
import { byId, inTreeOrder, pathOf } from './folder-tree.ts'
import { ownFoldersOf } from './repository.ts'

export { folderKeys } from './repository.ts'

/** One's own in a mailbox, as they stand within each other; what each is called is its path. */
export async function ownFolderPaths(query: Query, mailboxId: string) {
  const own = await ownFoldersOf(query, mailboxId)
  const rows = byId(own)
  return inTreeOrder(own).map(({ id, color }) => ({ id, path: pathOf(rows, id), color }))
}
