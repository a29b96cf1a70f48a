/** Finds the words of a subject that made a rule hit, and their places. */
import { splitWords } from './alternatives.ts'
import type { RuleDraft } from './draft.ts'

export function subjectWords(draft: RuleDraft): string[] {
  return draft.conditions.flatMap(({ field, operator, value }) => {
    if (field !== 'subject') return []
    if (operator === 'oneOf') return splitWords(value)
    const isPlain = operator === 'contains' || operator === 'begins' || operator === 'ends'
    return isPlain && value.trim() !== '' ? [value.trim()] : []
  })
}

export type Part = { at: number; text: string; found: boolean }

export function markWords(text: string, words: readonly string[]): Part[] {
  const hay = text.toLowerCase()
  const needles = words.map(word => word.toLowerCase()).filter(word => word !== '')
  // Some letters change their length with their case; then places in one are not places in the other.
  if (hay.length !== text.length) return [{ at: 0, text, found: false }]
  const parts: Part[] = []
  const add = (at: number, end: number, found: boolean) => {
    if (end > at) parts.push({ at, text: text.slice(at, end), found })
  }
  let from = 0
  for (let at = 0; at < hay.length; ) {
    const needle = needles.find(word => hay.startsWith(word, at))
    if (needle === undefined) {
      at++
      continue
    }
    add(from, at, false)
    add(at, at + needle.length, true)
    from = at + needle.length
    at = from
  }
  add(from, text.length, false)
  return parts
}
