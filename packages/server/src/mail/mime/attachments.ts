import { typeOfName } from '../file-types.ts'
import { decodeText } from '../text/charset.ts'
import { cleanHeaderText } from '../text/clean-text.ts'
import { cutText } from '../text/cut-text.ts'
import { decodeChunks, decodedLength, transferEncoding } from '../text/transfer-encoding.ts'
import { safeFilename } from './filename.ts'
import { readHeaderBlock } from './header-block.ts'
import { fieldText, fieldValue } from './header-text.ts'
import type { MimeLimits } from './limits.ts'
import type { OpenedPart } from './opened-parts.ts'
import { parameterText, parseStructured } from './parameters.ts'
import type { Attachment } from './parsed-mail.ts'
import type { MailPart } from './part-tree.ts'
import { filesWithin } from './uuencoded.ts'

/**
 * Lists the parts that are not the mail's own text: files, inline images, mails within mails, data for
 * programs. It never opens, unpacks or fetches anything (message/partial, message/external-body and archives
 * included). Files of parts that were opened stand in place of those parts.
 */

const MAX_CID_LENGTH = 998

export function listAttachments(
  raw: Buffer,
  parts: MailPart[],
  bodies: ReadonlySet<number>,
  opened: ReadonlyMap<number, OpenedPart>,
  limits: MimeLimits,
  charsetHint: string | null,
): Attachment[] {
  const attachments: Attachment[] = []
  for (const [index, part] of parts.entries()) {
    if (part.isContainer) continue
    if (bodies.has(index)) {
      attachments.push(...filesOf(raw, part))
      continue
    }
    const inner = opened.get(index)
    if (inner !== undefined) {
      attachments.push(...inner.mail.attachments)
      continue
    }
    attachments.push(describe(raw, part, parts[part.parent], attachments.length + 1, limits, charsetHint))
  }
  return attachments
}

/** No part of a mail is numbered 0, so the files within the text of a part are numbered after it. */
function filesOf(raw: Buffer, part: MailPart): Attachment[] {
  return filesWithin(raw, part).map(({ name, start, end }, place) => {
    const contentType = typeOfName(name)
    return {
      id: `${part.id}.0.${place + 1}`,
      filename: safeFilename(decodeText(Buffer.from(name, 'latin1')).text, contentType, place + 1),
      contentType,
      size: decodedLength(raw.subarray(start, end), 'uuencode'),
      ...{ inline: false, cid: null, start, end, encoding: 'uuencode' },
    }
  })
}

function describe(
  raw: Buffer,
  part: MailPart,
  container: MailPart | undefined,
  ordinal: number,
  limits: MimeLimits,
  charsetHint: string | null,
): Attachment {
  const type = part.contentType.value
  const disposition = parseStructured(fieldText(raw, part, 'content-disposition'))
  const encoding = transferEncoding(fieldText(raw, part, 'content-transfer-encoding'))
  const cid = cleanContentId(fieldText(raw, part, 'content-id'))
  const isAttachment = disposition.value.startsWith('attachment')
  const name =
    parameterText(disposition, 'filename', charsetHint) ??
    parameterText(part.contentType, 'name', charsetHint) ??
    nestedSubject(raw, part, limits)
  return {
    id: part.id,
    filename: safeFilename(name, type, ordinal),
    contentType: type,
    size: decodedLength(raw.subarray(part.start, part.end), encoding),
    inline: !isAttachment && isShownInPlace(type, cid, container?.contentType.value),
    cid,
    start: part.start,
    end: part.end,
    encoding,
  }
}

/** True for images that the HTML refers to, and for forms of the mail that we do not show. */
function isShownInPlace(type: string, cid: string | null, container: string | undefined): boolean {
  if (type === 'text/x-amp-html') return true
  if (type.startsWith('image/')) return cid !== null || container === 'multipart/related'
  return container === 'multipart/related' && cid !== null
}

/**
 * Removes angle brackets, blanks and quotes. The result is only looked up, and never shown or put into a URL
 * as it is.
 */
function cleanContentId(value: string): string | null {
  const text = cleanHeaderText(value).replace(/[<>"'\s]/g, '')
  return text === '' || text.length > MAX_CID_LENGTH ? null : text
}

export const isMessageType = (type: string): boolean => type === 'message/rfc822' || type === 'message/global'

/** A mail within the mail is named after its subject. */
function nestedSubject(raw: Buffer, part: MailPart, limits: MimeLimits): string | null {
  if (!isMessageType(part.contentType.value)) return null
  const encoding = transferEncoding(fieldText(raw, part, 'content-transfer-encoding'))
  const opening = decodeChunks(raw.subarray(part.start, part.end), encoding).next().value
  if (opening === undefined) return null
  const nested = Buffer.from(opening.buffer, opening.byteOffset, opening.length)
  const block = readHeaderBlock(nested, 0, limits, () => false)
  const field = block.fields.find(candidate => candidate.key === 'subject')
  const subject = field === undefined ? '' : fieldValue(nested, field, null)
  return subject === '' ? null : `${cutText(subject.replace(/[/\\]/g, '_'), 200)}.eml`
}
