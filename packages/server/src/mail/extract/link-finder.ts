import { foldText, plainText } from './fold.ts'
import { knownOfLink, MAX_WORDS } from './link-features.ts'
import {
  ARTICLE,
  HREF_PURPOSES,
  HREF_REFUSED,
  isKeyed,
  isUsable,
  LONG_VALUE,
  mayHoldToken,
  PURPOSES,
  type Purpose,
} from './link-href.ts'
import type { LinkPlace, SaidAround } from './link-places.ts'
import { LINK_WORDS } from './link-words.ts'
import type { Line } from './mail-lines.ts'
import type { Chance } from './weights/chance.ts'
import { type FoundByKind, makeKindFinder } from './word-finder.ts'

/**
 * Finds the link that verifies, activates, signs in, resets or confirms when the reader opens it. A link must
 * carry something of its own (a token), or it is a page that anyone may open. Addresses are returned
 * unchanged.
 */

export type FoundLink = { href: string; confidence: number; place: LinkPlace; keyword: string | null }

type LinkKind = keyof typeof LINK_WORDS
const MAX_LINK = 4_096
/** A link with at least this probability is the right one. */
const LIKELY = 0.5
/** Probabilities this close count as equal. */
const TIE = 0.03

const findWords = makeKindFinder<LinkKind>(LINK_WORDS)

type Said = FoundByKind<LinkKind>
const saidIn = (text: string): Said => findWords(plainText(foldText(text)))
const first = (kind: LinkKind, said: Said): string | null => said.get(kind)?.[0]?.word ?? null

type Judged = { score: number; keyword: string | null }
const NOTHING: Judged = { score: 0, keyword: null }

/** A headline that asks a question does not offer a purpose. */
const isHeadline = (text: string) => /[?？]\s*$/.test(text)

function purposeIn(said: Said, asked: boolean): Purpose | undefined {
  return PURPOSES.find(one => said.has(one)) ?? (asked && said.has('change') ? 'reset' : undefined)
}

const saysPurpose = (said: Said) => PURPOSES.some(one => said.has(one))

/**
 * "You asked for a new password. Follow this link:": if the last sentence only points, the one before it
 * tells the purpose.
 */
function reachBack(lead: Said, around: SaidAround): Said {
  if (!lead.has('generic') || saysPurpose(lead)) return lead
  return saysPurpose(saidIn(around.before)) ? saidIn(`${around.before} ${around.lead}`) : lead
}

/** The words only point, so the address must tell the purpose and be made for one reader. */
function purposeOfAddress(href: string, lead: Said): Purpose | undefined {
  if (!LONG_VALUE.test(href) || /invit|join|rsvp|share/i.test(href)) return undefined
  const purposes: readonly Purpose[] = lead.has('magic') ? PURPOSES : ['verify', 'reset']
  return purposes.find(one => HREF_PURPOSES[one].test(href))
}

/** The words on a link and right before it. */
type SaidOfLink = { words: Said; lead: Said }

function judge(place: LinkPlace, { words, lead: nearest }: SaidOfLink, subject: Said): Judged {
  const text = place.text.slice(0, MAX_WORDS)
  const asked = subject.has('reset') && !subject.has('notice')
  if (words.has('change') && !asked) return NOTHING
  if (words.has('refuse') || words.has('elsewhere') || isHeadline(text)) return NOTHING
  // The link's own words that name no purpose ("Open dashboard") count more than the words around.
  const purpose = purposeIn(words, asked)
  // A subject that announces a link to sign in with means the link whose address signs in.
  const announcedKey = subject.has('magic') && isKeyed(place.href) && HREF_PURPOSES.signin.test(place.href)
  if (purpose === undefined && text !== '' && !words.has('generic') && !words.has('yes') && !announcedKey)
    return NOTHING
  const announced = saysPurpose(subject)
  const promised = PURPOSES.find(one => subject.has(one) && HREF_PURPOSES[one].test(place.href))
  const mayReachBack =
    purpose === undefined && (announced || PURPOSES.some(one => HREF_PURPOSES[one].test(place.href)))
  const lead = mayReachBack ? reachBack(nearest, place.said()) : nearest
  if (lead.has('unless')) return NOTHING
  // When the words only point ("Open the following page:"), the subject and the address together tell the
  // purpose.
  const points = words.has('generic') || lead.has('generic')
  const agreed = words.has('yes') ? PURPOSES.find(one => subject.has(one)) : undefined
  const spoken =
    purpose ??
    purposeIn(lead, asked) ??
    (points || announcedKey ? promised : undefined) ??
    agreed ??
    (points ? purposeOfAddress(place.href, lead) : undefined)
  if (spoken === undefined) return NOTHING
  if (purpose === undefined && lead.has('change') && !asked) return NOTHING
  if (purpose === undefined && (lead.has('elsewhere') || lead.has('refuse'))) return NOTHING
  const inHref = HREF_PURPOSES[spoken].test(place.href)
  if (!inHref && !announced && ARTICLE.test(place.href)) return NOTHING
  let score = purpose === undefined ? 0.55 : 0.65
  if (inHref) score += 0.2
  if (purpose === undefined && lead.has('generic')) score += 0.1
  if (announced) score += 0.1
  if (spoken === 'signin' && ![lead, words, subject].some(said => said.has('magic'))) {
    // A link to the sign-in page is open to everybody, unless the address itself is the key.
    const keyed = isKeyed(place.href) || (lead.has('generic') && LONG_VALUE.test(place.href))
    if (!keyed) return NOTHING
    score -= 0.1
  }
  if (subject.has('notice')) score -= spoken === 'verify' ? 0.1 : 0.4
  // "Please confirm your appointment"
  const own = [subject, words, lead].some(said => said.has('account'))
  if (subject.has('elsewhere') && subject.has('verify') && spoken === 'verify' && !own) return NOTHING
  if (subject.has('elsewhere') && !inHref) score -= 0.25
  // "Confirm your email to start your free trial" is about the address, if the link itself tells so.
  if (lead.has('elsewhere') && spoken === 'verify' && !(announced && words.has('account'))) score -= 0.25
  const said = purpose === undefined ? lead : words
  return { score, keyword: first(spoken, said) ?? first('change', said) }
}

export type JudgedLink = Judged & { place: LinkPlace; known: number[] }

/** The first words of the mail, as marks. */
export type Opening = () => readonly number[]

/** Returns every link that may be made for one reader, with the verdict of the rules. */
export function judgeLinks(places: readonly LinkPlace[], subject: Line, opening: Opening): JudgedLink[] {
  const own = places.filter(
    ({ quoted, href }) =>
      !quoted && href.length <= MAX_LINK && mayHoldToken(href) && !HREF_REFUSED.test(href) && isUsable(href),
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

/** Takes the likeliest link; of equals, the topmost. */
export function findLink(
  places: readonly LinkPlace[],
  subject: Line,
  opening: Opening,
  chanceOf: Chance,
): FoundLink | null {
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
