import { isPrintableAscii, stripFromName } from '../text/clean-text.ts'

/** Makes the line under the subject in a list. It takes visible text and does not know markup. */

const MAX_PREVIEW = 160
const MAX_SOURCE = 20_000
const HALF_CHARACTER = /[\ud800-\udfff]/

/** Returns a line with single blanks, or null for lines without new content: quotations and rules. */
function foldedLine(source: string): string | null {
  if (isPrintableAscii(source)) {
    // Most lines of many mails are plain ASCII. Patterns for the letters and blanks of all scripts take
    // several times as long.
    const line = source.trim()
    if (line.startsWith('>') || !/[A-Za-z0-9]/.test(line)) return null
    return line.includes('  ') ? line.replace(/ +/g, ' ') : line
  }
  const line = stripFromName(source).trim()
  if (line.startsWith('>') || !/[\p{L}\p{N}]/u.test(line)) return null
  return line.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}\u2800]+/gu, ' ').trim()
}

/** Joins the first lines with content into one line, not much longer than the preview. */
function firstLines(text: string): string {
  let joined = ''
  const source = text.slice(0, MAX_SOURCE)
  for (let at = 0; at <= source.length && joined.length <= MAX_PREVIEW * 2; ) {
    const newline = source.indexOf('\n', at)
    const end = newline < 0 ? source.length : newline
    const folded = foldedLine(source.slice(at, end))
    at = end + 1
    if (folded !== null) joined = joined === '' ? folded : `${joined} ${folded}`
  }
  return joined
}

/** Returns the first characters of a text and cuts none in two. */
function firstCharacters(text: string, count: number): string {
  return HALF_CHARACTER.test(text) ? [...text].slice(0, count).join('') : text.slice(0, count)
}

export function previewText(text: string): string {
  const joined = firstLines(text)
  const opening = joined.slice(0, MAX_PREVIEW * 2)
  const fits = opening === joined && firstCharacters(opening, MAX_PREVIEW) === opening
  return fits ? joined : `${firstCharacters(opening, MAX_PREVIEW - 1).trimEnd()}…`
}
