/** Plain text in runs of equal depth: what its writer says, and what the marks before its lines tell to be quoted. */
import { guessLines } from './text-blocks.ts'

export type Run = { level: number; text: string }
type Line = Run

/** Deeper quotes are shown at this depth, with the marks that are over. */
const MARKS = /^(?:> ?){1,5}/
/** So many lines are set as quotes. A longer text is shown whole, and what it quotes further on as it stands. */
const MOST_LINES = 2_000
/** Nobody begins to quote at this depth: `>>>` is the prompt of a program. */
const PROMPT_LEVEL = 3
/** What is no longer is seen at one glance. */
const SHORT_TAIL = 8

/** What stands before a quoted line to say so. */
export const quoteMarks = (line: string): string => MARKS.exec(line)?.[0] ?? ''

const isBlank = ({ text }: Line) => text.trim() === ''
/** Lines that only compare, such as `>100`, have no blank behind their mark. */
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

/** Where the quotes begin with which the letter ends; behind its last line when it does not end with any. */
function startOfTail(lines: readonly Line[]): number {
  let start = lines.length
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]
    if (line?.level) start = at
    else if (line && !isBlank(line)) break
  }
  return start
}

/** Whether there is more than the words that say whom the quotes are of, which end in a colon. */
function saysSomething(lines: readonly Line[]): boolean {
  const last = lines.findLastIndex(line => !isBlank(line))
  if (!/[:：]$/.test(lines[last]?.text.trimEnd() ?? '')) return last !== -1
  const gap = lines.slice(0, last).findLastIndex(isBlank)
  return lines.slice(0, Math.max(gap, 0)).some(line => !isBlank(line))
}

/** Put together they are the text. */
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

/** The letter, and apart from it what it quotes at length at its end, where there is something else to read. */
export function readQuotes(text: string): { letter: Run[]; tail: Run[] } {
  if (!/^>/m.test(text)) return { letter: [{ level: 0, text }], tail: [] }
  const lines = linesOf(text)
  const start = startOfTail(lines)
  const [own, quoted] = [lines.slice(0, start), lines.slice(start)]
  const isLong = quoted.reduce((sum, line) => sum + guessLines(line.text), 0) > SHORT_TAIL
  if (isLong && saysSomething(own)) return { letter: runsOf(own, false), tail: runsOf(quoted, true) }
  return { letter: runsOf(lines, true), tail: [] }
}
