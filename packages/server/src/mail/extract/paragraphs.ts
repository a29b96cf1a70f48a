import { isLetter } from '../unit-at.ts'
import { makeTextCopier, type TextCopy } from './text-copier.ts'

/**
 * Restores plain text as its writer meant it: it joins sentences that a machine wrapped, and removes
 * quotation marks at the start of lines. It reads lines in place, so most of them are never cut out as
 * strings of their own.
 */

export type Paragraph = { text: string; quoted: boolean }

const MAX_LINES = 2_000
/** A paragraph of this length takes no further line. */
const MAX_JOINED = 2_000
/** A line of this length that does not end a sentence was wrapped by a machine. */
const WRAPPED = 52
/** A last word longer than this is an address. */
const MAX_LAST_WORD = 40
const BLANK = 32

type Place = { from: number; to: number }
type Open = {
  /** Within a part only blanks separate the lines. */
  parts: Place[]
  length: number
  quoted: boolean
  wrapped: boolean
}
type Source = { text: string; units: TextCopy['units'] }

/** The size is the length of the text that is read. */
const copyOf = makeTextCopier(32_768)

const beginsWithLetter = ({ units }: Source, from: number, to: number) =>
  from < to && isLetter(units[from] ?? 0)

/** True when the line between the places was cut within a sentence. */
function isCut({ text, units }: Source, from: number, to: number): boolean {
  if (to - from < WRAPPED) return false
  // Most lines begin or end with a letter, and then no pattern is needed.
  const endsInLetter = isLetter(units[to - 1] ?? 0)
  if (!endsInLetter && /[.:!?。！？：;；>*=-]\s{0,2}$/.test(text.slice(to - 3, to))) return false
  const least = to - MAX_LAST_WORD
  for (let at = to - 1; at >= least; at--) if (units[at] === BLANK) return true
  return /\s/.test(text.slice(least, to))
}

/** Returns how many characters at the start of the line mark it as quoted. */
function quoteMarks(source: Source, from: number, to: number): number {
  if (beginsWithLetter(source, from, to)) return 0
  const line = source.text.slice(from, to)
  // ">>> 482913 <<<" is set off and not quoted.
  return /<\s*$/.test(line) ? 0 : (/^(?:\s?>)+/.exec(line)?.[0].length ?? 0)
}

/** True when the beginning of the line can continue a sentence. */
function goesOn(source: Source, from: number, to: number): boolean {
  if (/^\s?\d{1,2}[.)]\s/.test(source.text.slice(from, Math.min(to, from + 6)))) return false
  return beginsWithLetter(source, from, to) || /^\s?[\p{L}\p{N}"'“(<]/u.test(source.text.slice(from, to))
}

/** True for units that are surely not white space: visible ASCII, or an East Asian character. */
const isInk = (unit: number) => (unit > BLANK && unit < 0x7f) || (unit > 0x3000 && unit < 0xfe00)

/**
 * Joins the line to the paragraph, and to its last part if that ends right before and has no trailing blanks.
 */
function extend({ parts }: Open, { units }: Source, from: number, to: number): void {
  const last = parts.at(-1)
  const isNext = last !== undefined && last.to === from - 1 && last.to > last.from
  if (isNext && isInk(units[last.to - 1] ?? 0)) last.to = to
  else parts.push({ from, to })
}

export function paragraphsOf(written: string, forwarded: boolean): Paragraph[] {
  const text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written
  const copy = copyOf(text)
  const { units } = copy
  const source: Source = { text, units }
  const paragraphs: Open[] = []
  let open: Open | undefined
  const { length } = text
  for (let start = 0, to = 0, count = 0; start <= length && count < MAX_LINES; start = to + 1, count++) {
    const found = text.indexOf('\n', start)
    to = found < 0 ? length : found
    // In the copy a blank replaces the line end, so that joined lines can be cut out in one piece.
    if (found >= 0) units[found] = BLANK
    const marks = quoteMarks(source, start, to)
    const from = start + marks
    const quoted = marks > 0 && !forwarded
    const wrapped = isCut(source, from, to)
    if (open?.wrapped && open.quoted === quoted && open.length < MAX_JOINED && goesOn(source, from, to)) {
      extend(open, source, from, to)
      open.length += to - from + 1
      open.wrapped = wrapped
    } else {
      open = { parts: [{ from, to }], length: to - from, quoted, wrapped }
      paragraphs.push(open)
    }
  }
  const spaced = copy.text()
  return paragraphs.map(({ parts, quoted }) => ({ text: joined(spaced, parts), quoted }))
}

function joined(spaced: string, parts: readonly Place[]): string {
  const last = parts.length - 1
  return parts
    .map(({ from, to }, i) => (i < last ? spaced.slice(from, to).trimEnd() : spaced.slice(from, to)))
    .join(' ')
}
