import { cleanHeaderText, stripFromName } from '../text/clean-text.ts'
import { mailWords } from '../words.ts'

/**
 * Makes file names that are safe to show, to put into Content-Disposition and to save under on any system.
 * Attachments are stored under ids of our own; this name never becomes a path.
 */

const MAX_BYTES = 180
const MAX_EXTENSION = 16
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['text/plain', 'txt'],
  ['text/html', 'html'],
  ['text/calendar', 'ics'],
  ['text/vcard', 'vcf'],
  ['text/x-vcard', 'vcf'],
  ['text/csv', 'csv'],
  ['text/x-amp-html', 'amp.html'],
  ['message/rfc822', 'eml'],
  ['message/global', 'eml'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['application/json', 'json'],
  ['application/xml', 'xml'],
  ['application/ms-tnef', 'dat'],
  ['application/vnd.ms-tnef', 'dat'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/pgp-signature', 'asc'],
  ['application/pkcs7-signature', 'p7s'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/svg+xml', 'svg'],
  ['audio/mpeg', 'mp3'],
  ['video/mp4', 'mp4'],
])

/** Returns the type that the extension of a name stands for. */
export function typeOfName(name: string): string {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase()
  for (const [type, known] of EXTENSIONS) if (known === extension) return type
  return 'application/octet-stream'
}

/**
 * Parts of reports (RFC 3464, 6522, 6533, 8098) rarely have a name, and recipients do not see them as files.
 */
const REPORT_PARTS: ReadonlyMap<string, string> = new Map([
  ['message/delivery-status', mailWords.deliveryReportFile],
  ['message/global-delivery-status', mailWords.deliveryReportFile],
  ['text/rfc822-headers', mailWords.originalHeadersFile],
  ['message/rfc822-headers', mailWords.originalHeadersFile],
  ['message/global-headers', mailWords.originalHeadersFile],
  ['message/disposition-notification', mailWords.readReceiptFile],
  ['message/global-disposition-notification', mailWords.readReceiptFile],
])

/** `ordinal` numbers an attachment that has no usable name. */
export function safeFilename(name: string | null, contentType: string, ordinal: number): string {
  const cleaned = name === null ? '' : cleanName(name)
  if (cleaned !== '') return shorten(cleaned)
  const asReport = REPORT_PARTS.get(contentType)
  if (asReport !== undefined) return asReport
  return mailWords.unnamedFile(ordinal, EXTENSIONS.get(contentType) ?? 'bin')
}

function cleanName(name: string): string {
  const line = stripFromName(cleanHeaderText(name)).normalize('NFC')
  const base = line.split(/[/\\]/).findLast(segment => segment.trim() !== '') ?? ''
  const plain = base
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/^(.*[^. ])?[. ]*$/, '$1')
  const stem = plain.split('.', 1)[0] ?? ''
  return RESERVED.test(stem.trim()) ? `_${plain}` : plain
}

/** Keeps the extension, because it tells people what they are about to open. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= MAX_EXTENSION ? name.slice(dot) : ''
  const room = MAX_BYTES - Buffer.byteLength(extension)
  let stem = ''
  let bytes = 0
  for (const char of name.slice(0, MAX_BYTES)) {
    bytes += Buffer.byteLength(char)
    if (bytes > room) break
    stem += char
  }
  return stem.trimEnd() + extension
}
