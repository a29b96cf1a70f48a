import { foldText, plainText } from './fold.ts'
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
  /** The sentence around it, or the line above. */
  lead: string
}
export type FoundLink = { href: string; confidence: number; place: LinkPlace; keyword: string | null }

type LinkKind = keyof typeof LINK_WORDS
const MAX_LINK = 4_096
const MAX_WORDS = 160
const THRESHOLD = 0.6

const findWords = makeKindFinder<LinkKind>(LINK_WORDS)

const DEEDS = ['verify', 'reset', 'signin'] as const
type Deed = (typeof DEEDS)[number]

const HREF_DEEDS: Readonly<Record<Deed, RegExp>> = {
  verify:
    /verif|confirm|activat|validat|register|signup|sign-up|optin|opt-in|double-opt|approve|authorize|unlock|yanzheng|jihuo|bestaetig|aktivier|onay/i,
  reset: /reset|reinit|recover|forgot|new-?password|set-?password|restore|chongzhi/i,
  signin: /magic|sign-?in|log-?in|passwordless|one-?time|otp|callback|session|auth/i,
}
const HREF_REFUSED =
  /unsubscribe|optout|opt-out|preferences|privacy|\/terms|\/help|\/support|\/faq|not-?me|wasnt-?me|report-?abuse|disavow|revoke|deny|\/cancel|play\.google\.com|apps\.apple\.com|\.(?:png|jpe?g|gif|css|ico|svg)(?:\?|$)/i

/** The address can be opened and names one host plainly. */
function isUsable(href: string): boolean {
  if (!/^https?:\/\//i.test(href) || /[\s<>"]/.test(href)) return false
  try {
    const url = new URL(href)
    return url.username === '' && url.password === '' && url.hostname.length > 0
  } catch {
    return false
  }
}

/** Something in path, query or fragment that was made for this reader. */
function hasToken(href: string): boolean {
  const tail = href.replace(/^https?:\/\/[^/?#]*/i, '')
  if (/[?&#][\w.[\]-]{1,40}=[^&#]{6,}/.test(tail)) return true
  if (/[?&#](?:\w{0,20}(?:token|code|key|hash|sign?|signature|ticket|otp|secret)|t|k)=[^&#]/i.test(tail))
    return true
  if (/[?&](?:id|uid|u|c|s|h|e)=[^&#]{3,}/i.test(tail)) return true
  return tail.split(/[/?#&=]/).some(part => {
    if (part.length >= 20 && !/^[a-z-]+$/i.test(part)) return true
    if (/^\d{6,}$/.test(part) || (part.length >= 6 && /[a-z][A-Z].*[a-z][A-Z]/.test(part))) return true
    return (
      part.length >= 6 &&
      /\d/.test(part) &&
      /[a-z]/i.test(part) &&
      !/^v\d|^\d{1,4}-[a-z-]*$|^[a-z-]*-\d{1,4}$|\.html?$/i.test(part)
    )
  })
}

type Said = FoundByKind<LinkKind>
const saidIn = (text: string): Said => findWords(plainText(foldText(text)))
const first = (kind: LinkKind, said: Said): string | null => said.get(kind)?.[0]?.word ?? null

type Judged = { score: number; keyword: string | null }
const NOTHING: Judged = { score: 0, keyword: null }

function judge(place: LinkPlace, subject: Said): Judged {
  const text = place.text.slice(0, MAX_WORDS)
  if (!hasToken(place.href) || HREF_REFUSED.test(place.href)) return NOTHING
  const words = saidIn(text)
  if (words.has('refuse') || words.has('elsewhere')) return NOTHING
  // Words of its own that name no deed ("Open dashboard") are not outweighed by the words around.
  const deed = DEEDS.find(one => words.has(one))
  if (deed === undefined && text !== '' && !words.has('generic')) return NOTHING
  const lead = saidIn(place.lead)
  if (lead.has('unless')) return NOTHING
  const spoken = deed ?? DEEDS.find(one => lead.has(one))
  if (spoken === undefined) return NOTHING
  if (deed === undefined && (lead.has('elsewhere') || lead.has('refuse'))) return NOTHING
  const inHref = HREF_DEEDS[spoken].test(place.href)
  let score = deed === undefined ? 0.55 : 0.65
  if (inHref) score += 0.2
  if (deed === undefined && lead.has('generic')) score += 0.1
  if (DEEDS.some(one => subject.has(one))) score += 0.1
  if (spoken === 'signin' && ![lead, words, subject].some(said => said.has('magic'))) {
    // Anyone's way to the sign-in page, unless the address itself is the key.
    if (!/[?&/](?:token|magic|otp|code|key|t|ticket)[=/]|\/magic(?:-?link)?\?/i.test(place.href))
      return NOTHING
    score -= 0.1
  }
  if (subject.has('notice')) score -= spoken === 'verify' ? 0.1 : 0.4
  if (subject.has('elsewhere') && !inHref) score -= 0.25
  if (lead.has('elsewhere') && spoken === 'verify') score -= 0.25
  return { score, keyword: first(spoken, deed === undefined ? lead : words) }
}

/** Links from the top; the best is taken, the topmost of equals. */
export function findLink(places: readonly LinkPlace[], subject: Line): FoundLink | null {
  let best: FoundLink | null = null
  const about = findWords(subject.plain())
  for (const place of places) {
    if (place.quoted || place.href.length > MAX_LINK) continue
    const { score, keyword } = judge(place, about)
    if (score < THRESHOLD || (best !== null && score <= best.confidence + 0.001)) continue
    if (!isUsable(place.href)) continue
    best = { href: place.href, confidence: Math.min(1, Math.round(score * 100) / 100), place, keyword }
  }
  return best
}
