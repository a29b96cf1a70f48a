/** From raw bytes to what a reader sees. Runs in a worker thread; the HTML that leaves here is sanitised. */
import type { MailDetail } from '@yanshu/contract'
import { PLACEHOLDER_IMAGE } from '../../mail/html/clean-attributes.ts'
import { inlineImageUrls } from '../../mail/html/inline-images.ts'
import { sanitiseMailHtml } from '../../mail/html/sanitise.ts'
import { cutText } from '../../mail/mime/cut-text.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import { decodePart } from '../../mail/mime/part-content.ts'

export type ShownMessage = Pick<
  MailDetail,
  'text' | 'html' | 'remoteImages' | 'headers' | 'attachments' | 'warnings'
> & {
  /** Addresses of pictures on the web, written as they stand in the markup. */
  images: string[]
}

export type AttachedFile = { filename: string; contentType: string; bytes: Uint8Array }

/** One attachment, taken out and decoded; null when there is none of this number. */
export function attachedFile(raw: Buffer, id: string): AttachedFile | null {
  const found = parseMail(raw).attachments.find(item => item.id === id)
  if (!found) return null
  return { filename: found.filename, contentType: found.contentType, bytes: decodePart(raw, found) }
}

const maxText = 1_000_000
const maxHeaders = 300

const REMOTE_IMAGE = / data-remote-(?:src|background)="([^"]+)"/g

const imagesIn = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(REMOTE_IMAGE), ([, url = '']) => url)),
]

export function showMessage(raw: Buffer): ShownMessage {
  const mail = parseMail(raw)
  // The page fetches pictures of the mail itself by their `data-cid`, with the reader's own right to them.
  const attachmentUrl = inlineImageUrls(mail.attachments, () => PLACEHOLDER_IMAGE)
  const clean = mail.html === null ? null : sanitiseMailHtml(mail.html, { attachmentUrl })
  return {
    text: mail.text === null ? null : cutText(mail.text, maxText),
    html: clean?.html ?? null,
    remoteImages: clean?.remoteImages ?? 0,
    images: clean && clean.remoteImages > 0 ? imagesIn(clean.html) : [],
    headers: mail.headers.slice(0, maxHeaders).map(({ name, value }) => ({ name, value })),
    attachments: mail.attachments.map(({ id, filename, contentType, size, inline, cid }) => ({
      id,
      filename,
      contentType,
      size,
      inline,
      cid,
    })),
    warnings: clean?.tooComplex ? [...mail.warnings, 'too-complex'] : mail.warnings,
  }
}
