import { foldText, plainText } from './fold.ts'
import { makeChance } from './learning/chance.ts'
import { LINK_WEIGHTS } from './learning/link-weights.ts'
import { knownOfLink, MAX_WORDS } from './link-features.ts'
import {
  ARTICLE,
  DEEDS,
  type Deed,
  HREF_DEEDS,
  HREF_REFUSED,
  hasToken,
  isKeyed,
  isUsable,
  LONG_VALUE,
} from './link-href.ts'
import { LINK_WORDS } from './link-words.ts'
import type { Line } from './mail-lines.ts'
import { type FoundByKind, makeKindFinder } from './word-finder.ts'

/**
 * Finds the link whose opening verifies, activates, signs in, resets or confirms. A link must carry something of its
 * own (a token), or it is a page that anyone may open. Addresses are handed on as they are.
 */

export type LinkPlace = {
  href: string
  /** The words shown on it; a bare address shows none. */
  text: string
  where: 'text' | 'html'
  quoted: boolean
  said: () => SaidAround
}
export type SaidAround = {
  /** The sentence around it, or the line above. */
  lead: string
  /** The sentence before that one. */
  before: string
  /** What follows it: the rest of its line, and the next one. */
  after: string
}
export type FoundLink = { href: string; confidence: number; place: LinkPlace; keyword: string | null }

type LinkKind = keyof typeof LINK_WORDS
const MAX_LINK = 4_096
/** From this chance on a link is the one that is sought. */
const LIKELY = 0.5
/** Chances this close are equal. */
const TIE = 0.03

const findWords = makeKindFinder<LinkKind>(LINK_WORDS)

type Said = FoundByKind<LinkKind>
const saidIn = (text: string): Said => findWords(plainText(foldText(text)))
const first = (kind: LinkKind, said: Said): string | null => said.get(kind)?.[0]?.word ?? null

type Judged = { score: number; keyword: string | null }
const NOTHING: Judged = { score: 0, keyword: null }

/** Words of a headline: a question asks, it does not offer a deed. */
const isHeadline = (text: string) => /[?？]\s*$/.test(text)

function deedIn(said: Said, asked: boolean): Deed | undefined {
  return DEEDS.find(one => said.has(one)) ?? (asked && said.has('change') ? 'reset' : undefined)
}

const saysDeed = (said: Said) => DEEDS.some(one => said.has(one))

/** "You asked for a new password. Follow this link:": where the last sentence only points, the one before it says what for. */
function reachBack(lead: Said, around: SaidAround): Said {
  if (!lead.has('generic') || saysDeed(lead)) return lead
  return saysDeed(saidIn(around.before)) ? saidIn(`${around.before} ${around.lead}`) : lead
}

/** Words that only point, and an address that says what for and was made for one reader. */
function deedOfAddress(href: string, lead: Said): Deed | undefined {
  if (!LONG_VALUE.test(href) || /invit|join|rsvp|share/i.test(href)) return undefined
  const deeds: readonly Deed[] = lead.has('magic') ? DEEDS : ['verify', 'reset']
  return deeds.find(one => HREF_DEEDS[one].test(href))
}

/** What is said on a link and right before it. */
type SaidOfLink = { words: Said; lead: Said }

