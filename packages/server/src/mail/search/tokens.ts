/**
 * Search tokens, made by ourselves so that both databases find the same. Latin and other alphabetic words are tokens as
 * they are; scripts written without spaces (Chinese, Japanese, Korean) are cut into overlapping pairs, so that any two
 * neighbouring characters are found wherever they stand. Pure; knows no database.
 */
import { type Characters, charactersOf, charKind, kindAt, runEnd, widthAt } from './characters.ts'
import { newWord, noWords } from './seen-words.ts'

export const maxIndexedChars = 60_000
const maxTokens = 20_000
const maxWordLength = 40
const maxQueryTerms = 12
/** Half of all words begin with one of a few letters: what is shorter is only found as a whole word. */
const minPrefixLength = 3

/** Full width and half width, capitals and small letters are the same to a searcher. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/**
 * Adds the tokens of a run: any two neighbours, then the last character by itself. No pair begins with that one, so that it
 * could not be found alone; and it stands between the pairs of this run and the next, so that no phrase goes across.
 */
function addRun(tokens: string[], characters: Characters, start: number, end: number): void {
  let at = start
  for (let next = at + widthAt(characters, at); next < end; ) {
    const after = next + widthAt(characters, next)
    tokens.push(characters.text.slice(at, after))
    at = next
    next = after
  }
  tokens.push(characters.text.slice(at, end))
}

/** All tokens of a text. Words are searched one by one, so each is there once; pairs of one run stand next to each other. */
export function searchTokens(text: string): string[] {
  const characters = charactersOf(fold(text.slice(0, maxIndexedChars)))
  const seen = noWords()
  const tokens: string[] = []
  let end = 0
  for (let at = 0; at < characters.units.length && tokens.length < maxTokens; at = end) {
    const kind = kindAt(characters, at)
    end = kind === charKind.other ? at + 1 : runEnd(characters, at, kind)
    if (kind === charKind.letter) {
      const word = newWord(seen, characters, at, Math.min(end, at + maxWordLength))
      if (word !== null) tokens.push(word)
    } else if (kind === charKind.unspaced) {
      addRun(tokens, characters, at, end)
    }
  }
  return tokens.slice(0, maxTokens)
}

export type SearchTerm =
  /** Tokens that must stand next to each other in this order. */
  | { kind: 'phrase'; tokens: string[] }
  /** A word that may go on. */
  | { kind: 'prefix'; token: string }

function wordTerm(word: string): SearchTerm {
  if (word.length < minPrefixLength) return { kind: 'phrase', tokens: [word] }
  return { kind: 'prefix', token: word.slice(0, maxWordLength) }
}

function runTerm(characters: Characters, start: number, end: number): SearchTerm {
  const tokens: string[] = []
  addRun(tokens, characters, start, end)
  const [only = ''] = tokens
  if (tokens.length === 1) return { kind: 'prefix', token: only }
  return { kind: 'phrase', tokens: tokens.slice(0, -1) }
}

/** What a person typed, as terms that must all be found. Empty when nothing searchable was typed. */
export function searchTerms(text: string): SearchTerm[] {
  const characters = charactersOf(fold(text))
  const terms: SearchTerm[] = []
  let end = 0
  for (let at = 0; at < characters.units.length && terms.length < maxQueryTerms; at = end) {
    const kind = kindAt(characters, at)
    end = kind === charKind.other ? at + 1 : runEnd(characters, at, kind)
    if (kind === charKind.letter) terms.push(wordTerm(characters.text.slice(at, end)))
    else if (kind === charKind.unspaced) terms.push(runTerm(characters, at, end))
  }
  return terms
}
