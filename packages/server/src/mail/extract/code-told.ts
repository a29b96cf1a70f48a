import type { Reading } from './code-context.ts'
import { fillsCell, fillsLine, isOnlyValue, type Place } from './code-place.ts'
import { type CodeVerdict, isAgainst, NO, unnamed } from './code-verdict.ts'
import { isKindOf } from './glue.ts'
import { countsIn } from './numeral-words.ts'

/**
 * Judges numbers by the orders of a mail: sentences that tell the reader to type something in, with words for
 * what it is ("six digits") or where it goes ("into the box"). The number stands in the sentence, near it, or
 * alone anywhere in a mail that has no other such number.
 */

/** A sentence that tells the reader to type something in. */
export type Order = { line: number; from: number; to: number; verb: number; worth: number; counts: number[] }

/** The number of lines that are searched for orders. */
const MAX_LINES = 16
const LONG_LINE = 400
const BASE = 0.45
const MORE = 0.15
/** The distance between the verb and a number in the same sentence. */
const REACH = 90
const RIGHT_BESIDE = 24
const ABOVE = [0, 1, 0.95, 0.9, 0.85]
const BELOW = [0, 0.95, 0.85]
const ANYWHERE = 0.9

function orderIn(reading: Reading, line: number, from: number, to: number): Order | null {
  const plain = reading.lines[line]?.plain() ?? ''
  const has = (kind: Parameters<Reading['has']>[0]) => reading.has(kind, line, from, to)
  const verb = reading
    .find('type', line)
    .find(one => one.start >= from && one.end <= to && !isKindOf(one.word, plain.slice(from, one.start)))
  if (verb === undefined) return offerIn(reading, line, from, to)
  if (has('bargain') || has('handover') || has('fraud')) return null
  if (has('warn') && !has('screen')) return null
  const counts = countsIn(plain.slice(from, to))
  const named = reading
    .labels(line)
    .some(one => one.start >= from && one.end <= to && (one.kind === 'code' || one.kind === 'maybe'))
  let worth = BASE
  if (has('screen')) worth += MORE
  if (named || has('figures') || has('subject')) worth += MORE
  if (has('auth')) worth += MORE
  if (has('venue')) worth -= MORE
  return { line, from, to, verb: verb.start, worth, counts }
}

/** The worth of "try this one" in an answer. */
const OFFER = 0.6

/** "Sorry, the old one is void. Here is a new one": as people do who answer, without a word for typing. */
function offerIn(reading: Reading, line: number, from: number, to: number): Order | null {
  const [offer] = reading.find('offer', line).filter(one => one.start >= from && one.end <= to)
  if (offer === undefined || reading.has('bargain', line, from, to)) return null
  const old = [line - 1, line, line + 1].some(at => reading.has('stale', at))
  const answers = reading.lines.some(one => one.quoted)
  if (!old && !answers) return null
  const worth = OFFER + (old && answers ? 0.1 : 0)
  return {
    line,
    from,
    to,
    verb: offer.start,
    worth,
    counts: countsIn(reading.lines[line]?.plain().slice(from, to) ?? ''),
  }
}

/** Returns the sentences that tell the reader to type something in. */
export function ordersOf(reading: Reading): Order[] {
  const orders: Order[] = []
  const lines = Math.min(reading.lines.length, MAX_LINES)
  for (let line = 0; line < lines; line++) {
    const read = reading.lines[line]
    if (read === undefined || read.quoted || read.folded.length > LONG_LINE) continue
    if (!reading.has('type', line) && !reading.has('offer', line)) continue
    for (const [from, to] of read.sentences()) {
      const order = orderIn(reading, line, from, to)
      if (order !== null) orders.push(order)
    }
  }
  return orders
}

/** The number of characters, or of words if it consists of words. */
function sizesOf(value: string): number[] {
  const parts = value.split('-')
  const bare = value.replaceAll('-', '').length
  return parts.length > 1 && parts.some(part => /^[A-Za-z]{2,}$/.test(part)) ? [bare, parts.length] : [bare]
}

