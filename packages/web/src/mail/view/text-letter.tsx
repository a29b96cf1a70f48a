/**
 * A plain letter with its web addresses as links and its quotes set apart. The result is only text and links,
 * whatever the letter contains.
 */
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { LinkedPart, type LinkPart, linkParts, MAX_LINKS } from '../../ui/linked-text.tsx'
import styles from './letter.module.css'
import { usePrintedLetter } from './print-letter.ts'
import { quoteMarks, type Run, readQuotes } from './quotes.ts'
import { blockText, guessBlockHeight, MOST_CHARS, textBlocks } from './text-blocks.ts'

type Part = LinkPart & { isMark?: boolean }

/** Returns quoted lines with the marks before them as separate parts. */
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

function LetterParts({ parts }: { parts: readonly Part[] }) {
  return parts.map(part =>
    // The mark is drawn as a line beside the quote, but can still be copied.
    part.isMark ? (
      <span key={part.at} className={styles.mark}>
        {part.text}
      </span>
    ) : (
      <LinkedPart key={part.at} {...part} />
    ),
  )
}

type TextBlockProps = { block: string; isShort: boolean; children: ReactNode }

/** One block of a text; the blocks of a short text are laid out at once. */
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

function readLetter(text: string, links: number) {
  const { letter, tail } = readQuotes(text)
  const room = { links }
  return { letter: blocksOf(letter, room), tail: blocksOf(tail, room) }
}

/** Groups consecutive blocks at this depth or deeper. */
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
          <LetterParts parts={parts} />
        </TextBlock>
      ))
    ),
  )
}

/** `links`: how many addresses of the web become links. */
type TextLetterProps = {
  text: string
  links?: number
  /** It is the letter that the page is about, and not one within another. */
  printed?: boolean | undefined
}

export function TextLetter({ text, links = MAX_LINKS, printed = false }: TextLetterProps) {
  usePrintedLetter(printed ? () => ({ text }) : null)
  const { letter, tail } = useMemo(() => readLetter(text.trim(), links), [text, links])
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

/** Hides the older text until the reader opens it; on paper it is always there. */
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
