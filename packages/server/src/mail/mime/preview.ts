import { stripInvisible } from './clean-text.ts'

/** The line under the subject in a list. Takes visible text; markup is none of its business. */

const MAX_PREVIEW = 160
const MAX_SOURCE = 20_000

export function previewText(text: string): string {
  const lines = stripInvisible(text.slice(0, MAX_SOURCE))
    .split('\n')
    .map(line => line.trim())
    // Quoted lines and rules say nothing about what is new in a mail.
    .filter(line => !line.startsWith('>') && /[\p{L}\p{N}]/u.test(line))
  const joined = lines
    .join(' ')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}\u2800]+/gu, ' ')
    .trim()
  const chars = [...joined.slice(0, MAX_PREVIEW * 2)]
  if (chars.length <= MAX_PREVIEW && joined.length <= MAX_PREVIEW * 2) return joined
  return `${chars
    .slice(0, MAX_PREVIEW - 1)
    .join('')
    .trimEnd()}…`
}
