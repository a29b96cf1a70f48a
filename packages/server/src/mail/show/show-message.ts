/**
 * Turns raw bytes into a mail that a reader can see. It runs in a worker thread; the HTML that leaves here is
 * sanitised.
 */
import type { AttachedMail, MailDetail } from '@yanshu/contract'
import { asBuffer } from '../../kernel/as-buffer.ts'
import { PLACEHOLDER_IMAGE } from '../html/clean-attributes.ts'
import { sanitiseMailHtml } from '../html/sanitise.ts'
import { isMessageType } from '../mime/attachments.ts'
import { parseMail } from '../mime/parse-mail.ts'
import type { Attachment, ParsedMail } from '../mime/parsed-mail.ts'
import { decodePart } from '../mime/part-content.ts'
import { cutText } from '../text/cut-text.ts'
import { inlineImageUrls } from './inline-images.ts'
import { showSeal } from './show-seal.ts'

export type ShownMessage = Pick<
  MailDetail,
  'text' | 'html' | 'remoteImages' | 'headers' | 'attachments' | 'seal' | 'warnings'
> & {
  /** The addresses of pictures on the web, spelt as in the markup. */
  images: string[]
}

export type AttachedMessage = AttachedMail & Pick<ShownMessage, 'images'>

export type AttachedFile = { filename: string; contentType: string; bytes: Uint8Array }

const isMail = ({ contentType, filename }: Attachment): boolean =>
  isMessageType(contentType) || /\.eml$/i.test(filename)

/** Returns the mail attached at this place, also within an attached mail; null when there is none. */
function mailAt(raw: Buffer, ids: readonly string[]): Buffer | null {
  let mail = raw
  for (const id of ids) {
    const found = parseMail(mail).attachments.find(item => item.id === id)
    if (!found || !isMail(found)) return null
    mail = asBuffer(decodePart(mail, found))
  }
  return mail
}

/**
 * Takes out and decodes one attachment; null when there is none with this number. "2-1.3" is part 1.3 of the
 * mail attached as part 2.
 */
export function attachedFile(raw: Buffer, id: string): AttachedFile | null {
  const ids = id.split('-')
  const mail = mailAt(raw, ids.slice(0, -1))
  const found = mail && parseMail(mail).attachments.find(item => item.id === ids.at(-1))
  if (!found) return null
  return { filename: found.filename, contentType: found.contentType, bytes: decodePart(mail, found) }
}

const maxText = 1_000_000
const maxHeaders = 300

const REMOTE_IMAGES = / data-remote-(?:src|background|sheet)="([^"]+)"/g

const imagesIn = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(REMOTE_IMAGES), ([, urls = '']) => urls.split(' ')).flat()),
]

export const showMessage = (raw: Buffer): ShownMessage => shown(raw, parseMail(raw), '')

/** Returns an attached mail with its own headers; null when there is none with this number. */
export function showAttached(raw: Buffer, id: string): AttachedMessage | null {
  const inner = mailAt(raw, id.split('-'))
  if (inner === null) return null
  const mail = parseMail(inner)
  const { from, to, cc, replyTo, subject, date } = mail
  return {
    ...shown(inner, mail, `${id}-`),
    from: from ?? { name: '', address: '' },
    to,
    cc,
    replyTo,
    subject,
    date,
  }
}

/** `prefix` is the path to this mail within the one that it is attached to. */
function shown(raw: Buffer, mail: ParsedMail, prefix: string): ShownMessage {
  // The page fetches pictures of the mail itself by their `data-cid`, with the reader's own rights.
  const attachmentUrl = inlineImageUrls(mail.attachments, () => PLACEHOLDER_IMAGE)
  const clean = mail.html === null ? null : sanitiseMailHtml(mail.html, { attachmentUrl })
  return {
    text: mail.text === null ? null : cutText(mail.text, maxText),
    html: clean?.html ?? null,
    remoteImages: clean?.remoteImages ?? 0,
    images: clean && clean.remoteImages > 0 ? imagesIn(clean.html) : [],
    headers: mail.headers.slice(0, maxHeaders).map(({ name, value }) => ({ name, value })),
    attachments: mail.attachments.map(({ id, filename, contentType, size, inline, cid }) => ({
      id: `${prefix}${id}`,
      filename,
      contentType,
      size,
      inline,
      cid,
    })),
    seal: showSeal(raw, mail),
    warnings: clean?.tooComplex ? [...mail.warnings, 'too-complex'] : mail.warnings,
  }
}
