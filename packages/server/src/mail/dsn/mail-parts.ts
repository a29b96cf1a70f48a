/** Takes the texts out of a mail that may be a bounce; every length is bounded. */
import type { Attachment, ParsedMail } from '../mime/parsed-mail.ts'
import { decodePart } from '../mime/part-content.ts'
import { htmlLines } from './html-lines.ts'

/** The limit for a part that is read: a report, or the beginning of the returned mail. */
const maxPartBytes = 256 * 1024
export const maxTextLength = 64 * 1024

export const headerOf = (mail: ParsedMail, name: string): string =>
  mail.headers.find(header => header.name.toLowerCase() === name)?.value ?? ''

export function partText(raw: Buffer, part: Attachment): string {
  const end = Math.min(part.end, part.start + 2 * maxPartBytes)
  return Buffer.from(decodePart(raw, { ...part, end }))
    .toString('utf8')
    .slice(0, maxPartBytes)
}

/** Returns the text for people, from whatever part holds it. */
export function textOf(raw: Buffer, mail: ParsedMail): string {
  if (mail.text?.trim()) return mail.text.slice(0, maxTextLength)
  if (mail.html?.trim()) return htmlLines(mail.html.slice(0, 2 * maxTextLength)).slice(0, maxTextLength)
  const part = mail.attachments.find(({ contentType }) => contentType === 'text/plain')
  return part === undefined ? '' : partText(raw, part).replace(/\r\n?/g, '\n').slice(0, maxTextLength)
}
