/**
 * Plain text with its web addresses as links. The result is only text and links, whatever the text contains.
 */
import { Fragment } from 'react'

export type LinkPart = { at: number; text: string; href: string | null }

const URL_IN_TEXT = /https?:\/\/[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/g
/** A long text is shown whole, but only this many links are made. */
export const MAX_LINKS = 500
/** Nobody follows a longer address. */
const MAX_URL = 2048

const PUNCTUATION = new Set(".,;:!?'*")

/**
 * An address ends before the punctuation of its sentence, and before a bracket that was opened outside of it.
 */
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

/** `room` counts the links that may still be made, in this text and in others after it. */
export function linkParts(text: string, room = { links: MAX_LINKS }): LinkPart[] {
  const parts: LinkPart[] = []
  let from = 0
  for (const match of text.matchAll(URL_IN_TEXT)) {
    if (room.links <= 0) break
    const url = match[0].length > MAX_URL ? '' : trimmed(match[0])
    if (!URL.canParse(url)) continue
    room.links--
    if (match.index > from) parts.push({ at: from, text: text.slice(from, match.index), href: null })
    parts.push({ at: match.index, text: url, href: new URL(url).href })
    from = match.index + url.length
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from), href: null })
  return parts
}

export function LinkedText({ text }: { text: string }) {
  return linkParts(text).map(part => <LinkedPart key={part.at} {...part} />)
}

export function LinkedPart({ text, href }: LinkPart) {
  if (href === null) return <Fragment>{text}</Fragment>
  // The link has a direction of its own, because direction marks before it must not make its host look
  // different.
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
      {text}
    </a>
  )
}
