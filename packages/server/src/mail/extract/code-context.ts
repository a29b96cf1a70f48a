import { lazily } from '../lazily.ts'
import { CODE_CONTEXT, CODE_NAMES, CODE_TALK, MAYBE_NAMES } from './code-words.ts'
import { plainText } from './fold.ts'
import type { Line } from './mail-lines.ts'
import {
  COMPARE_NAMES,
  NOT_CODE_CONTEXT,
  NOT_NAMES,
  OTHER_NAMES,
  PAPERS,
  SOFT_NAMES,
  SPOILING_NAMES,
} from './not-code-words.ts'
import { scanTokens } from './number-tokens.ts'
import type { Token } from './token.ts'
import { marksOf } from './weights/word-marks.ts'
import { type Found, type FoundByKind, makeKindFinder, makeWordFinder } from './word-finder.ts'

/**
 * Finds the words around the numbers of a mail, once per line and only for lines that are asked for: labels
 * (names of codes and of other numbers) and context (the topic of the mail).
 */

export type LabelKind = 'compare' | 'code' | 'talk' | 'spoil' | 'not' | 'other' | 'soft' | 'maybe'
export type Label = Found<LabelKind>
export type ContextKind = keyof typeof CODE_CONTEXT | keyof typeof NOT_CODE_CONTEXT

const findNames = makeWordFinder<LabelKind>({
  compare: COMPARE_NAMES,
  code: CODE_NAMES,
  talk: CODE_TALK,
  spoil: SPOILING_NAMES,
  maybe: MAYBE_NAMES,
  not: NOT_NAMES,
  other: OTHER_NAMES,
  soft: SOFT_NAMES,
})
/** "code of the document", "文件验证码". */
const findPaper = makeWordFinder({ paper: PAPERS })

const findContext = makeKindFinder<ContextKind>({ ...CODE_CONTEXT, ...NOT_CODE_CONTEXT })

/**
 * Joins a spoiling word to the code word it belongs to: "promo code", "code de réservation", "код заказа".
 */
const LINKING =
  /^(?:[\s-]|的|の|用)?$|^\s(?:de|d'|du|des|del|della|di|do|da|of|la|pour la|para|per il)\s?(?:l')?$/

const COMPOUND_ENDS = new Set(['番号', 'コード', '번호', '코드', '代码', '代碼', '口令'])

/** The lines of the mail and the words found in them. */
export type Reading = {
  lines: Line[]
  /** The first words of the mail, as marks. */
  opening: () => readonly number[]
  tokens(line: number): Token[]
  labels(line: number): Label[]
  /** The kinds of words that the line contains. */
  kinds(line: number): Iterable<ContextKind>
  find(kind: ContextKind, line: number): readonly Found<ContextKind>[]
  has(kind: ContextKind, line: number, from?: number, to?: number): boolean
}

/** "付款口令": a word that is typed in for a purpose of an account. */
const OF_ACCOUNTS =
  /付款|支付|登录|登入|验证|驗證|确认|確認|办理|交易|提现|转账|授权|绑定|动态|安全|认证|操作|本次/

/** "お支払い番号", "施設コード": a bare word for a number at the end of a longer word names some other number. */
function endsLongerWord(plain: string, label: Label): boolean {
  if (!COMPOUND_ENDS.has(label.word)) return false
  if (OF_ACCOUNTS.test(plain.slice(Math.max(0, label.start - 2), label.start))) return false
  const before = plain[label.start - 1] ?? ''
  return (
    /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(before) &&
    !'的此该這这本下列记述個个のたるは、をに이래음의'.includes(before)
  )
}

/** A paper is named right before or after the label, and the number belongs to it. */
function isOnPaper(plain: string, label: Label): boolean {
  const behind = plain.slice(label.end, label.end + 30)
  const ahead = plain.slice(Math.max(0, label.start - 20), label.start)
  return (
    findPaper(behind).some(paper => LINKING.test(behind.slice(0, paper.start).replace(/^\s?\(/, ' '))) ||
    findPaper(ahead).some(paper => LINKING.test(ahead.slice(paper.end)))
  )
}

function spoilBeside(plain: string, found: Label[]): Label[] {
  return found.map((label, i) => {
    if (label.kind !== 'code' && label.kind !== 'maybe') return label
    if (endsLongerWord(plain, label)) return { ...label, kind: 'not' as const }
    const strong = label.kind === 'code'
    const spoils = (other: Label | undefined) =>
      other !== undefined && (other.kind === 'spoil' || (!strong && other.kind === 'not'))
    const before = found[i - 1]
    const after = found[i + 1]
    const spoiled =
      isOnPaper(plain, label) ||
      (before !== undefined && spoils(before) && LINKING.test(plain.slice(before.end, label.start))) ||
      (!strong && after !== undefined && spoils(after) && LINKING.test(plain.slice(label.end, after.start)))
    return spoiled ? { ...label, kind: 'not' as const } : label
  })
}

/** The length of the beginning that tells the topic of the mail. */
const OPENING = 600

function openingOf(lines: readonly Line[]): number[] {
  const marks: number[] = []
  let room = OPENING
  for (const line of lines) {
    if (room <= 0 || line.quoted) break
    for (const mark of marksOf(plainText(line.folded.slice(0, room)))) marks.push(mark)
    room -= line.folded.length
  }
  return marks
}

export function readMail(lines: Line[]): Reading {
  const tokens = new Map<number, Token[]>()
  const labels = new Map<number, Label[]>()
  const contexts = new Map<number, FoundByKind<ContextKind>>()
  const kept = <T>(map: Map<number, T[]>, line: number, make: (line: Line) => T[]): T[] => {
    const known = map.get(line)
    if (known !== undefined) return known
    const read = lines[line]
    const made = read === undefined ? [] : make(read)
    map.set(line, made)
    return made
  }
  const contextOf = (line: number): FoundByKind<ContextKind> => {
    const known = contexts.get(line)
    const found = known ?? findContext(lines[line]?.plain() ?? '')
    if (known === undefined) contexts.set(line, found)
    return found
  }
  const find = (kind: ContextKind, line: number): readonly Found<ContextKind>[] =>
    contextOf(line).get(kind) ?? []
  return {
    lines,
    opening: lazily(() => openingOf(lines)),
    tokens: line => kept(tokens, line, scanTokens),
    labels: line => kept(labels, line, read => spoilBeside(read.plain(), findNames(read.plain()))),
    kinds: line => contextOf(line).keys(),
    find,
    has: (kind, line, from = 0, to = Number.POSITIVE_INFINITY) =>
      find(kind, line).some(one => one.start >= from && one.end <= to),
  }
}
