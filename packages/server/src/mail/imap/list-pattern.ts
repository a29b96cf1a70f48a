import { SEPARATOR } from './mailbox-name.ts'

/**
 * Matches names of folders against patterns (RFC 9051, section 6.3.9): `*` stands for anything, `%` for anything within a
 * level. All ways to match are followed at once, one bit for each place in the pattern, so that no pattern is slow.
 */

type Places = Uint32Array

const WORD = 32

export function listMatcher(reference: string, pattern: string): (name: string) => boolean {
  const given = `${reference}${pattern}`.normalize('NFC')
  if (given === '*') return () => true
  const letters = [...given.matchAll(/[^*%]/gu)].map(([letter]) => letter)
  const words = Math.ceil((letters.length + 1) / WORD)
  const empty = (): Places => new Uint32Array(words)
  /** The places before which `*` or `%` stands, and those that a letter leads to. */
  const [any, within] = [empty(), empty()]
  const byLetter = new Map<string, Places>()
  let place = 0
  for (const char of given) {
    if (char === '*') put(any, place)
    else if (char === '%') put(within, place)
    else put(placesOf(byLetter, char, empty), ++place)
  }

  const step = (at: Places, char: string, isFolded: boolean): Places => {
    const exact = byLetter.get(char)
    // INBOX is the same in any case (RFC 9051, section 5.1).
    const other = isFolded ? byLetter.get(char.toLowerCase()) : undefined
    const next = empty()
    let carry = 0
    for (let word = 0; word < words; word++) {
      const here = at[word] ?? 0
      const moved = (here << 1) | carry
      carry = here >>> (WORD - 1)
      const stays = (any[word] ?? 0) | (char === SEPARATOR ? 0 : (within[word] ?? 0))
      next[word] = (moved & ((exact?.[word] ?? 0) | (other?.[word] ?? 0))) | (here & stays)
    }
    return next
  }

  return name => {
    const isInbox = name === 'INBOX' || name.startsWith(`INBOX${SEPARATOR}`)
    let at = empty()
    put(at, 0)
    let count = 0
    for (const char of name) {
      at = step(at, char, isInbox && count++ < 5)
      if (at.every(word => word === 0)) return false
    }
    return ((at[letters.length >> 5] ?? 0) & (1 << (letters.length & 31))) !== 0
  }
}

function put(places: Places, place: number): void {
  places[place >> 5] = (places[place >> 5] ?? 0) | (1 << (place & 31))
}

function placesOf(byLetter: Map<string, Places>, letter: string, empty: () => Places): Places {
  const places = byLetter.get(letter) ?? empty()
  byLetter.set(letter, places)
  return places
}
