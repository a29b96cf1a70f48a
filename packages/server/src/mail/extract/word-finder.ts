import { unitAt } from '../unit-at.ts'
import { plainText } from './fold.ts'

/**
 * Finds many words and phrases in one pass over a text. Phrases are written as people write them. A trailing
 * "*" matches a stem, and a leading "*" matches the end of a compound. A leading "!" marks a phrase that the
 * finder skips ("in order to" is not an order). Scripts without blanks between words need none of these.
 */

export type Found<Kind extends string> = { start: number; end: number; kind: Kind; word: string }
export type FoundByKind<Kind extends string> = ReadonlyMap<Kind, readonly Found<Kind>[]>

type Lists<Kind extends string> = Readonly<Record<Kind, string>>
type Ending<Kind> = { kind: Kind; word: string; lane: number; openEnd: boolean; silent: boolean }
type Node<Kind> = {
  next: Map<number, Node<Kind>>
  /** Most words of a text match nothing, and usually their first letters show it; then no map is asked. */
  ascii: (Node<Kind> | undefined)[] | null
  endings: Ending<Kind>[]
}
type Trie<Kind> = {
  /** All phrases. */
  outer: Node<Kind>
  /** The phrases that may begin within a word; most places of a text are within one. */
  inner: Node<Kind>
}
type Hit<Kind> = { ending: Ending<Kind>; end: number }

/** True for letters of scripts that separate words with blanks. */
function isSpaced(unit: number): boolean {
  if (unit < 0x80) return unit >= 97 && unit <= 122
  return (
    (unit >= 0xdf && unit <= 0x24f) || (unit >= 0x370 && unit <= 0x52f) || (unit >= 0x1e00 && unit <= 0x1eff)
  )
}

const isWithinWord = (plain: string, at: number) =>
  at < plain.length && isSpaced(unitAt(plain, at)) && isSpaced(unitAt(plain, at - 1))

const emptyNode = <Kind>(): Node<Kind> => ({ next: new Map(), ascii: null, endings: [] })

/** Lists have one language per line, with phrases separated by "|". */
function makeTrie<Kind extends string>(lists: Lists<Kind>, laneOf: (kind: Kind) => number): Trie<Kind> {
  const outer = emptyNode<Kind>()
  const inner = emptyNode<Kind>()
  for (const kind of Object.keys(lists) as Kind[]) {
    for (const written of lists[kind].split(/[|\n]/)) {
      const word = written.trim()
      if (word === '') continue
      const ending = {
        kind,
        word: word.replace(/^[*!]|\*$/g, ''),
        lane: laneOf(kind),
        openEnd: word.endsWith('*'),
        silent: word.startsWith('!'),
      }
      addPhrase(outer, ending)
      if (word.startsWith('*')) addPhrase(inner, ending)
    }
  }
  for (const root of [outer, inner]) {
    listAscii(root)
    for (const node of root.ascii ?? []) if (node) listAscii(node)
  }
  return { outer, inner }
}

function listAscii<Kind>(node: Node<Kind>): void {
  node.ascii = Array.from({ length: 128 }, (_, unit) => node.next.get(unit))
}

const nextOf = <Kind>({ ascii, next }: Node<Kind>, unit: number): Node<Kind> | undefined =>
  ascii !== null && unit < 128 ? ascii[unit] : next.get(unit)

function addPhrase<Kind>(root: Node<Kind>, ending: Ending<Kind>): void {
  const plain = plainText(ending.word)
  let node = root
  for (let i = 0; i < plain.length; i++) {
    const unit = unitAt(plain, i)
    const next = node.next.get(unit) ?? emptyNode<Kind>()
    node.next.set(unit, next)
    node = next
  }
  node.endings.push(ending)
}

/** Returns the longest phrase of each lane that begins at the place and fits there, or null. */
function hitsAt<Kind>(first: Node<Kind>, plain: string, start: number): Hit<Kind>[] | null {
  let hits: Hit<Kind>[] | null = null
  let node: Node<Kind> | undefined = first
  const { length } = plain
  for (let end = start + 1; node !== undefined; end++) {
    for (const ending of node.endings) {
      if (!ending.openEnd && isWithinWord(plain, end)) continue
      hits ??= []
      const known = hits.find(hit => hit.ending.lane === ending.lane)
      if (known === undefined) hits.push({ ending, end })
      else if (known.end < end) {
        known.ending = ending
        known.end = end
      }
    }
    node = end < length ? nextOf(node, unitAt(plain, end)) : undefined
  }
  return hits
}

/** The leftmost match wins, then the longest. Words found in one lane do not overlap. */
function search<Kind extends string>(
  trie: Trie<Kind>,
  lanes: number,
  plain: string,
  onFound: (found: Found<Kind>) => void,
): void {
  const free = new Array<number>(lanes).fill(0)
  let wasSpaced = false
  const { length } = plain
  for (let start = 0; start < length; start++) {
    const unit = unitAt(plain, start)
    const spaced = isSpaced(unit)
    const root = spaced && wasSpaced ? trie.inner : trie.outer
    wasSpaced = spaced
    const node = nextOf(root, unit)
    const hits = node === undefined ? null : hitsAt(node, plain, start)
    if (hits === null) continue
    for (const { ending, end } of hits) {
      const { kind, word, lane, silent } = ending
      if (start < (free[lane] ?? 0)) continue
      free[lane] = end
      if (!silent) onFound({ start, end, kind, word })
    }
  }
}

/** Finds words of all kinds in order. If two overlap, only the first or the longer one is found. */
export function makeWordFinder<Kind extends string>(lists: Lists<Kind>): (plain: string) => Found<Kind>[] {
  const trie = makeTrie(lists, () => 0)
  return plain => {
    const found: Found<Kind>[] = []
    search(trie, 1, plain, one => found.push(one))
    return found
  }
}

/** Finds the words of each kind separately: a word of one kind may overlap one of another. */
export function makeKindFinder<Kind extends string>(
  lists: Lists<Kind>,
): (plain: string) => FoundByKind<Kind> {
  const kinds = Object.keys(lists) as Kind[]
  const trie = makeTrie(lists, kind => kinds.indexOf(kind))
  return plain => {
    const found = new Map<Kind, Found<Kind>[]>()
    search(trie, kinds.length, plain, one => {
      const known = found.get(one.kind)
      if (known === undefined) found.set(one.kind, [one])
      else known.push(one)
    })
    return found
  }
}
