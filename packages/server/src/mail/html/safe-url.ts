/**
 * Decides which URLs of a mail are kept, and in what spelling. Every URL goes through the parser that
 * browsers use, so that the checked URL is the one that a browser opens (tabs, control characters,
 * backslashes, missing slashes).
 */

const MAX_URL_LENGTH = 8_192
const MAX_DATA_IMAGE = 2 * 1024 * 1024
const LINK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const DATA_IMAGE = /^data:image\/(png|jpeg|jpg|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/i

export function safeLink(value: string): URL | null {
  const url = parseUrl(value)
  if (url === null || !LINK_SCHEMES.has(url.protocol)) return null
  return url.protocol.startsWith('http') && url.hostname === '' ? null : url
}

/** Returns the normalised address of an image on the web, or null. */
export function remoteImageUrl(value: string): string | null {
  const url = parseUrl(value)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '')
    return null
  return url.href
}

/** Accepts a picture inside the mail itself: bitmaps only, since SVG is a document that can run scripts. */
export function dataImageUrl(value: string): string | null {
  if (value.length > MAX_DATA_IMAGE) return null
  const compact = value.replace(/\s+/g, '')
  const match = DATA_IMAGE.exec(compact)
  return match === null ? null : `data:image/${match[1]?.toLowerCase()};base64,${match[2]}`
}

/** Returns the content id of `cid:…` (RFC 2392), percent-decoded, or null. */
export function contentId(value: string): string | null {
  const match = /^\s*cid:(.{1,998})$/is.exec(value)
  if (match === null) return null
  const text = (match[1] ?? '').trim()
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the address of a background picture, on the web or in the mail (as `cid:…` without blanks), or null. */
export function backgroundUrl(value: string): string | null {
  const cid = contentId(value)
  return cid === null ? remoteImageUrl(value) : `cid:${encodeURIComponent(cid.toWellFormed())}`
}

export const isOnWeb = (url: string): boolean => !url.startsWith('cid:')

function parseUrl(value: string): URL | null {
  if (value.length > MAX_URL_LENGTH) return null
  const text = value.replace(/[\p{Cc}]/gu, '').trim()
  // Mail has no base URL; "//host/path" means the web.
  const absolute = /^[/\\]{2}/.test(text) ? `https:${text}` : text
  return URL.canParse(absolute) ? new URL(absolute) : null
}
