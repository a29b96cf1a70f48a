/**
 * Makes the search tokens, so that both databases find the same. Latin and other alphabetic words are tokens
 * as they are. Scripts written without spaces (Chinese, Japanese, Korean) and emoji are cut into overlapping
 * pairs, so that search finds any two neighbouring characters. It is pure and knows no database.
 */
import { asciiOctets } from '../text/plain-ascii.ts'
import { asciiTokens } from './ascii-tokens.ts'
import { charKind, kindAt, runEnd, unitsOf, widthAt } from './characters.ts'
import { fold, foldedUnitsOf, maxIndexedChars } from './fold.ts'
import { isNewWord, noWords } from './seen-words.ts'
import { isNewShortWord, lowBits, maxShortWord, noShortWords, shortCodes } from './short-words.ts'
import { emptyList, isFull, listText, type TokenList, writeToken } from './token-list.ts'

const maxTokens = 20_000
const maxWordLength = 40
const maxQueryTerms = 12
/** Half of all words begin with one of a few letters, so a shorter term only matches a whole word. */
const minPrefixLength = 3

/**
 * Cuts a run into tokens: each pair of neighbours, then the last character alone. No pair begins with the
 * last character, so it could not be found otherwise. It also separates the pairs of this run from the next,
 * so that no phrase crosses the border.
 */
function cutRun(
  units: Uint16Array,
  start: number,
  end: number,
  take: (from: number, to: number) => void,
): void {
  let at = start
  for (let next = at + widthAt(units, at); next < end; ) {
    const after = next + widthAt(units, next)
    take(at, after)
    at = next
    next = after
  }
  take(at, end)
}

function writeRun(list: TokenList, units: Uint16Array, start: number, end: number): void {
  cutRun(units, start, end, (from, to) => writeToken(list, units, from, to))
}

/**
 * Returns all tokens of a text with blanks between them. Words are searched one by one, so each occurs once;
 * the pairs of one run stay next to each other.
 */
export function searchTokens(text: string): string {
  const read = text.slice(0, maxIndexedChars)
  const octets = asciiOctets(read)
  return octets === null ? tokensOfAnyScript(read) : asciiTokens(octets, maxWordLength)
}

/** Makes the tokens by the rules for all scripts. */
export function tokensOfAnyScript(text: string): string {
  const units = foldedUnitsOf(text)
  const { length } = units
  const codes = shortCodes
  const seen = noWords()
  const seenShort = noShortWords()
  const list = emptyList(maxTokens)
  let end = 0
  for (let at = 0; at < length && !isFull(list); at = end) {
    let low = 0
    let high = 0
    end = at
    // Each character of each mail passes here, so the loop calls and captures nothing.
    for (let code = codes[units[at] ?? 0] ?? 0; code !== 0; ) {
      high = (high << 6) | (low >>> 24)
      low = ((low << 6) | code) & lowBits
      end++
      code = end < length ? (codes[units[end] ?? 0] ?? 0) : 0
    }
    const kind = end < length ? kindAt(units, end) : charKind.other
    if (end > at && kind !== charKind.letter && end - at <= maxShortWord) {
      if (isNewShortWord(seenShort, low, high)) writeToken(list, units, at, end)
      // This also skips the blank or mark after the word.
      if (kind === charKind.other) end++
    } else if (end > at || kind === charKind.letter) {
      end = runEnd(units, end, charKind.letter)
      const wordEnd = Math.min(end, at + maxWordLength)
      if (isNewWord(seen, units, at, wordEnd)) writeToken(list, units, at, wordEnd)
    } else if (kind !== charKind.other) {
      end = runEnd(units, at, kind)
      writeRun(list, units, at, end)
    } else end++
  }
  return listText(list)
}

export type SearchTerm =
  /** Tokens that must stand next to each other in this order. */
  | { kind: 'phrase'; tokens: string[] }
  /** A word that may continue. */
  | { kind: 'prefix'; token: string }

function wordTerm(word: string): SearchTerm {
  if (word.length < minPrefixLength) return { kind: 'phrase', tokens: [word] }
  return { kind: 'prefix', token: word.slice(0, maxWordLength) }
}

function runTerm(text: string, units: Uint16Array, start: number, end: number): SearchTerm {
  const tokens: string[] = []
  cutRun(units, start, end, (from, to) => tokens.push(text.slice(from, to)))
  const [only = ''] = tokens
  if (tokens.length === 1) return { kind: 'prefix', token: only }
  return { kind: 'phrase', tokens: tokens.slice(0, -1) }
}

function termsOf(text: string, wants: (kind: number) => boolean): SearchTerm[] {
  const units = unitsOf(text)
  const terms: SearchTerm[] = []
  let end = 0
  for (let at = 0; at < units.length && terms.length < maxQueryTerms; at = end) {
    const kind = kindAt(units, at)
    end = kind === charKind.other ? at + 1 : runEnd(units, at, kind)
    if (!wants(kind)) continue
    terms.push(kind === charKind.letter ? wordTerm(text.slice(at, end)) : runTerm(text, units, at, end))
  }
  return terms
}

/**
 * Turns the typed words into terms that must all be found. It is empty when nothing searchable was typed.
 * Emoji count only when nothing else was typed: old mails were indexed without them, and so are still found
 * by the words beside them.
 */
export function searchTerms(typed: string): SearchTerm[] {
  const text = fold(typed)
  const words = termsOf(text, kind => kind === charKind.letter || kind === charKind.unspaced)
  return words.length > 0 ? words : termsOf(text, kind => kind === charKind.emoji)
}
