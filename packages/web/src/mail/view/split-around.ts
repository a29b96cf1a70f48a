/**
 * Splits a sentence around a code. The stored code has none of the blanks and hyphens that the mail may
 * contain.
 */
export function splitAround(words: string, code: string): { before: string; found: string; after: string } {
  const folded = words.normalize('NFKC')
  const text = folded.length === words.length ? folded : words
  const figures = [...code.replaceAll('-', '')].map(char => char.replace(/[^0-9A-Za-z]/, '\\$&'))
  const match = new RegExp(figures.join('[\\s-]{0,3}'), 'i').exec(text)
  if (figures.length === 0 || match === null) return { before: words, found: '', after: '' }
  const end = match.index + match[0].length
  return {
    before: words.slice(0, match.index),
    found: words.slice(match.index, end),
    after: words.slice(end),
  }
}
