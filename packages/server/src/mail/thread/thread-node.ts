import type { LetterFacts } from './letter-facts.ts'

export type ThreadedLetter = Pick<LetterFacts, 'sentAt' | 'subject' | 'messageId' | 'references'> & {
  readonly number: number
  readonly internalDate: number
}

/** A place in a thread. A letter that others name and nobody has is null. */
export type ThreadNode = {
  letter: ThreadedLetter | null
  children: ThreadNode[]
}

/** By the time of sending; a missing letter stands at the time of its first child. */
export function bySentTime(a: ThreadNode, b: ThreadNode): number {
  const [left, right] = [a.letter ?? a.children[0]?.letter, b.letter ?? b.children[0]?.letter]
  return timeOf(left) - timeOf(right) || (left?.number ?? 0) - (right?.number ?? 0)
}

const timeOf = (letter: ThreadedLetter | null | undefined): number =>
  letter?.sentAt ?? letter?.internalDate ?? 0

/** Returns the nodes and all below them, each before its children. Threads are deep, so nothing here recurs. */
export function allNodes(roots: readonly ThreadNode[]): ThreadNode[] {
  const all = [...roots]
  for (let at = 0; at < all.length; at++) for (const child of all[at]?.children ?? []) all.push(child)
  return all
}

/** Sorts siblings everywhere, from the leaves up. */
export function sortNodes(roots: ThreadNode[]): void {
  for (const node of allNodes(roots).reverse()) node.children.sort(bySentTime)
  roots.sort(bySentTime)
}
