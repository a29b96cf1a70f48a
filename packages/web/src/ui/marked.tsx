import { Fragment } from 'react'
import styles from './marked.module.css'

/** Splits a text into parts and marks the searched words. Upper and lower case are equal. */
export function markParts(text: string, words: string): { at: number; text: string; found: boolean }[] {
  const needles = words.toLowerCase().split(/\s+/).filter(Boolean)
  const hay = text.toLowerCase()
  // Some letters change their length with their case, and then places in the two texts differ.
  if (needles.length === 0 || hay.length !== text.length) return [{ at: 0, text, found: false }]
  const parts: { at: number; text: string; found: boolean }[] = []
  const add = (from: number, to: number, found: boolean) => {
    if (to > from) parts.push({ at: from, text: text.slice(from, to), found })
  }
  let from = 0
  for (let hit = firstHit(hay, needles, from); hit; hit = firstHit(hay, needles, from)) {
    add(from, hit.at, false)
    add(hit.at, hit.at + hit.length, true)
    from = hit.at + hit.length
  }
  add(from, text.length, false)
  return parts
}

/** Returns the first match of any word, and the longest at that place. */
function firstHit(hay: string, needles: readonly string[], from: number) {
  const [first] = needles
    .map(needle => ({ at: hay.indexOf(needle, from), length: needle.length }))
    .filter(({ at }) => at !== -1)
    .sort((one, other) => one.at - other.at || other.length - one.length)
  return first
}

/** A text with the searched words marked. */
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
