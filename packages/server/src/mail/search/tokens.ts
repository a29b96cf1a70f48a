/**
 * Search tokens, made by ourselves so that both databases find the same. Latin and other alphabetic words are tokens as
 * they are; scripts written without spaces (Chinese, Japanese, Korean) are cut into overlapping pairs, so that any two
 * neighbouring characters are found wherever they stand. Pure; knows no database.
 */

/** Scripts in which a word is not set off by spaces. */
const unspaced = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]'
/** Plain letters first, since most text is made of them; a run is of one kind, even where two kinds touch. */
const runPattern = new RegExp(`((?:[a-z0-9]+|(?!${unspaced})[\\p{L}\\p{N}])+)|(${unspaced}+)`, 'gu')

const beyondAscii = /[^\0-\x7f]/

export const maxIndexedChars = 60_000
const maxTokens = 20_000
const maxWordLength = 40
const maxQueryTerms = 12
/** Half of all words begin with one of a few letters: what is shorter is only found as a whole word. */
const minPrefixLength = 3

/** Full width and half width, capitals and small letters are the same to a searcher. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

function pairs(run: string): string[] {
  const chars = [...run]
  if (chars.length === 1) return chars
  const list: string[] = []
  for (let i = 0; i + 1 < chars.length; i++) list.push(`${chars[i]}${chars[i + 1]}`)
  return list
}

/**
 * The last character of a run again, by itself: no pair begins with it, so that one character could not be found there;
 * and it stands between the pairs of this run and the next, so that no phrase goes across the gap.
 */
const lastOf = (lastPair: string | undefined): string[] => [...(lastPair ?? '')].slice(1)

/** The same for text of nothing but ASCII, as most English mail is; much faster. */
function plainTokens(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words
    .slice(0, maxTokens)
    .map(word => (word.length > maxWordLength ? word.slice(0, maxWordLength) : word))
}

/** All tokens of a text, in order; pairs of one run stand next to each other. */
export function searchTokens(text: string): string[] {
  const indexed = text.slice(0, maxIndexedChars)
  if (!beyondAscii.test(indexed)) return plainTokens(indexed)
  const tokens: string[] = []
  for (const [, word, run] of fold(indexed).matchAll(runPattern)) {
    if (word !== undefined) tokens.push(word.length > maxWordLength ? word.slice(0, maxWordLength) : word)
    else if (run !== undefined) {
      const list = pairs(run)
      tokens.push(...list, ...lastOf(list.at(-1)))
    }
    if (tokens.length >= maxTokens) break
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

/** What a person typed, as terms that must all be found. Empty when nothing searchable was typed. */
export function searchTerms(text: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const [, word, run] of fold(text).matchAll(runPattern)) {
    if (terms.length >= maxQueryTerms) break
    if (word !== undefined) terms.push(wordTerm(word))
    else if (run !== undefined && [...run].length === 1) terms.push({ kind: 'prefix', token: run })
    else if (run !== undefined) terms.push({ kind: 'phrase', tokens: pairs(run) })
  }
  return terms
}
