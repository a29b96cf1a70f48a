/**
 * Writes a message (RFC 5322, RFC 2045–2049) from its texts, recipients and files. It guarantees the form on
 * the wire: CRLF everywhere, lines of bounded length, seven bits, and no field that could bring in another
 * one. It must not know who may send. It has no field for Bcc, so that Bcc cannot leak.
 */
import { randomBytes } from 'node:crypto'
import type { Mailbox } from '../address/parse-address-list.ts'
import { formatMailbox, formatMailboxes } from './address-field.ts'
import { attachmentPart, isInline, type OutgoingAttachment } from './attachment-part.ts'
import { type CalendarText, calendarPart, type Part, textPart } from './body-part.ts'
import { ComposeError } from './compose-error.ts'
import { encodeText } from './encode-words.ts'

export type OutgoingMail = {
  readonly from: Mailbox
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  readonly replyTo?: readonly Mailbox[]
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
  /** The same for a calendar: an answer to an invitation. */
  readonly calendar?: CalendarText | null
  readonly attachments: readonly OutgoingAttachment[]
  /** The id includes its angle brackets, as everywhere. */
  readonly messageId: string
  readonly date: Date
  readonly inReplyTo?: string | null
  readonly references?: readonly string[]
  /** Further fields, such as Auto-Submitted or List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>
}

const maxReferences = 50
const messageIdForm = /^<[!-;=?-~]{1,900}>$/
const ownIdForm = /^<[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,200}@[A-Za-z0-9.-]{1,253}>$/
const headerName = /^[A-Za-z][A-Za-z0-9-]{0,75}$/
/** These fields are written here or by servers on the way; a caller may not add them. */
const ownHeaders =
  /^(?:from|to|cc|bcc|resent-.*|sender|reply-to|subject|date|message-id|in-reply-to|references|mime-version|content-.*|received|return-path|dkim-signature|arc-.*|authentication-results)$/i

/** RFC 5322, section 3.3. */
function formatDate(date: Date): string {
  const year = date.getUTCFullYear()
  if (!(year >= 1970 && year <= 9999)) throw new ComposeError('date')
  return date.toUTCString().replace('GMT', '+0000')
}

/** Accepts an id that we made ourselves, and throws for any other. */
export function checkedId(messageId: string): string {
  if (!ownIdForm.test(messageId)) throw new ComposeError('messageId')
  return messageId
}

/** Ids that other people made may hold any characters that can stand in a header. */
export const isMessageId = (text: string): boolean => messageIdForm.test(text)

function moreHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => {
    if (!headerName.test(name) || ownHeaders.test(name)) throw new ComposeError('header')
    return `${name}: ${encodeText(value, name.length + 2)}`
  })
}

function headersOf(mail: OutgoingMail): string[] {
  const references = (mail.references ?? []).filter(isMessageId).slice(-maxReferences)
  const inReplyTo = mail.inReplyTo && isMessageId(mail.inReplyTo) ? mail.inReplyTo : null
  const isToNobody = mail.to.length === 0 && mail.cc.length === 0
  return [
    `From: ${formatMailbox(mail.from)}`,
    ...(mail.to.length > 0 ? [`To: ${formatMailboxes(mail.to)}`] : []),
    ...(isToNobody ? ['To: undisclosed-recipients:;'] : []),
    ...(mail.cc.length > 0 ? [`Cc: ${formatMailboxes(mail.cc)}`] : []),
    ...(mail.replyTo && mail.replyTo.length > 0 ? [`Reply-To: ${formatMailboxes(mail.replyTo)}`] : []),
    `Subject: ${encodeText(mail.subject, 9)}`,
    `Date: ${formatDate(mail.date)}`,
    `Message-ID: ${checkedId(mail.messageId)}`,
    ...(inReplyTo === null ? [] : [`In-Reply-To: ${inReplyTo}`]),
    ...(references.length === 0 ? [] : [`References: ${references.join('\r\n ')}`]),
    ...moreHeaders(mail.headers ?? {}),
    'MIME-Version: 1.0',
  ]
}

/** "=_" never occurs in quoted-printable or base64 text (RFC 2045, section 6.7). */
export function joinParts(type: string, parts: readonly Part[]): Part {
  const boundary = `=_${randomBytes(18).toString('base64url')}`
  const written = parts.map(
    part => `--${boundary}\r\n${part.headers.join('\r\n')}\r\n\r\n${part.content}\r\n`,
  )
  return {
    headers: [`Content-Type: ${type};\r\n boundary="${boundary}"`],
    content: `${written.join('')}--${boundary}--\r\n`,
  }
}

/**
 * Builds mixed( alternative( text, related( html, pictures ), calendar ), files ), with only the levels that
 * are needed.
 */
function bodyOf({ text, html, calendar, attachments }: OutgoingMail): Part {
  const pictures = html === null ? [] : attachments.filter(isInline)
  const files = attachments.filter(attachment => !pictures.includes(attachment))
  const htmlPart = html === null ? null : textPart('html', html)
  const rich =
    htmlPart === null || pictures.length === 0
      ? htmlPart
      : joinParts('multipart/related; type="text/html"', [htmlPart, ...pictures.map(attachmentPart)])
  const plain = text === null && rich !== null ? null : textPart('plain', text ?? '')
  const forms = [plain, rich, calendar ? calendarPart(calendar) : null].filter(part => part !== null)
  const [only] = forms
  const words = forms.length === 1 && only !== undefined ? only : joinParts('multipart/alternative', forms)
  return files.length === 0 ? words : joinParts('multipart/mixed', [words, ...files.map(attachmentPart)])
}

export function writeMessage(headers: readonly string[], body: Part): Buffer {
  const content = body.content === '' || body.content.endsWith('\r\n') ? body.content : `${body.content}\r\n`
  const lines = [...headers, ...body.headers].join('\r\n')
  // Only addresses outside ASCII are not ASCII here. The content has one octet for each character in both
  // encodings.
  return Buffer.concat([Buffer.from(`${lines}\r\n\r\n`), Buffer.from(content, 'latin1')])
}

/** Throws a ComposeError when an address, the id or a header name is invalid. */
export async function composeMessage(mail: OutgoingMail): Promise<Buffer> {
  return writeMessage(headersOf(mail), bodyOf(mail))
}
