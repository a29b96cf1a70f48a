/** Plain text with its web addresses made into links. Only text and links come out, whatever is in it. */
import { Fragment, type ReactNode, useMemo } from 'react'
import styles from './letter.module.css'
import { blockText, guessBlockHeight, textBlocks } from './text-blocks.ts'

type Part = { at: number; text: string; href: string | null }

const URL_IN_TEXT = /https?:\/\/[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/g
/** A long text is shown whole, but only so many links are made. */
const MAX_LINKS = 500
/** What is longer is no address that anybody follows. */
const MAX_URL = 2048

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

/** `room` is for how many links, in this text and in others after it. */
export function linkParts(text: string, room = { links: MAX_LINKS }): Part[] {
  const parts: Part[] = []
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
  return <LinkedParts parts={linkParts(text)} />
}

function LinkedParts({ parts }: { parts: readonly Part[] }) {
  return parts.map(part =>
    part.href === null ? (
      <Fragment key={part.at}>{part.text}</Fragment>
    ) : (
      <a key={part.at} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    ),
  )
}

type TextBlockProps = { block: string; isOnly: boolean; children: ReactNode }

/** One of the blocks of a text; one alone is laid out at once. */
export function TextBlock({ block, isOnly, children }: TextBlockProps) {
  return (
    <div
      className={isOnly ? undefined : styles.block}
      style={{ ['--guess' as string]: `${guessBlockHeight(block)}px` }}
    >
      {children}
    </div>
  )
}

export function TextLetter({ text }: { text: string }) {
  const blocks = useMemo(() => {
    const room = { links: MAX_LINKS }
    return textBlocks(text.trim()).map((block, place) => ({
      place,
      block,
      parts: linkParts(blockText(block), room),
    }))
  }, [text])
  return (
    <div className={styles.letter} dir="auto">
      {blocks.map(({ place, block, parts }) => (
        <TextBlock key={place} block={block} isOnly={blocks.length === 1}>
          <LinkedParts parts={parts} />
        </TextBlock>
      ))}
    </div>
  )
}