/** True when a value stands alone in its line or its cell, where codes are set apart. */
export const standsAlone = (place: Place): boolean =>
  fillsLine(place) || isOnlyValue(place) || (fillsCell(place) && place.line > 0)

/** True when no name of another number stands right before it in its line. */
function isFree({ reading, line, token }: Place): boolean {
  const label = reading.labels(line).findLast(one => one.end <= token.start)
  if (label === undefined || !(isAgainst(label) || label.kind === 'compare')) return true
  const gap = (reading.lines[line]?.plain() ?? '').slice(label.end, token.start)
  return gap.length > 24 && /[,;(\t]|\s\p{L}+\s\p{L}+/u.test(gap)
}

/** True when the order has a number of its own, so that it does not mean one on another line. */
const hasOwn = (reading: Reading, { line, from, to }: Order): boolean =>
  reading
    .tokens(line)
    .some(token => token.value !== null && token.start >= from && token.end <= to && !token.uneven)

function closeness(place: Place, order: Order, alone: boolean, sole: boolean): number {
  const { reading, line, token } = place
  if (order.line === line) {
    const inside = token.start >= order.from && token.end <= order.to
    if (!inside) return alone ? 0.9 : 0
    const [from, to] = token.start > order.verb ? [order.verb, token.start] : [token.end, order.verb]
    if (to - from > REACH) return 0.6
    const between = reading.tokens(line).some(one => one.value !== null && one.start >= from && one.end <= to)
    if (between) return 0.6
    return to - from <= RIGHT_BESIDE ? 1.15 : 1
  }
  if (!alone || hasOwn(reading, order)) return 0
  const near = line > order.line ? ABOVE[line - order.line] : BELOW[order.line - line]
  return Math.max(near ?? 0, sole ? ANYWHERE : 0)
}

/** Where the order stands: right beside the number, in its line, near it or far away. */
type Where = 'beside' | 'in' | 'near' | 'far' | 'none'
/** A number that orders mean: how surely, and by the order of which line. */
export type Told = { score: number; line: number; counted: boolean; where: Where; sole: boolean }
export const UNTOLD: Told = { score: 0, line: -1, counted: false, where: 'none', sole: false }

function whereOf(near: number, isSameLine: boolean): Told['where'] {
  if (isSameLine) return near > 1 ? 'beside' : 'in'
  return near > ANYWHERE ? 'near' : 'far'
}

export function toldOf(place: Place, orders: readonly Order[], sole: boolean): Told {
  if (orders.length === 0 || !isFree(place)) return UNTOLD
  const alone = standsAlone(place)
  const sizes = sizesOf(place.token.value ?? '')
  let best = UNTOLD
  for (const order of orders) {
    const near = closeness(place, order, alone, sole)
    if (near === 0) continue
    const counted = order.counts.some(count => sizes.includes(count))
    const score = Math.min(0.95, (order.worth + (counted ? MORE : 0)) * near)
    if (score > best.score)
      best = { score, line: order.line, counted, where: whereOf(near, order.line === place.line), sole }
  }
  return best
}

/** Words joined by hyphens on a line of their own are hardly anything else. */
const LEAST_OF_SOLE = 0.42
export const LEAST_OF_WORDS = 0.4

/** Accepts a number that an order surely means; letters only with a word for what they are. */
export function fromTold({ token }: Place, told: Told): CodeVerdict {
  // Right below an order the only number that stands alone needs no further word.
  if (told.sole && told.where === 'near' && token.shape !== 'letters' && told.score >= LEAST_OF_SOLE)
    return unnamed(Math.max(told.score, 0.5), told.line)
  const isOfWords = /[a-z]-[a-z]/i.test(token.value ?? '') && token.shape === 'letters'
  const least = isOfWords ? LEAST_OF_WORDS : token.shape === 'letters' || token.uneven ? 0.6 : 0.5
  return told.score >= least ? unnamed(Math.min(told.score, 0.85), told.line) : NO
}