function judge(place: LinkPlace, { words, lead: nearest }: SaidOfLink, subject: Said): Judged {
  const text = place.text.slice(0, MAX_WORDS)
  const asked = subject.has('reset') && !subject.has('notice')
  if (words.has('change') && !asked) return NOTHING
  if (words.has('refuse') || words.has('elsewhere') || isHeadline(text)) return NOTHING
  // Words of its own that name no deed ("Open dashboard") are not outweighed by the words around.
  const deed = deedIn(words, asked)
  // But a subject that announces a link to sign in with speaks of the one that does.
  const announcedKey = subject.has('magic') && isKeyed(place.href) && HREF_DEEDS.signin.test(place.href)
  if (deed === undefined && text !== '' && !words.has('generic') && !words.has('yes') && !announcedKey)
    return NOTHING
  const announced = saysDeed(subject)
  const promised = DEEDS.find(one => subject.has(one) && HREF_DEEDS[one].test(place.href))
  const mayReachBack =
    deed === undefined && (announced || DEEDS.some(one => HREF_DEEDS[one].test(place.href)))
  const lead = mayReachBack ? reachBack(nearest, place.said()) : nearest
  if (lead.has('unless')) return NOTHING
  // Where the words only point ("Open the following page:"), subject and address together say what for.
  const points = words.has('generic') || lead.has('generic')
  const agreed = words.has('yes') ? DEEDS.find(one => subject.has(one)) : undefined
  const spoken =
    deed ??
    deedIn(lead, asked) ??
    (points || announcedKey ? promised : undefined) ??
    agreed ??
    (points ? deedOfAddress(place.href, lead) : undefined)
  if (spoken === undefined) return NOTHING
  if (deed === undefined && lead.has('change') && !asked) return NOTHING
  if (deed === undefined && (lead.has('elsewhere') || lead.has('refuse'))) return NOTHING
  const inHref = HREF_DEEDS[spoken].test(place.href)
  if (!inHref && !announced && ARTICLE.test(place.href)) return NOTHING
  let score = deed === undefined ? 0.55 : 0.65
  if (inHref) score += 0.2
  if (deed === undefined && lead.has('generic')) score += 0.1
  if (announced) score += 0.1
  if (spoken === 'signin' && ![lead, words, subject].some(said => said.has('magic'))) {
    // Anyone's way to the sign-in page, unless the address itself is the key.
    const keyed = isKeyed(place.href) || (lead.has('generic') && LONG_VALUE.test(place.href))
    if (!keyed) return NOTHING
    score -= 0.1
  }
  if (subject.has('notice')) score -= spoken === 'verify' ? 0.1 : 0.4
  // "Please confirm your appointment"
  const own = [subject, words, lead].some(said => said.has('account'))
  if (subject.has('elsewhere') && subject.has('verify') && spoken === 'verify' && !own) return NOTHING
  if (subject.has('elsewhere') && !inHref) score -= 0.25
  // "Confirm your email to start your free trial" is about the address, if the link itself says so.
  if (lead.has('elsewhere') && spoken === 'verify' && !(announced && words.has('account'))) score -= 0.25
  const said = deed === undefined ? lead : words
  return { score, keyword: first(spoken, said) ?? first('change', said) }
}

const chanceOf = makeChance(LINK_WEIGHTS)

export type JudgedLink = Judged & { place: LinkPlace; known: number[] }

/** The words with which the mail begins, as marks. */
export type Opening = () => readonly number[]

/** Every link that was made for one reader, with what the rules make of it. */
export function judgeLinks(places: readonly LinkPlace[], subject: Line, opening: Opening): JudgedLink[] {
  const own = places.filter(
    ({ quoted, href }) =>
      !quoted && href.length <= MAX_LINK && hasToken(href) && !HREF_REFUSED.test(href) && isUsable(href),
  )
  if (own.length === 0) return []
  const about = findWords(subject.plain())
  const seen = new Map<string, number>()
  for (const { href } of own) seen.set(href, (seen.get(href) ?? 0) + 1)
  return own.map((place, at) => {
    const said = { words: saidIn(place.text.slice(0, MAX_WORDS)), lead: saidIn(place.said().lead) }
    const judged = judge(place, said, about)
    const again = (seen.get(place.href) ?? 0) > 1
    const kinds = { text: said.words.keys(), lead: said.lead.keys(), subject: about.keys() }
    const facts = { ...kinds, opening: opening(), score: judged.score, at, of: own.length, again }
    return { ...judged, place, known: knownOfLink(place, subject, facts) }
  })
}

/** Links from the top; the likeliest is taken, the topmost of equals. */
export function findLink(places: readonly LinkPlace[], subject: Line, opening: Opening): FoundLink | null {
  if (places.length === 0) return null
  const likely = judgeLinks(places, subject, opening)
    .map(one => ({ ...one, chance: chanceOf(one.known) }))
    .filter(one => one.chance >= LIKELY)
  const best = Math.max(0, ...likely.map(one => one.chance))
  const chosen = likely.find(one => one.chance >= best - TIE)
  if (chosen === undefined) return null
  const { place, keyword, chance } = chosen
  return { href: place.href, confidence: Math.round(chance * 100) / 100, place, keyword }
}
