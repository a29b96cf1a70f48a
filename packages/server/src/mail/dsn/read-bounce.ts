/**
 * Reads mail which says that other mail did not arrive: reports of RFC 3464, and the texts of systems that do
 * not follow it. It tells which recipient failed and why. It must not know our queue, and it proves nothing:
 * code that acts upon a bounce first makes sure that the bounce is about a mail of ours (verp.ts, or the
 * message id).
 *
 * It returns null for all other mail. A bounce taken for a letter is a nuisance, but a letter taken for a
 * bounce stops somebody's mail. So without a report in due form, both the sender and the words must be those
 * of a mail system.
 */

import { parseMail } from '../mime/parse-mail.ts'
import type { Attachment, ParsedMail } from '../mime/parsed-mail.ts'
import { decodePart } from '../mime/part-content.ts'
import { type BounceEntry, type BounceFinding, maxEntries } from './bounce.ts'
import { readBounceText } from './bounce-text.ts'
import { readDeliveryStatus } from './delivery-status.ts'

export type { BounceEntry } from './bounce.ts'

/** The limit for a part that is read: a report, or the beginning of the returned mail. */
const maxPartBytes = 256 * 1024
const maxTextLength = 64 * 1024

const headerOf = (mail: ParsedMail, name: string): string =>
  mail.headers.find(header => header.name.toLowerCase() === name)?.value ?? ''

/** The senders of bounces. A person's own address never looks like this. */
const daemon =
  /^(?:mailer-?daemon|mail-?daemon|post-?master|postoffice|mail-?system|mail-?delivery(?:-?s(?:ub)?system)?|bounces?|bounced|maildelivery|microsoftexchange[0-9a-f]{32}|10000)(?:[+=_-].*)?$/i

function isFromDaemon(mail: ParsedMail): boolean {
  const addresses = [mail.from?.address, mail.sender?.address].filter(address => address !== undefined)
  const isDaemon = addresses.some(address =>
    daemon.test(address.slice(0, Math.max(0, address.lastIndexOf('@')))),
  )
  return isDaemon || headerOf(mail, 'return-path').replace(/\s/g, '') === '<>'
}

/** Finds the marks of a person's automatic answer (RFC 3834 and older ones), and of mail to many. */
function isAutoReply(mail: ParsedMail): boolean {
  const markers = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-vacation']
  return (
    mail.listId !== null ||
    /vacation/i.test(headerOf(mail, 'auto-submitted')) ||
    headerOf(mail, 'list-unsubscribe') !== '' ||
    markers.some(name => headerOf(mail, name) !== '')
  )
}

function partText(raw: Buffer, part: Attachment): string {
  const end = Math.min(part.end, part.start + 2 * maxPartBytes)
  return Buffer.from(decodePart(raw, { ...part, end }))
    .toString('utf8')
    .slice(0, maxPartBytes)
}

/** Takes the id from the returned mail or its headers, else from a copy in the text. */
function originalId(raw: Buffer, mail: ParsedMail): string | null {
  const types = [
    'message/rfc822',
    'message/global',
    'text/rfc822-headers',
    'message/global-headers',
    'message/rfc822-headers',
  ]
  for (const part of mail.attachments) {
    if (!types.includes(part.contentType)) continue
    const { messageId } = parseMail(Buffer.from(partText(raw, part)))
    if (messageId !== null) return messageId
  }
  // In the text the id must begin a line: mail written here may quote other mail.
  const text = (mail.text ?? '').slice(0, maxTextLength)
  const [, quoted] = /^[> \t]{0,8}Message-I[Dd]:[ \t]{0,8}(<[^<>\s]{1,900}>)/im.exec(text) ?? []
  return quoted ?? null
}

function readReport(raw: Buffer, mail: ParsedMail): BounceFinding[] {
  const type = headerOf(mail, 'content-type').toLowerCase()
  const isReport = type.startsWith('multipart/report')
  // Read receipts, complaints and TLS reports use the same container.
  const kind = /report-type\s{0,9}=\s{0,9}"?([a-z-]{1,40})/.exec(type)?.[1]
  if (kind !== undefined && kind !== 'delivery-status') return []
  if (!isReport && !isFromDaemon(mail)) return []
  const isStatus = ({ contentType }: Attachment) =>
    contentType === 'message/delivery-status' || contentType === 'message/global-delivery-status'
  const part = mail.attachments.find(isStatus)
  return part === undefined ? [] : readDeliveryStatus(partText(raw, part))
}

export function readBounce(raw: Buffer, mail: ParsedMail = parseMail(raw)): readonly BounceEntry[] | null {
  const report = readReport(raw, mail)
  const mayBeText = report.length === 0 && !isAutoReply(mail)
  const findings = mayBeText ? readText(mail) : report
  if (findings.length === 0) return null
  const originalMessageId = originalId(raw, mail)
  const seen = new Set<string>()
  const entries: BounceEntry[] = []
  for (const finding of findings.slice(0, maxEntries)) {
    const key = finding.recipient.toLowerCase()
    if (!seen.has(key)) entries.push({ ...finding, originalMessageId })
    seen.add(key)
  }
  return entries
}

function readText(mail: ParsedMail): BounceFinding[] {
  const kind = /report-type\s{0,9}=\s{0,9}"?([a-z-]{1,40})/i.exec(headerOf(mail, 'content-type'))?.[1]
  if (kind !== undefined && kind.toLowerCase() !== 'delivery-status') return []
  const failedRecipients = headerOf(mail, 'x-failed-recipients')
  if (failedRecipients === '' && !isFromDaemon(mail)) return []
  return readBounceText({
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    failedRecipients,
    maxLength: maxTextLength,
  })
}
