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
  said: () => SaidAround
}
export type SaidAround = {
  /** The sentence around it, or the line above. */
  lead: string
  /** The sentence before that one. */
  before: string
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
    /verif|certif|confirm|activat|validat|register|signup|sign-up|optin|opt-in|double-opt|approv|authorize|unlock|yanzheng|jihuo|bestaetig|aktivier|onay|potwierdz|bevestig|valider|subscribe|aktyw|activeer/i,
  reset:
    /reset|lost-?password|password\/(?:edit|new|change)|mdp|mot-?de-?passe|reinit|recover|forgot|new-?password|set-?password|restore|chongzhi|zuruecksetz|restablec|nouveau-?mot|vosstanov/i,
  signin:
    /magic|sign-?in|log-?in|passwordless|one-?time|otp|callback|session|auth|entrar|connexion|logowan|anmeld/i,
}
const HREF_REFUSED =
  /unsubscribe|optout|opt-out|preferences|privacy|\/terms|\/help|\/support|\/faq|not-?me|wasnt-?me|report-?abuse|disavow|revoke|deny|[/-]cancel|play\.google\.com|apps\.apple\.com|\.(?:png|jpe?g|gif|css|ico|svg)(?:\?|$)/i

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

/** "/confirm/31c": short, but right behind the deed, and neither "step2" nor "2fa". */
const SHORT_TOKEN =
  /(?:verif|confirm|activ|aktiv|aktyw|reset|valid|bevestig|bestaetig|potwierdz)[a-z]{0,8}[/=](?![a-z]+-?\d{1,2}$|\dfa$)(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{3,5}(?:$|\?)/i

/** Something in path, query or fragment that was made for this reader. */
function hasToken(href: string): boolean {
  // Where a reader came from is no token of his.
  const tail = href.replace(/^https?:\/\/[^/?#]*/i, '').replace(/(?<=[?&])utm_\w{1,20}=[^&#]*/gi, '')
  if (/[?&#][\w.[\]-]{1,40}=[^&#]{6,}/.test(tail)) return true
  if (/[?&;#](?:\w{0,20}(?:token|code|key|hash|sign?|signature|ticket|otp|secret)|t|k)=[^&#]/i.test(tail))
    return true
  if (/[?&;](?:id|uid|u|c|s|h|e)=[^&;#]{3,}/i.test(tail)) return true
  // Letters and digits together, or five digits, are nobody's page.
  if (/[?&;][\w.[\]-]{1,40}=(?:(?=[^&;#]{0,9}\d)(?=[^&;#]{0,9}[a-z])[a-z0-9_-]{3,}|\d{5,})/i.test(tail))
    return true
  if (SHORT_TOKEN.test(tail)) return true
  return tail.split(/[/?#&=]/).some(part => {
    if (/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9]{4,5}$/.test(part)) return true
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

/** The address itself signs in. */
const KEYED =
  /[?&/](?:\w{0,20}token\w{0,10}|magic\w{0,8}|otp|code|key|t|ticket|nonce|tk|tok|sig|signature|hash|jwt|secret|llave|cle)[=/]|\/magic(?:-?link)?\?/i
const LONG_VALUE = /[?&;][\w.-]{1,20}=(?=[\w-]{0,20}\d)[\w-]{8,}|\/(?=[\w-]{0,20}\d)[\w-]{14,}(?:$|[/?#])/

type Judged = { score: number; keyword: string | null }
const NOTHING: Judged = { score: 0, keyword: null }

/** "/t/551209": a number of six digits and more may be a reader's, or that of an article. */
const ARTICLE = /^https?:\/\/[^/?#]+(?:\/[a-z-]*)*\/\d+\/?$/i

/** Words of a headline: a question asks, it does not offer a deed. */
const isHeadline = (text: string) => /[?？]\s*$/.test(text)

function deedIn(said: Said, asked: boolean): Deed | undefined {
  return DEEDS.find(one => said.has(one)) ?? (asked && said.has('change') ? 'reset' : undefined)
}

const saysDeed = (said: Said) => DEEDS.some(one => said.has(one))

/** "You asked for a new password. Follow this link:": where the last sentence only points, the one before it says what for. */
function leadingWords(place: LinkPlace, mayReachBack: boolean): Said {
  const around = place.said()
  const lead = saidIn(around.lead)
  if (!mayReachBack || !lead.has('generic') || saysDeed(lead)) return lead
  return saysDeed(saidIn(around.before)) ? saidIn(`${around.before} ${around.lead}`) : lead
}

/** Words that only point, and an address that says what for and was made for one reader. */
function deedOfAddress(href: string, lead: Said): Deed | undefined {
  if (!LONG_VALUE.test(href) || /invit|join|rsvp|share/i.test(href)) return undefined
  const deeds: readonly Deed[] = lead.has('magic') ? DEEDS : ['verify', 'reset']
  return deeds.find(one => HREF_DEEDS[one].test(href))
}

function judge(place: LinkPlace, subject: Said): Judged {
  const text = place.text.slice(0, MAX_WORDS)
  if (!hasToken(place.href) || HREF_REFUSED.test(place.href)) return NOTHING
  const words = saidIn(text)
  const asked = subject.has('reset') && !subject.has('notice')
  if (words.has('change') && !asked) return NOTHING
  if (words.has('refuse') || words.has('elsewhere') || isHeadline(text)) return NOTHING
  // Words of its own that name no deed ("Open dashboard") are not outweighed by the words around.
  const deed = deedIn(words, asked)
  // But a subject that announces a link to sign in with speaks of the one that does.
  const announcedKey = subject.has('magic') && KEYED.test(place.href) && HREF_DEEDS.signin.test(place.href)
  if (deed === undefined && text !== '' && !words.has('generic') && !words.has('yes') && !announcedKey)
    return NOTHING
  const announced = saysDeed(subject)
  const promised = DEEDS.find(one => subject.has(one) && HREF_DEEDS[one].test(place.href))
  const lead = leadingWords(
    place,
    deed === undefined && (announced || DEEDS.some(one => HREF_DEEDS[one].test(place.href))),
  )
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
    const keyed = KEYED.test(place.href) || (lead.has('generic') && LONG_VALUE.test(place.href))
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

/** Links from the top; the best is taken, the topmost of equals. */
export function findLink(places: readonly LinkPlace[], subject: Line): FoundLink | null {
  if (places.length === 0) return null
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
