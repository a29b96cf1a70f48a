/**
 * Headers for bytes that a stranger made. The browser may only save them: no type of theirs is ever run, shown or guessed
 * on our origin, and whatever opens them anyway is in a sandbox without rights.
 */

/** Types that are harmless as they are and useful to know for the page that fetches them. */
const plainTypes = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp', 'image/x-icon'],
  ...['application/pdf', 'text/plain', 'message/rfc822', 'application/zip', 'text/csv', 'text/calendar'],
])

const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\]/g, '_')

const encodedName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*!]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

export function fileHeaders(filename: string, contentType: string): Record<string, string> {
  const type = contentType.toLowerCase()
  return {
    'content-type': plainTypes.has(type) ? type : 'application/octet-stream',
    'content-disposition': `attachment; filename="${asciiName(filename)}"; filename*=UTF-8''${encodedName(filename)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  }
}

/** A table of ours. */
export const tableHeaders = (filename: string): Record<string, string> => ({
  ...fileHeaders(filename, 'text/csv'),
  'content-type': 'text/csv; charset=utf-8',
})
