/**
 * The rules of the house. Each returns the faults in a package, in words that name the file and the remedy.
 */
import type { Arrows } from './read-arrows.ts'
import { isForTests, type SourceFile } from './read-tree.ts'

const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')

/** A room is a top folder. Files beside the rooms start the program and connect them: the room `app`. */
export const roomOf = (path: string): string =>
  path.includes('/') ? path.slice(0, path.indexOf('/')) : 'app'

const built = (tree: readonly SourceFile[]): SourceFile[] => tree.filter(file => !isForTests(file.path))

export function forbiddenArrows(tree: readonly SourceFile[], arrows: Arrows): string[] {
  const faults: string[] = []
  for (const { path, imports } of built(tree)) {
    const from = roomOf(path)
    const allowed = arrows.get(from)
    if (!allowed) faults.push(`${path}: the room "${from}" does not stand in the table of ARCHITECTURE.md`)
    for (const target of imports) {
      const to = roomOf(target)
      if (to !== from && allowed && !allowed.has(to))
        faults.push(`${path} imports ${target}: "${from}" may not use "${to}"`)
    }
  }
  return faults
}

export const importsOfTests = (tree: readonly SourceFile[]): string[] =>
  built(tree).flatMap(({ path, imports }) =>
    imports.filter(isForTests).map(target => `${path} imports ${target}, which is for tests`),
  )

type Graph = ReadonlyMap<string, ReadonlySet<string>>

function graphOf(tree: readonly SourceFile[], nodeOf: (path: string) => string): Graph {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of built(tree)) {
    const from = nodeOf(path)
    const targets = graph.get(from) ?? new Set()
    for (const target of imports) if (nodeOf(target) !== from) targets.add(nodeOf(target))
    graph.set(from, targets)
  }
  return graph
}

/** Returns groups of nodes that reach each other (Tarjan), each as one fault. */
function circles(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  function visit(node: string): number {
    const index = order.size
    order.set(node, index)
    low.set(node, index)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low.set(node, Math.min(low.get(node) ?? index, visit(next)))
      else if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? index, order.get(next) ?? index))
    }
    if (low.get(node) === index) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1) found.push(group.sort())
    }
    return low.get(node) ?? index
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}

export const fileCircles = (tree: readonly SourceFile[]): string[] =>
  circles(graphOf(tree, path => path)).map(group => `these files import each other: ${group.join(', ')}`)

export const folderCircles = (tree: readonly SourceFile[]): string[] =>
  circles(graphOf(tree, folderOf)).map(group => `these folders import each other: ${group.join(', ')}`)

const isRepository = (path: string): boolean => /(^|[/-])repository\.ts$/.test(path)

export const foreignRepositories = (tree: readonly SourceFile[]): string[] =>
  built(tree).flatMap(({ path, imports }) =>
    imports
      .filter(target => isRepository(target) && roomOf(target) !== roomOf(path))
      .map(target => `${path} imports ${target}: a repository is private to its room`),
  )

const sqlForms =
  /\bsql(\.\w+)?(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|executeTakeFirst(OrThrow)?)\(/

/** The room `database` is the mechanism itself, and `migrations` make the tables. */
const mayHoldSql = (path: string): boolean => isRepository(path) || roomOf(path) === 'database'

export const looseSql = (tree: readonly SourceFile[]): string[] =>
  built(tree)
    .filter(({ path, text }) => !mayHoldSql(path) && sqlForms.test(text))
    .map(({ path }) => `${path} holds SQL: it belongs into a repository`)
