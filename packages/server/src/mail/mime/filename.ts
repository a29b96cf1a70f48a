import { EXTENSIONS } from '../file-types.ts'
import { cleanHeaderText, stripFromName } from '../text/clean-text.ts'
import { mailWords } from '../words.ts'

/**
 * Makes file names that are safe to show, to put into Content-Disposition and to save under on any system.
 * Attachments are stored under ids of our own; this name never becomes a path.
 */

const MAX_BYTES = 180
const MAX_EXTENSION = 16
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i

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
