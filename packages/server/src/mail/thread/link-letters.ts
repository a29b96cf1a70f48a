import type { ThreadedLetter, ThreadNode } from './thread-node.ts'

/** Links mails to those that they answer (RFC 5256, section 4, REFERENCES, steps 1 to 3). */

type Place = { letter: ThreadedLetter | null; parent: Place | null; children: Set<Place> }

/**
 * How far is looked for circles in all. Honest mail needs next to nothing of it, since a mail that nobody has answered
 * yet is in no circle. When it is used up, doubtful links are left out.
 */
const MAX_LOOKS = 5_000_000

export function linkLetters(letters: readonly ThreadedLetter[]): ThreadNode[] {
  const byId = new Map<string, Place>()
  const places: Place[] = []
  let looks = 0

  const add = (): Place => {
    const place: Place = { letter: null, parent: null, children: new Set() }
    places.push(place)
    return place
  }
  const named = (id: string): Place => {
    const place = byId.get(id) ?? add()
    byId.set(id, place)
    return place
  }
  const isAbove = (place: Place, other: Place): boolean => {
    if (place.children.size === 0) return place === other
    for (let at: Place | null = other; at !== null; at = at.parent)
      if (at === place || ++looks > MAX_LOOKS) return true
    return false
  }
  const link = (parent: Place, child: Place) => {
    if (isAbove(child, parent)) return
    child.parent?.children.delete(child)
    child.parent = parent
    parent.children.add(child)
  }
  /** Two mails with the same id are two mails: the second is known by nobody. */
  const placeOf = (letter: ThreadedLetter): Place => {
    const known = letter.messageId === null ? add() : named(letter.messageId)
    const place = known.letter === null ? known : add()
    place.letter = letter
    return place
  }

  for (const letter of letters) {
    const place = placeOf(letter)
    let parent: Place | null = null
    for (const id of letter.references) {
      const next = named(id)
      if (parent !== null && next.parent === null) link(parent, next)
      parent = next
    }
    unlink(place)
    if (parent !== null) link(parent, place)
  }
  return prune(places)
}

/** What a mail says itself about whom it answers counts more than what others say. */
function unlink(place: Place): void {
  place.parent?.children.delete(place)
  place.parent = null
}

/** Leaves out places that nobody fills, but for one that holds several threads together. */
function prune(places: readonly Place[]): ThreadNode[] {
  const roots = places.filter(place => place.parent === null)
  const order = [...roots]
  for (let at = 0; at < order.length; at++) for (const child of order[at]?.children ?? []) order.push(child)
  const nodes = new Map<Place, ThreadNode[]>()
  for (const place of order.reverse()) {
    const children = [...place.children].flatMap(child => nodes.get(child) ?? [])
    for (const child of place.children) nodes.delete(child)
    const isKept = place.letter !== null || (place.parent === null && children.length > 1)
    nodes.set(place, isKept ? [{ letter: place.letter, children }] : children)
  }
  return roots.flatMap(root => nodes.get(root) ?? [])
}
