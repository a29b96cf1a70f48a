import type { Reading } from './code-context.ts'
import { fillsCell, fillsLine, type Place } from './code-place.ts'
import type { Order } from './code-told.ts'

/** Tells how a number is written, and whether an order calls it by the words that stand beside it. */

/** "48 29 13" is "00 00 00", "KX-4821" is "xx-0000", "olive-harbor" is "w-w". */
export function writingOf({ reading, line, token }: Place): string {
  return (reading.lines[line]?.folded ?? '')
    .slice(token.start, token.end)
    .replace(/[ \t]+/g, ' ')
    .replace(/[A-Za-z]{3,}/g, 'w')
    .replace(/[A-Za-z](?!\w*w)/g, 'x')
    .replace(/\d/g, '0')
    .slice(0, 24)
}

/** The length of text beside a number in which its name is looked for. */
const REACH = 48
const LONG_WORD = /\p{L}{4,}/gu
const STEM = 6
const EASTERN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,}/g

/** Returns the beginnings of long words, and the pairs of characters in scripts without blanks. */
function stemsOf(plain: string): Set<string> {
  const stems = new Set<string>()
  for (const [word] of plain.matchAll(LONG_WORD)) stems.add(word.slice(0, STEM))
  for (const [run] of plain.matchAll(EASTERN))
    for (let at = 0; at + 2 <= run.length; at++) stems.add(run.slice(at, at + 2))
  return stems
}

/** The words of each order, and the line it stands on. */
export type Echoes = { line: number; stems: Set<string> }[]

export function echoesOf(reading: Reading, orders: readonly Order[]): Echoes {
  return orders.map(({ line, from, to }) => ({
    line,
    stems: stemsOf(reading.lines[line]?.plain().slice(from, to) ?? ''),
  }))
}

/**
 * True when an order on another line says a word that stands right before the number: "Answer ….. 318604" and
 * "The answer is all that you type."
 */
export function isEchoed(place: Place, echoes: Echoes): boolean {
  if (echoes.length === 0) return false
  const { reading, line, token } = place
  const plain = reading.lines[line]?.plain() ?? ''
  const beside = plain.slice(Math.max(0, token.start - REACH), token.start)
  const apart = fillsLine(place) || fillsCell(place)
  const over = apart && !/\p{L}/u.test(beside) ? (reading.lines[line - 1]?.plain() ?? '').slice(-REACH) : ''
  const own = stemsOf(`${beside} ${over}`)
  return echoes.some(one => one.line !== line && [...own].some(stem => one.stems.has(stem)))
}
