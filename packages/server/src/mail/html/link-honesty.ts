/** Finds links whose words promise another place than their destination. */
import { stripInvisible } from '../text/clean-text.ts'
import { isKnownDomainEnd } from './domain-ends.ts'

const BIDI = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/
/** Characters that browsers or readers take for those of an address, and that NFKC does not change. */
const SLASHES = /[\u2044\u2215\u29f8\u2571]/g
const COLONS = /[\u02d0\u2236\ua789]/g
/** An ideographic full stop within a Latin name; elsewhere it ends a sentence. */
const STOPS = /(?<=[a-z\d])\u3002(?=[a-z\d])/gi

/** Matches an address with its host and the ASCII text after it. */
const WEB_ADDRESS =
  /(?:https?:\/\/|(?<![\w.@-])(?=www\.))([\p{L}\p{N}\p{M}._-]{1,253}|\[[\da-f:.]{2,45}\])([!-~]*)/giu
/** Matches a host without a scheme within words, if it is not part of a path or of a mail address. */
const HOST_AMONG_WORDS =
  /(?<![a-z\d_.@/=&%-])([a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})+)(?!\.?[\w@])(?:[:/?#][!-~]*)?/gi
const FOREIGN_HOST = /(?<![\p{L}\p{N}\p{M}_.@/-])[\p{L}\p{N}\p{M}-]{1,63}(?:\.[\p{L}\p{N}\p{M}-]{1,63})+/gu
/** Matches words that are only a host, or a URL without its scheme. */
const NOTHING_BUT_HOST = /^([^\s/?#\\:]{1,253}\.[a-z]{2,24})([/?#:]|$)/i
const FILE_NAME = /\.(?:pdf|docx?|xlsx?|pptx?|zip|rar|png|jpe?g|gif|txt|csv|html?|js|exe)$/i
/** "README.md" is a file, "bank.md" is a site in Moldova. */
const DOCUMENT_NAME = /^(?:[A-Z\d_-]+|readme|changelog|index)\.md$/
const INNER_ADDRESS = /https?:\/\/([a-z\d._-]{1,253})/gi
/** An ordinary link does not hold more addresses within its own. */
const MAX_INNER_ADDRESSES = 16
/**
 * A last label written like the first word of a sentence does not end a host, unless it is one that everybody
 * knows.
 */
const SENTENCE_START = /^(?!(?:Com|Net|Org|Cn)$)[A-Z][a-z]+$/
const ASCII_HOST = /^[a-z\d._-]+\.[a-z]{2,24}(?=[^\0-\x7f])/i

/** Returns the true host if the reader must be told, else null. `text` is the text of the link. */
export function deceptiveHost(text: string, url: URL): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const host = url.hostname
  if (url.username !== '' || url.password !== '') return host
  if (host.split('.').some(label => label.startsWith('xn--')) || BIDI.test(text)) return host
  return namesAnotherHost(readableWords(text), url) ? host : null
}

/**
 * Returns the words as a reader sees them: characters without width are invisible, and different slashes look
 * alike.
 */
function readableWords(text: string): string {
  return stripInvisible(text)
    .normalize('NFKC')
    .replace(SLASHES, '/')
    .replace(COLONS, ':')
    .replace(STOPS, '.')
    .trim()
}

function namesAnotherHost(words: string, url: URL): boolean {
  if (!/[./]/.test(words)) return false
  const isOther = (shown: string) => isOtherSite(shown, url.hostname)
  let deceives = false
  const rest = words.replace(WEB_ADDRESS, (_all, shown: string, path: string) => {
    deceives ||= isOther(shown) || carriesAnother(path, url)
    return ' '
  })
  if (deceives) return true
  const [, alone = '', behind] = NOTHING_BUT_HOST.exec(rest.trim()) ?? []
  const isFile = behind === '' && (FILE_NAME.test(alone) || DOCUMENT_NAME.test(alone))
  if (alone !== '' && !isFile && isOther(alone)) return true
  for (const [, shown = ''] of rest.matchAll(HOST_AMONG_WORDS)) {
    const site = siteAmongWords(shown)
    // A sentence may continue right after a host, or be part of its name.
    if (site !== null && isOther(site) && isOther(shown)) return true
  }
  for (const [shown] of rest.matchAll(FOREIGN_HOST)) {
    const end = shown.slice(shown.lastIndexOf('.') + 1)
    if (!/^[a-z\d_-]*$/i.test(end) && isKnownDomainEnd(end) && isOther(shown)) return true
  }
  return false
}

/** An address within an address is ordinary when the link contains it too. */
function carriesAnother(path: string, url: URL): boolean {
  let seen = 0
  for (const [, shown = ''] of path.matchAll(INNER_ADDRESS)) {
    if (++seen > MAX_INNER_ADDRESSES) return true
    if (!isOtherSite(shown, url.hostname)) continue
    const wanted = new RegExp(`(?::|%3a)(?://|%2f%2f)${shown.replaceAll('.', '\\.')}`, 'i')
    if (!wanted.test(url.href)) return true
  }
  return false
}

/** Returns the host up to its last label that ends one: "bank.com.Next" becomes "bank.com". */
function siteAmongWords(shown: string): string | null {
  const labels = shown.split('.')
  for (let last = labels.length - 1; last > 0; last--) {
    const end = labels[last] ?? ''
    if (isKnownDomainEnd(end) && !SENTENCE_START.test(end)) return labels.slice(0, last + 1).join('.')
  }
  return null
}

/** "example.com" may lead to "www.example.com", and the reverse. */
function isOtherSite(shown: string, host: string): boolean {
  // Chinese text can follow an address without a blank.
  const address = `http://${(ASCII_HOST.exec(shown)?.[0] ?? shown).replace(/[._-]+$/, '')}`
  if (!URL.canParse(address)) return false
  const plain = (name: string) => name.replace(/^www\./, '')
  const site = plain(new URL(address).hostname)
  return site !== plain(host) && !host.endsWith(`.${site}`)
}
