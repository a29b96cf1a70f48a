/** Plain text with its web addresses made into links. Only text and links come out, whatever is in it. */
import { Fragment } from 'react'
import styles from './letter.module.css'

type Part = { at: number; text: string; href: string | null }

const URL_IN_TEXT = /https?:\/\/[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/g
/** A long text is shown whole, but only so many links are made. */
const MAX_LINKS = 500

const PUNCTUATION = new Set(".,;:!?'*")

/** Addresses end before the punctuation of the sentence they stand in, and before a bracket that was opened outside. */
function trimmed(url: string): string {
  let end = url.length
  while (PUNCTUATION.has(url.charAt(end - 1))) end--
  let unopened = 0
  for (const character of url.slice(0, end)) {
    if (character === ')' || character === ']') unopened++
    else if (character === '(' || character === '[') unopened--
  }
  for (; unopened > 0 && /[)\]]/.test(url.charAt(end - 1)); unopened--) end--
  return url.slice(0, end)
}

export function linkParts(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  let links = 0
  for (const match of text.matchAll(URL_IN_TEXT)) {
    const url = trimmed(match[0])
    if (!URL.canParse(url) || ++links > MAX_LINKS) continue
    if (match.index > from) parts.push({ at: from, text: text.slice(from, match.index), href: null })
    parts.push({ at: match.index, text: url, href: new URL(url).href })
    from = match.index + url.length
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from), href: null })
  return parts
}

export function LinkedText({ text }: { text: string }) {
  return linkParts(text).map(part =>
    part.href === null ? (
      <Fragment key={part.at}>{part.text}</Fragment>
    ) : (
      <a key={part.at} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    ),
  )
}

export function TextLetter({ text }: { text: string }) {
  return (
    <div className={styles.letter} dir="auto">
      <LinkedText text={text.trim()} />
    </div>
  )
}
