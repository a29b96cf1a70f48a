/** Plain text with its web addresses made into links and its quotes set as such. Only text and links come out, whatever is in it. */
import { ChevronDown, ChevronUp } from 'lucide-react'
import { Fragment, type ReactNode, useId, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './letter.module.css'
import { quoteMarks, type Run, readQuotes } from './quotes.ts'
import { blockText, guessBlockHeight, MOST_CHARS, textBlocks } from './text-blocks.ts'

type Part = { at: number; text: string; href: string | null; isMark?: boolean }

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

/** Lines that are quoted, with the marks before them told apart. */
function quotedParts(text: string, room: { links: number }): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const line of text.split(/(?<=\n)/)) {
    const marks = quoteMarks(line)
    const words = from + marks.length
    if (marks) parts.push({ at: from, text: marks, href: null, isMark: true })
    for (const part of linkParts(line.slice(marks.length), room)) parts.push({ ...part, at: words + part.at })
    from += line.length
  }
  return parts
}

export function LinkedText({ text }: { text: string }) {
  return <LinkedParts parts={linkParts(text)} />
}

function LinkedParts({ parts }: { parts: readonly Part[] }) {
  return parts.map(part => <PartView key={part.at} {...part} />)
}

function PartView({ text, href, isMark }: Part) {
  // Drawn as a line beside the quote; still there to be copied.
  if (isMark) return <span className={styles.mark}>{text}</span>
  if (href === null) return <Fragment>{text}</Fragment>
  // Set apart with a direction of its own: signs before it that turn the text around must not give it another host.
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
      {text}
    </a>
  )
}

type TextBlockProps = { block: string; isShort: boolean; children: ReactNode }

/** One of the blocks of a text; those of a short one are laid out at once. */
export function TextBlock({ block, isShort, children }: TextBlockProps) {
  return (
    <div
      className={isShort ? undefined : styles.block}
      style={{ ['--guess' as string]: `${guessBlockHeight(block)}px` }}
    >
      {children}
    </div>
  )
}

type Block = { key: string; level: number; block: string; parts: readonly Part[] }

function blocksOf(runs: readonly Run[], room: { links: number }): Block[] {
  return runs.flatMap(({ level, text }, run) =>
    textBlocks(text).map((block, place) => {
      const shown = blockText(block)
      const parts = level > 0 ? quotedParts(shown, room) : linkParts(shown, room)
      return { key: `${run}.${place}`, level, block, parts }
    }),
  )
}

function readLetter(text: string) {
  const { letter, tail } = readQuotes(text)
  const room = { links: MAX_LINKS }
  return { letter: blocksOf(letter, room), tail: blocksOf(tail, room) }
}

/** What follows each other at this depth or deeper, put together. */
function nested(blocks: readonly Block[], depth: number): { isDeeper: boolean; blocks: Block[] }[] {
  const groups: { isDeeper: boolean; blocks: Block[] }[] = []
  for (const block of blocks) {
    const isDeeper = block.level > depth
    const group = groups.at(-1)
    if (group?.isDeeper === isDeeper) group.blocks.push(block)
    else groups.push({ isDeeper, blocks: [block] })
  }
  return groups
}

type BlocksProps = { blocks: readonly Block[]; depth?: number; isShort: boolean }

function Blocks({ blocks, depth = 0, isShort }: BlocksProps) {
  return nested(blocks, depth).map(group =>
    group.isDeeper ? (
      <blockquote key={group.blocks[0]?.key} className={styles.quote}>
        <Blocks blocks={group.blocks} depth={depth + 1} isShort={isShort} />
      </blockquote>
    ) : (
      group.blocks.map(({ key, block, parts }) => (
        <TextBlock key={key} block={block} isShort={isShort}>
          <LinkedParts parts={parts} />
        </TextBlock>
      ))
    ),
  )
}

export function TextLetter({ text }: { text: string }) {
  const { letter, tail } = useMemo(() => readLetter(text.trim()), [text])
  const isShort = text.length <= MOST_CHARS
  return (
    <div className={styles.letter} dir="auto">
      <Blocks blocks={letter} isShort={isShort} />
      {tail.length > 0 && (
        <Tail>
          <Blocks blocks={tail} isShort={isShort} />
        </Tail>
      )}
    </div>
  )
}

/** What was said before stays out of the way until somebody wants it; on paper it is always there. */
function Tail({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        className={styles.fold ?? ''}
        size="small"
        icon={open ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? '收起引用内容' : '显示引用内容'}
      </Button>
      <div id={id} className={styles.tail} hidden={!open}>
        {children}
      </div>
    </>
  )
}
