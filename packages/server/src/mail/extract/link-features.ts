import { foldText, plainText } from './fold.ts'
import { gatherKnown, type Know, knowAll } from './learning/knowledge.ts'
import { markOf, marksOf } from './learning/word-marks.ts'
import type { LinkPlace } from './link-finder.ts'
import { HREF_DEEDS, isKeyed } from './link-href.ts'
import type { Line } from './mail-lines.ts'

/** What is known of one link: the words on it and around it, those in its address, and what the rules make of it. */

const WHAT = {
  any: markOf('any'),
  text: markOf('text'),
  bare: markOf('bare address'),
  lead: markOf('lead'),
  before: markOf('before'),
  after: markOf('after'),
  subject: markOf('subject'),
  opening: markOf('opening'),
  host: markOf('host'),
  path: markOf('path'),
  score: markOf('score'),
  keyed: markOf('keyed'),
  deed: markOf('deed in address'),
  deedInText: markOf('kind in text'),
  deedInLead: markOf('kind in lead'),
  deedInSubject: markOf('kind in subject'),
  place: markOf('place'),
  places: markOf('places'),
  again: markOf('again'),
  length: markOf('length of text'),
} as const

/** What the finder has found out about a link. */
export type LinkFacts = {
  score: number
  /** Kinds of words on it, around it, and in the subject. */
  text: Iterable<string>
  lead: Iterable<string>
  subject: Iterable<string>
  /** The words that the mail begins with. */
  opening: readonly number[]
  /** Which of the links it is, of how many, and whether the same address stands there twice. */
  at: number
  of: number
  again: boolean
}

/** How much is read of what stands on a link or around it. */
export const MAX_WORDS = 160
const HREF_WORDS = /[a-z]{2,14}/g

function hrefMarks(part: string): number[] {
  return (part.slice(0, MAX_WORDS).toLowerCase().match(HREF_WORDS) ?? []).map(markOf)
}

const size = (count: number) => Math.min(Math.ceil(Math.log2(count + 1)), 5)
const plainMarks = (text: string) => marksOf(plainText(foldText(text.slice(0, MAX_WORDS))))

function knowHref(href: string, know: Know): void {
  const host = /^https?:\/\/([^/?#]*)/i.exec(href)?.[1] ?? ''
  knowAll(know, WHAT.host, hrefMarks(host.split('.')[0] ?? ''))
  knowAll(know, WHAT.path, hrefMarks(href.slice(href.indexOf(host) + host.length)))
  if (isKeyed(href)) know(WHAT.keyed)
  for (const [deed, pattern] of Object.entries(HREF_DEEDS))
    if (pattern.test(href)) know(WHAT.deed, markOf(deed))
}

export function knownOfLink(place: LinkPlace, subject: Line, facts: LinkFacts): number[] {
  return gatherKnown(know => {
    const { lead, before, after } = place.said()
    know(WHAT.any)
    if (place.text === '') know(WHAT.bare)
    knowAll(know, WHAT.text, plainMarks(place.text))
    knowAll(know, WHAT.lead, plainMarks(lead))
    knowAll(know, WHAT.before, plainMarks(before))
    knowAll(know, WHAT.after, plainMarks(after))
    knowAll(know, WHAT.subject, marksOf(subject.plain().slice(0, MAX_WORDS)))
    knowAll(know, WHAT.opening, facts.opening)
    knowHref(place.href, know)
    know(WHAT.score, Math.round(facts.score * 10))
    for (const kind of facts.text) know(WHAT.deedInText, markOf(kind))
    for (const kind of facts.lead) know(WHAT.deedInLead, markOf(kind))
    for (const kind of facts.subject) know(WHAT.deedInSubject, markOf(kind))
    know(WHAT.place, Math.min(facts.at, 4))
    know(WHAT.places, size(facts.of))
    know(WHAT.length, size(place.text.length))
    if (facts.again) know(WHAT.again)
  })
}
