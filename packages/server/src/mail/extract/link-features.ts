import { foldText, plainText } from './fold.ts'
import { HREF_PURPOSES, hasToken, isKeyed } from './link-href.ts'
import type { LinkPlace } from './link-places.ts'
import type { Line } from './mail-lines.ts'
import { gatherKnown, type Know, knowAll } from './weights/knowledge.ts'
import { markOf, marksOf } from './weights/word-marks.ts'

/**
 * Gathers the features of one link: the words on it and around it, those in its address, and the verdict of
 * the rules.
 */

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
  open: markOf('for everybody'),
  together: markOf('together'),
  purpose: markOf('deed in address'),
  purposeInText: markOf('kind in text'),
  purposeInLead: markOf('kind in lead'),
  purposeInSubject: markOf('kind in subject'),
  place: markOf('place'),
  places: markOf('places'),
  again: markOf('again'),
  length: markOf('length of text'),
} as const

/** The facts that the finder knows about a link. */
export type LinkFacts = {
  score: number
  /** The kinds of words on the link, around it, and in the subject. */
  text: Iterable<string>
  lead: Iterable<string>
  subject: Iterable<string>
  /** The first words of the mail. */
  opening: readonly number[]
  /** The position of the link, the number of links, and whether the same address occurs twice. */
  at: number
  of: number
  again: boolean
}

/** The number of characters that are read on a link and around it. */
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
  if (!hasToken(href)) know(WHAT.open)
  for (const [purpose, pattern] of Object.entries(HREF_PURPOSES))
    if (pattern.test(href)) know(WHAT.purpose, markOf(purpose))
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
    const step = Math.round(facts.score * 10)
    know(WHAT.score, step)
    know(WHAT.together, Math.imul(step + 1, 31) + (hasToken(place.href) ? 1 : 0))
    know(WHAT.together, Math.imul(step + 1, 37) + Math.min(facts.of, 4) + (facts.at === 0 ? 100 : 0))
    for (const kind of facts.text) know(WHAT.purposeInText, markOf(kind))
    for (const kind of facts.lead) know(WHAT.purposeInLead, markOf(kind))
    for (const kind of facts.subject) know(WHAT.purposeInSubject, markOf(kind))
    know(WHAT.place, Math.min(facts.at, 4))
    know(WHAT.places, size(facts.of))
    know(WHAT.length, size(place.text.length))
    if (facts.again) know(WHAT.again)
  })
}
