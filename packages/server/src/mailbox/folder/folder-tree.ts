/** Folders within folders: their paths, their order, and how deep they stand. */
import { maxFolderDepth } from '@yanshu/contract'
import type { FolderRow } from './repository.ts'

type Node = Pick<FolderRow, 'id' | 'parent_id' | 'name'>

const byName = new Intl.Collator('zh-Hans-CN', { numeric: true }).compare

/** A chain that never ends could only come from a damaged row; it ends where it begins anew. */
export function chainOf<Row extends Node>(rows: ReadonlyMap<string, Row>, id: string): Row[] {
  const chain: Row[] = []
  for (let at = rows.get(id); at && chain.length <= maxFolderDepth; ) {
    chain.unshift(at)
    at = at.parent_id === null ? undefined : rows.get(at.parent_id)
  }
  return chain
}

export const pathOf = (rows: ReadonlyMap<string, Node>, id: string): string[] =>
  chainOf(rows, id).map(row => row.name)

export const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map(row => [row.id, row]))

/** Those within a folder come right after it, and neighbours by name. */
export function inTreeOrder<Row extends Node>(rows: readonly Row[]): Row[] {
  const within = Map.groupBy(rows, row => row.parent_id)
  const ordered: Row[] = []
  const visit = (parent: string | null, depth: number) => {
    if (depth > maxFolderDepth) return
    const level = [...(within.get(parent) ?? [])].sort((a, b) => byName(a.name, b.name))
    for (const row of level) {
      ordered.push(row)
      visit(row.id, depth + 1)
    }
  }
  visit(null, 0)
  return ordered
}

/** A folder with all that are within it. */
export function wholeBranch<Row extends Node>(rows: readonly Row[], id: string): Row[] {
  const within = Map.groupBy(rows, row => row.parent_id)
  const branch = rows.filter(row => row.id === id)
  for (const row of branch) branch.push(...(within.get(row.id) ?? []))
  return branch
}

/** How many levels a branch has. */
export function heightOf(branch: readonly Node[], id: string): number {
  const rows = byId(branch)
  const top = chainOf(rows, id).length
  return Math.max(...branch.map(row => chainOf(rows, row.id).length)) - top + 1
}
