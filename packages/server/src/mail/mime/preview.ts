import { stripInvisible } from './clean-text.ts'

/** The line under the subject in a list. Takes visible text; markup is none of its business. */

const MAX_PREVIEW = 160
const MAX_SOURCE = 20_000

/** The first lines that say something, as one line; not much more of them than is shown. */
function firstLines(text: string): string {
  let joined = ''
  for (const raw of text.slice(0, MAX_SOURCE).split('\n')) {
    if (joined.length > MAX_PREVIEW * 2) break
    const line = stripInvisible(raw).trim()
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
