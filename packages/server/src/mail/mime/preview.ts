import { stripInvisible } from './clean-text.ts'

/** The line under the subject in a list. Takes visible text; markup is none of its business. */

const MAX_PREVIEW = 160
const MAX_SOURCE = 20_000

/** The first lines that say something, as one line; not much more of them than is shown. */
function firstLines(text: string): string {
  let joined = ''
  const source = text.slice(0, MAX_SOURCE)
  for (let at = 0; at <= source.length && joined.length <= MAX_PREVIEW * 2; ) {
    const newline = source.indexOf('\n', at)
    const end = newline < 0 ? source.length : newline
    const line = stripInvisible(source.slice(at, end)).trim()
    at = end + 1
    // Quoted lines and rules say nothing about what is new in a mail.
    if (line.startsWith('>') || !/[\p{L}\p{N}]/u.test(line)) continue
    const folded = line.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}\u2800]+/gu, ' ').trim()
    joined = joined === '' ? folded : `${joined} ${folded}`
  }
  return joined
}

export function previewText(text: string): string {
  const joined = firstLines(text)
  const chars = [...joined.slice(0, MAX_PREVIEW * 2)]
  if (chars.length <= MAX_PREVIEW && joined.length <= MAX_PREVIEW * 2) return joined
  return `${chars
    .slice(0, MAX_PREVIEW - 1)
    .join('')
    .trimEnd()}…`
}
