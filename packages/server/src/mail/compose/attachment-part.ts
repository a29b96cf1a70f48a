/** Files that go with a message (RFC 2183, RFC 2392). */
import { cleanHeaderText } from '../text/clean-text.ts'
import { base64Lines, isSevenBit, type Part } from './body-part.ts'
import { encodedWords, encodeParameter, needsEncoding } from './encode-words.ts'

export type OutgoingAttachment = {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
  /** The name by which the HTML refers to a picture within the text ("cid:…"). */
  readonly cid?: string
}

const maxFilename = 240
const token = "[a-z0-9!#$&^_.+'-]{1,100}"
const mediaType = new RegExp(`^${token}/${token}$`)

/** A type whose content has a structure of its own cannot be sent as base64 under its own name. */
function typeOf(attachment: OutgoingAttachment): string {
  const [type = ''] = attachment.contentType.toLowerCase().split(';', 1)
  const name = type.trim()
  if (!mediaType.test(name) || name.startsWith('multipart/')) return 'application/octet-stream'
  if (!name.startsWith('message/')) return name
  return name === 'message/rfc822' && isSevenBit(attachment.content) ? name : 'application/octet-stream'
}

export const isValidCid = (cid: string): boolean => /^[A-Za-z0-9._@+$=-]{1,200}$/.test(cid)

export function isInline(attachment: OutgoingAttachment): boolean {
  return attachment.cid !== undefined && isValidCid(attachment.cid)
}

function filenameOf(attachment: OutgoingAttachment): string {
  const name = cleanHeaderText(attachment.filename).replace(/[/\\]/g, '_')
  return [...name].slice(0, maxFilename).join('') || 'attachment'
}

export function attachmentPart(attachment: OutgoingAttachment): Part {
  const type = typeOf(attachment)
  const filename = filenameOf(attachment)
  // Some programs do not know the form of RFC 2231, so the name is also written in an older form that they
  // understand.
  const name = needsEncoding(filename)
    ? `;\r\n name="${encodedWords(filename)}"`
    : encodeParameter('name', filename)
  const disposition = isInline(attachment) ? 'inline' : 'attachment'
  const isAsItIs = type === 'message/rfc822'
  const headers = [
    `Content-Type: ${type}${name}`,
    `Content-Disposition: ${disposition}${encodeParameter('filename', filename)}`,
    `Content-Transfer-Encoding: ${isAsItIs ? '7bit' : 'base64'}`,
    ...(isInline(attachment) ? [`Content-ID: <${attachment.cid}>`] : []),
  ]
  const { content } = attachment
  return { headers, content: isAsItIs ? content.toString('latin1') : base64Lines(content) }
}
