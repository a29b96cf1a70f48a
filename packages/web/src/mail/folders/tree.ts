/** One's own folders as a tree. The server names those within a folder after it. */
import type { FolderColor, FolderRow } from '@yanshu/contract'

export type TreeFolder = {
  row: FolderRow
  /** Its own colour, else that of the nearest folder around it. */
  color: FolderColor | null
  inner: TreeFolder[]
}

export function treeOf(list: readonly FolderRow[]): TreeFolder[] {
  const known = new Map<string, TreeFolder>()
  const roots: TreeFolder[] = []
  for (const row of list) {
    if (row.role !== null) continue
    const parent = row.parentId === null ? undefined : known.get(row.parentId)
    const folder: TreeFolder = { row, color: row.color ?? parent?.color ?? null, inner: [] }
    known.set(row.id, folder)
    ;(parent?.inner ?? roots).push(folder)
  }
  return roots
}

/** Returns a folder with all within it, in order. */
export function wholeBranch(folder: TreeFolder): TreeFolder[] {
  return [folder, ...folder.inner.flatMap(wholeBranch)]
}

export const flatTree = (tree: readonly TreeFolder[]): TreeFolder[] => tree.flatMap(wholeBranch)

/** Returns the branch of the folder with this id. */
export function branchOf(list: readonly FolderRow[], id: string): FolderRow[] {
  const found = flatTree(treeOf(list)).find(({ row }) => row.id === id)
  return found ? wholeBranch(found).map(({ row }) => row) : []
}

/** A folded folder also counts what is hidden in it. */
export function unreadShown(folder: TreeFolder, folded: boolean): number {
  return (folded ? wholeBranch(folder) : [folder]).reduce((sum, { row }) => sum + row.unread, 0)
}

export const pathText = ({ path }: Pick<FolderRow, 'path'>): string => path.join(' / ')
