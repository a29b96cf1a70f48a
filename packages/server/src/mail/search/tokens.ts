/**
 * Search tokens, made by ourselves so that both databases find the same. Latin and other alphabetic words are tokens as
 * they are; scripts written without spaces (Chinese, Japanese, Korean) are cut into overlapping pairs, so that any two
 * neighbouring characters are found wherever they stand. Pure; knows no database.
 */

/** Scripts in which a word is not set off by spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const wordPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{N}]+/gu

export const maxIndexedChars = 60_000
const maxTokens = 20_000
const maxWordLength = 40
const maxQueryTerms = 12

/** Full width and half width, capitals and small letters are the same to a searcher. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Alphabetic runs may touch unspaced ones; those are cut apart first. */
function* runs(text: string): Generator<string> {
  for (const [match] of text.matchAll(wordPattern)) {
    if (unspaced.test(match[0] ?? '')) {
      yield match
      continue
    }
    let start = 0
    let at = 0
    for (const char of match) {
      if (unspaced.test(char)) {
        if (at > start) yield match.slice(start, at)
        yield char
        start = at + char.length
      }
      at += char.length
    }
    if (at > start) yield match.slice(start)
  }
}

function pairs(run: string): string[] {
  const chars = [...run]
  if (chars.length === 1) return chars
  const list: string[] = []
  for (let i = 0; i + 1 < chars.length; i++) list.push(`${chars[i]}${chars[i + 1]}`)
  return list
}

/** All tokens of a text, in order; pairs of one run stand next to each other. */
export function searchTokens(text: string): string[] {
  const tokens: string[] = []
  for (const run of runs(fold(text.slice(0, maxIndexedChars)))) {
    if (unspaced.test(run)) tokens.push(...pairs(run))
    else tokens.push(run.slice(0, maxWordLength))
    if (tokens.length >= maxTokens) break
  }
  return tokens.slice(0, maxTokens)
}

export type SearchTerm =
  /** Tokens that must stand next to each other in this order. */
  | { kind: 'phrase'; tokens: string[] }
  /** A word that may go on. */
  | { kind: 'prefix'; token: string }

/** What a person typed, as terms that must all be found. Empty when nothing searchable was typed. */
export function searchTerms(text: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const run of runs(fold(text))) {
    if (terms.length >= maxQueryTerms) break
    if (!unspaced.test(run)) terms.push({ kind: 'prefix', token: run.slice(0, maxWordLength) })
    else if ([...run].length === 1) terms.push({ kind: 'prefix', token: run })
    else terms.push({ kind: 'phrase', tokens: pairs(run) })
  }
  return terms
}
