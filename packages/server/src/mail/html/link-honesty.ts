/** Finds links whose words promise another place than they lead to. */
import { stripInvisible } from '../mime/clean-text.ts'
import { isKnownDomainEnd } from './domain-ends.ts'

const BIDI = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/
/** Characters that browsers, or eyes, take for those of an address and that NFKC leaves alone. */
const SLASHES = /[\u2044\u2215\u29f8\u2571]/g
const COLONS = /[\u02d0\u2236\ua789]/g
/** An ideographic full stop within a Latin name; elsewhere it ends a sentence. */
const STOPS = /(?<=[a-z\d])\u3002(?=[a-z\d])/gi

/** An address with its host, and whatever ASCII stands behind it. */
const WEB_ADDRESS =
  /(?:https?:\/\/|(?<![\w.@-])(?=www\.))([\p{L}\p{N}\p{M}._-]{1,253}|\[[\da-f:.]{2,45}\])([!-~]*)/giu
/** A host that stands in the words without a scheme: no part of a path or of a mail address. */
const HOST_AMONG_WORDS =
  /(?<![a-z\d_.@/=&%-])([a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})+)(?!\.?[\w@])(?:[:/?#][!-~]*)?/gi
const FOREIGN_HOST = /(?<![\p{L}\p{N}\p{M}_.@/-])[\p{L}\p{N}\p{M}-]{1,63}(?:\.[\p{L}\p{N}\p{M}-]{1,63})+/gu
/** Words that are nothing but a host or a URL without its scheme. */
const NOTHING_BUT_HOST = /^([^\s/?#\\:]{1,253}\.[a-z]{2,24})([/?#:]|$)/i
const FILE_NAME = /\.(?:pdf|docx?|xlsx?|pptx?|zip|rar|png|jpe?g|gif|txt|csv|html?|js|exe)$/i
/** "README.md" is a file, "bank.md" a place in Moldova. */
const DOCUMENT_NAME = /^(?:[A-Z\d_-]+|readme|changelog|index)\.md$/
const INNER_ADDRESS = /https?:\/\/([a-z\d._-]{1,253})/gi
/** No ordinary link shows more addresses within one. */
const MAX_INNER_ADDRESSES = 16
/** A last label written like the first word of a sentence is none, unless nobody could take it for one. */
const SENTENCE_START = /^(?!(?:Com|Net|Org|Cn)$)[A-Z][a-z]+$/
const ASCII_HOST = /^[a-z\d._-]+\.[a-z]{2,24}(?=[^\0-\x7f])/i

/** The true host if the reader should be told, else null. `text` is what the link shows. */
export function deceptiveHost(text: string, url: URL): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const host = url.hostname
  if (url.username !== '' || url.password !== '') return host
  if (host.split('.').some(label => label.startsWith('xn--')) || BIDI.test(text)) return host
  return namesAnotherHost(readableWords(text), url) ? host : null
}

/** The words as they look: a reader sees neither what takes no room nor which of several slashes it is. */
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
    // A sentence may go on right behind a host, or be part of its name.
    if (site !== null && isOther(site) && isOther(shown)) return true
  }
  for (const [shown] of rest.matchAll(FOREIGN_HOST)) {
    const end = shown.slice(shown.lastIndexOf('.') + 1)
    if (!/^[a-z\d_-]*$/i.test(end) && isKnownDomainEnd(end) && isOther(shown)) return true
  }
  return false
}

/** Addresses within an address are ordinary where the link has them as well. */
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

/** The host up to the last of its labels that ends one: "bank.com.Next" says "bank.com". */
function siteAmongWords(shown: string): string | null {
  const labels = shown.split('.')
  for (let last = labels.length - 1; last > 0; last--) {
    const end = labels[last] ?? ''
    if (isKnownDomainEnd(end) && !SENTENCE_START.test(end)) return labels.slice(0, last + 1).join('.')
  }
  return null
}

/** "example.com" may lead to "www.example.com", and the other way round. */
function isOtherSite(shown: string, host: string): boolean {
  // Chinese goes on right behind an address.
  const address = `http://${(ASCII_HOST.exec(shown)?.[0] ?? shown).replace(/[._-]+$/, '')}`
  if (!URL.canParse(address)) return false
  const plain = (name: string) => name.replace(/^www\./, '')
  const site = plain(new URL(address).hostname)
  return site !== plain(host) && !host.endsWith(`.${site}`)
}
