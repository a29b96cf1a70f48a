import { plainText } from './fold.ts'

/**
 * Finds many words and phrases in one pass over a text. Phrases are written as people write them; a trailing "*"
 * lets the word go on (stems), a leading "*" lets it end a longer word (compounds), a leading "!" makes it a
 * phrase that is passed over ("in order to" is no order). Scripts without blanks between words need none of these.
 */

export type Found<Kind extends string> = { start: number; end: number; kind: Kind; word: string }
export type WordFinder<Kind extends string> = (plain: string) => Found<Kind>[]

type Ending<Kind> = { kind: Kind; word: string; openStart: boolean; openEnd: boolean; silent: boolean }
type Node<Kind> = { next: Map<string, Node<Kind>>; endings: Ending<Kind>[] }

/** Letters of scripts that part words with blanks. */
const SPACED = /[a-z\u00df-\u024f\u0370-\u052f\u1e00-\u1eff]/

function fits<Kind>(plain: string, start: number, end: number, ending: Ending<Kind>): boolean {
  const before = plain[start - 1] ?? ''
  const after = plain[end] ?? ''
  if (!ending.openStart && SPACED.test(before) && SPACED.test(plain[start] ?? '')) return false
  return ending.openEnd || !SPACED.test(after) || !SPACED.test(plain[end - 1] ?? '')
}

/** Lists are written one language a line, phrases parted by "|". */
export function makeWordFinder<Kind extends string>(lists: Readonly<Record<Kind, string>>): WordFinder<Kind> {
  const root: Node<Kind> = { next: new Map(), endings: [] }
  for (const kind of Object.keys(lists) as Kind[]) {
    for (const written of lists[kind].split(/[|\n]/)) {
      const word = written.trim()
      if (word !== '') addPhrase(root, kind, word)
    }
  }
  return plain => findAll(root, plain)
}

function addPhrase<Kind>(root: Node<Kind>, kind: Kind, word: string): void {
  const bare = word.replace(/^[*!]|\*$/g, '')
  let node = root
  for (const unit of plainText(bare)) {
    let next = node.next.get(unit)
    if (next === undefined) {
      next = { next: new Map(), endings: [] }
      node.next.set(unit, next)
    }
    node = next
  }
  node.endings.push({
    kind,
    word: bare,
    openStart: word.startsWith('*'),
    openEnd: word.endsWith('*'),
    silent: word.startsWith('!'),
  })
}

/** Leftmost, then longest; found words do not overlap. */
function findAll<Kind extends string>(root: Node<Kind>, plain: string): Found<Kind>[] {
  const found: Found<Kind>[] = []
  for (let start = 0; start < plain.length; start++) {
    let node: Node<Kind> | undefined = root
    let best: (Found<Kind> & { silent: boolean }) | null = null
    for (let at = start; at < plain.length; at++) {
      node = node.next.get(plain[at] ?? '')
      if (node === undefined) break
      const ending = node.endings.find(one => fits(plain, start, at + 1, one))
      if (ending !== undefined) {
        best = { start, end: at + 1, kind: ending.kind, word: ending.word, silent: ending.silent }
      }
    }
    if (best === null) continue
    const { silent, ...word } = best
    if (!silent) found.push(word)
    start = word.end - 1
  }
  return found
}
