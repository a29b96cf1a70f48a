import { fold } from '../../search/fold.ts'
import { hasFlag } from '../flags.ts'
import { hasNumber, type Ranges, resolveSet } from '../number-set.ts'
import type { DayOf, SearchKey } from './search-key.ts'

/**
 * Judges messages by what is known of them. Facts are cheap, headers less so, and the body costs most: a verdict that
 * needs more than is known names what it needs, and the message is judged again with it. Most messages are out before
 * anything of them is read.
 */

export type Verdict = boolean | 'facts' | 'header' | 'body'

export type SearchView = {
  readonly number: number
  readonly uid: number
  readonly modseq: number
  readonly flags: readonly string[]
  readonly facts: SearchFacts | null
  readonly header: SearchHeader | null
  /** The folded text of the body (see `search-text.ts`). */
  readonly body: string | null
}

export type SearchFacts = {
  readonly octets: number
  readonly internalDate: number
  readonly savedAt: number
  readonly emailId: string
  readonly threadId: string | null
}

export type SearchHeader = {
  /** The folded values of the fields with this name in lower case; empty when there is none. */
  fields(name: string): readonly string[]
  /** All fields with their names, folded. */
  readonly text: string
  /** The day in the Date field as it is written there, counted from 1970. */
  readonly sentDay: number | null
}

export type SearchScope = {
  /** The number of messages in the folder, and the largest UID. */
  readonly messages: number
  readonly largestUid: number
  /** The result of the last search, as numbers and as UIDs. */
  readonly saved: { readonly numbers: Ranges; readonly uids: Ranges }
  readonly now: number
}

export type Judge = (view: SearchView) => Verdict

const DAY_MS = 86_400_000
/** What is needed is told in the order of its cost. */
const cost = { facts: 1, header: 2, body: 3 } as const

export function judgeOf(key: SearchKey, scope: SearchScope): Judge {
  switch (key.key) {
    case 'all':
      return () => true
    case 'and':
      return every(key.keys.map(inner => judgeOf(inner, scope)))
    case 'or': {
      const judges = key.keys.map(inner => negation(judgeOf(inner, scope)))
      return negation(every(judges))
    }
    case 'not':
      return negation(judgeOf(key.inner, scope))
    case 'numbers':
      return numbersJudge(key, scope)
    case 'flag':
      return view => hasFlag(view.flags, key.flag)
    case 'modseq':
      return view => view.modseq >= key.least
    case 'header':
      return headerJudge(key.name, foldText(key.text))
    case 'body': {
      const text = foldText(key.text)
      return ({ body }) => (body === null ? 'body' : body.includes(text))
    }
    case 'text': {
      const text = foldText(key.text)
      return ({ header, body }) => {
        if (header === null) return 'header'
        return header.text.includes(text) || (body === null ? 'body' : body.includes(text))
      }
    }
    case 'day':
      return dayJudge(key)
    default:
      return factJudge(key, scope.now)
  }
}

/** Text is compared without regard to capitals, widths, breaks of lines and characters that nobody sees. */
export const foldText = (text: string): string => fold(text).replace(/\s+/g, ' ')

function every(judges: readonly Judge[]): Judge {
  return view => {
    let most: Verdict = true
    for (const judge of judges) {
      const verdict = judge(view)
      if (verdict === false) return false
      if (verdict !== true && (typeof most === 'boolean' || cost[verdict] < cost[most])) most = verdict
    }
    return most
  }
}

function negation(judge: Judge): Judge {
  return view => {
    const verdict = judge(view)
    return typeof verdict === 'boolean' ? !verdict : verdict
  }
}

function numbersJudge({ set, isUid }: Extract<SearchKey, { key: 'numbers' }>, scope: SearchScope): Judge {
  const ranges = isUid
    ? resolveSet(set, scope.largestUid, scope.saved.uids)
    : resolveSet(set, scope.messages, scope.saved.numbers)
  return view => hasNumber(ranges, isUid ? view.uid : view.number)
}

function headerJudge(name: string, text: string): Judge {
  return ({ header }) =>
    header === null ? 'header' : header.fields(name).some(value => value.includes(text))
}

/** Days of our own are those of UTC; that of the sender is the one he wrote. */
function dayJudge({ of, when, day }: Extract<SearchKey, { key: 'day' }>): Judge {
  const fits = (found: number) =>
    when === 'before' ? found < day : when === 'on' ? found === day : found >= day
  if (of === 'sent')
    return ({ header }) => (header === null ? 'header' : header.sentDay !== null && fits(header.sentDay))
  const time: Record<Exclude<DayOf, 'sent'>, keyof SearchFacts & ('internalDate' | 'savedAt')> = {
    internalDate: 'internalDate',
    saved: 'savedAt',
  }
  return ({ facts }) => (facts === null ? 'facts' : fits(Math.floor(facts[time[of]] / DAY_MS)))
}

type FactKey = Extract<
  SearchKey,
  { key: 'larger' | 'smaller' | 'older' | 'younger' | 'emailId' | 'threadId' }
>

function factJudge(key: FactKey, now: number): Judge {
  const holds = factTest(key, now)
  return ({ facts }) => (facts === null ? 'facts' : holds(facts))
}

function factTest(key: FactKey, now: number): (facts: SearchFacts) => boolean {
  switch (key.key) {
    case 'larger':
      return facts => facts.octets > key.octets
    case 'smaller':
      return facts => facts.octets < key.octets
    case 'older':
      return facts => facts.internalDate <= now - key.seconds * 1_000
    case 'younger':
      return facts => facts.internalDate >= now - key.seconds * 1_000
    case 'emailId':
      return facts => facts.emailId === key.id
    case 'threadId':
      return facts => facts.threadId === key.id
  }
}

/**
 * Returns texts of which every message that is found has each somewhere, for an index to narrow the search down; none
 * where the key does not demand any.
 */
export function demandedTexts(key: SearchKey): readonly string[] {
  if (key.key === 'and') return key.keys.flatMap(demandedTexts)
  if (key.key !== 'text' && key.key !== 'body' && key.key !== 'header') return []
  return key.text.trim() === '' ? [] : [key.text]
}

/** True when the client asked by MODSEQ, so that the highest one is told with what is found. */
export function asksModseq(key: SearchKey): boolean {
  switch (key.key) {
    case 'modseq':
      return true
    case 'and':
    case 'or':
      return key.keys.some(asksModseq)
    case 'not':
      return asksModseq(key.inner)
    default:
      return false
  }
}
