import { Fragment } from 'react'
import styles from './marked.module.css'

/** The parts of a text, those that were searched for set apart. Upper and lower case are the same. */
export function markParts(text: string, words: string): { at: number; text: string; found: boolean }[] {
  const needle = words.trim().toLowerCase()
  const hay = text.toLowerCase()
  // Some letters change their length with their case; then places in one are not places in the other.
  if (needle === '' || hay.length !== text.length) return [{ at: 0, text, found: false }]
  const parts: { at: number; text: string; found: boolean }[] = []
  const add = (from: number, to: number, found: boolean) => {
    if (to > from) parts.push({ at: from, text: text.slice(from, to), found })
  }
  let from = 0
  for (let hit = hay.indexOf(needle); hit !== -1; hit = hay.indexOf(needle, from)) {
    add(from, hit, false)
    add(hit, hit + needle.length, true)
    from = hit + needle.length
  }
  add(from, text.length, false)
  return parts
}

/** A text with what was searched for marked in it. */
export function Marked({ text, words }: { text: string; words: string | undefined }) {
  if (!words) return text
  return markParts(text, words).map(part =>
    part.found ? (
      <mark key={part.at} className={styles.mark}>
        {part.text}
      </mark>
    ) : (
      <Fragment key={part.at}>{part.text}</Fragment>
    ),
  )
}
