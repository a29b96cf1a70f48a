/** Splits plain text into runs of equal quotation depth, by the marks before its lines. */
import { guessLines } from './text-blocks.ts'

export type Run = { level: number; text: string }
type Line = Run

/** Deeper quotes are shown at this depth, with their remaining marks. */
const MARKS = /^(?:> ?){1,5}/
/**
 * The number of lines that are shown as quotes. A longer text is shown whole, and its later quotes stay as
 * they are.
 */
const MOST_LINES = 2_000
/** Quotes do not begin at this depth: `>>>` is the prompt of a program. */
const PROMPT_LEVEL = 3
/** A tail of at most this many lines is short enough to stay visible. */
const SHORT_TAIL = 8

/** Returns the quotation marks before a line. */
export const quoteMarks = (line: string): string => MARKS.exec(line)?.[0] ?? ''

const isBlank = ({ text }: Line) => text.trim() === ''
/** Lines that only compare, such as `>100`, have no blank after their mark. */
function isSpaced({ text }: Line): boolean {
  const marks = quoteMarks(text)
  return marks.endsWith(' ') || marks === text.trimEnd()
}

function linesOf(text: string): Line[] {
  const lines = text
    .split('\n')
    .map(line => ({ text: line, level: quoteMarks(line).replaceAll(' ', '').length }))
  for (let from = 0; from < lines.length; from++) {
    const first = from
    while (lines[from]?.level) from++
    const together = lines.slice(first, from)
    const isQuote = together.some(isSpaced) && together.some(({ level }) => level < PROMPT_LEVEL)
    if (!isQuote) for (const line of together) line.level = 0
  }
  return lines
}

/** Returns the line where the quotes at the end of the letter begin; the length when there are none. */
function startOfTail(lines: readonly Line[]): number {
  let start = lines.length
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]
    if (line?.level) start = at
    else if (line && !isBlank(line)) break
  }
  return start
}

/** True when there is more text than the words that introduce the quotes, which end in a colon. */
function saysSomething(lines: readonly Line[]): boolean {
  const last = lines.findLastIndex(line => !isBlank(line))
  if (!/[:：]$/.test(lines[last]?.text.trimEnd() ?? '')) return last !== -1
  const gap = lines.slice(0, last).findLastIndex(isBlank)
  return lines.slice(0, Math.max(gap, 0)).some(line => !isBlank(line))
}

/** The runs joined together are the text again. */
function runsOf(lines: readonly Line[], endsText: boolean): Run[] {
  const runs: { level: number; lines: string[] }[] = []
  let room = MOST_LINES
  for (const line of lines) {
    const level = line.level > 0 && room-- > 0 ? line.level : 0
    const run = runs.at(-1)
    if (run?.level === level) run.lines.push(line.text)
    else runs.push({ level, lines: [line.text] })
  }
  return runs.map((run, place) => ({
    level: run.level,
    text: run.lines.join('\n') + (endsText && place === runs.length - 1 ? '' : '\n'),
  }))
}

/** Returns the letter, and separately a long quote at its end if there is other text to read. */
export function readQuotes(text: string): { letter: Run[]; tail: Run[] } {
  if (!/^>/m.test(text)) return { letter: [{ level: 0, text }], tail: [] }
  const lines = linesOf(text)
  const start = startOfTail(lines)
  const [own, quoted] = [lines.slice(0, start), lines.slice(start)]
  const isLong = quoted.reduce((sum, line) => sum + guessLines(line.text), 0) > SHORT_TAIL
  if (isLong && saysSomething(own)) return { letter: runsOf(own, false), tail: runsOf(quoted, true) }
  return { letter: runsOf(lines, true), tail: [] }
}
