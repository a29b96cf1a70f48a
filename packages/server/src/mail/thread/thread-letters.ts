import { fold } from '../search/fold.ts'
import { type BaseSubject, baseSubject } from './base-subject.ts'
import { linkLetters } from './link-letters.ts'
import { bySentTime, sortNodes, type ThreadedLetter, type ThreadNode } from './thread-node.ts'

/** Gathers mails into threads (RFC 5256, section 4): by whom they answer, then by what they are about. */

export function threadByReferences(letters: readonly ThreadedLetter[]): ThreadNode[] {
  const linked = linkLetters(letters)
  sortNodes(linked)
  const roots = gatherBySubject(linked)
  sortNodes(roots)
  return roots
}

/** Every mail of a thread but the first answers the first. */
export function threadBySubject(letters: readonly ThreadedLetter[]): ThreadNode[] {
  const groups = new Map<string, ThreadNode[]>()
  for (const letter of letters) {
    const { base } = foldedSubject(letter)
    const group = groups.get(base) ?? []
    group.push({ letter, children: [] })
    groups.set(base, group)
  }
  const roots = [...groups.values()].flatMap(group => {
    const [first, ...rest] = group.sort(bySentTime)
    return first === undefined ? [] : [{ letter: first.letter, children: rest }]
  })
  return roots.sort(bySentTime)
}

function foldedSubject(letter: ThreadedLetter | null | undefined): BaseSubject {
  const { base, isReply } = baseSubject(letter?.subject ?? '')
  return { base: fold(base), isReply }
}

type Root = BaseSubject & { readonly node: ThreadNode; readonly isEmpty: boolean }

/** Step 5: threads whose roots are about the same belong together. */
function gatherBySubject(nodes: readonly ThreadNode[]): ThreadNode[] {
  const roots = nodes.map((node): Root => {
    const isEmpty = node.letter === null
    return { node, isEmpty, ...foldedSubject(isEmpty ? node.children[0]?.letter : node.letter) }
  })
  const chief = new Map<string, Root>()
  for (const root of roots) {
    const known = chief.get(root.base)
    if (known === undefined || isChief(root, known)) chief.set(root.base, root)
  }
  const kept: ThreadNode[] = []
  for (const root of roots) {
    const head = root.base === '' ? root : (chief.get(root.base) ?? root)
    if (head === root) kept.push(root.node)
    else join(head, root)
  }
  return kept
}

const isChief = (root: Root, known: Root): boolean =>
  !known.isEmpty && (root.isEmpty || (known.isReply && !root.isReply))

function join(head: Root, root: Root): void {
  const { node } = head
  if (node.letter === null)
    for (const child of root.isEmpty ? root.node.children : [root.node]) node.children.push(child)
  else if (root.isReply && !head.isReply) node.children.push(root.node)
  else {
    // Two of the same kind stand beside each other, below somebody who is missing.
    node.children = [{ letter: node.letter, children: node.children }, root.node]
    node.letter = null
  }
}
