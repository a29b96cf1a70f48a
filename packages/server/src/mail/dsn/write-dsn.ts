/**
 * Writes reports about mail that did not arrive, or not yet (RFC 3464 in a multipart/report of RFC 6522; RFC
 * 3834 for the marks of an automatic answer). The caller sends the report with the null return path. This
 * module must not know the queue; it writes only the facts that it is given.
 */
import type { Mailbox } from '../address/parse-address-list.ts'
import { formatMailbox } from '../compose/address-field.ts'
import { isSevenBit, type Part, quotedPrintable, textPart } from '../compose/body-part.ts'
import { checkedId, isMessageId, joinParts, writeMessage } from '../compose/compose-message.ts'
import { encodeText } from '../compose/encode-words.ts'
import { withCrlf } from '../line-ends.ts'
import { parseMail } from '../mime/parse-mail.ts'
import { mailWords } from '../words.ts'

export type DsnAction = 'failed' | 'delayed' | 'delivered'

export type DsnRecipient = {
  readonly recipient: string
  /** The address that the mail first went to, when it was rewritten since. */
  readonly originalRecipient?: string | null
  readonly action: DsnAction
  /** RFC 3463; written as "5.0.0" when it is unknown. */
  readonly status: string | null
  /** The reason in a sentence for people; empty when there are only the other side's words. */
  readonly why: string
  /** The other side's words, a reply of SMTP; empty when it said nothing. */
  readonly diagnostic: string
  /** Our own notes, for people who investigate. */
  readonly noted: string
  /** The host that gave the reply; empty when no host was reached. */
  readonly host: string
  readonly lastAttempt: Date
  /** For a delay: the time until which we retry. */
  readonly willRetryUntil?: Date | null
}

export type Dsn = {
  /** The name of this server. */
  readonly reportingHost: string
  readonly from: Mailbox
  /** The sender of the mail that the report is about. */
  readonly to: string
  /** The id of the report, with its angle brackets. */
  readonly messageId: string
  readonly date: Date
  readonly arrivalDate: Date
  readonly recipients: readonly DsnRecipient[]
  /** The mail that the report is about. The report returns its headers but not its content. */
  readonly originalMessage: Buffer
}

const maxHeaderBytes = 32 * 1024
const maxRecipients = 500

/** RFC 3464 section 2.3.6: "smtp" is only for SMTP replies, so our own notes have a type of our own. */
const ownType = 'x-yanshu'

const dateText = (date: Date): string => date.toUTCString().replace('GMT', '+0000')
const field = (name: string, value: string): string => `${name}: ${encodeText(value, name.length + 2)}`

/** RFC 6533, section 3: addresses outside ASCII have another type and are written with escapes. */
function typedAddress(address: string): string {
  if (/^[ -~]*$/.test(address)) return `rfc822; ${address}`
  const escaped = [...address].map(char => {
    const code = char.codePointAt(0) ?? 0
    return code > 126 || char === '\\' ? `\\x{${code.toString(16).toUpperCase()}}` : char
  })
  return `utf-8; ${escaped.join('')}`
}

/** Returns the most important action: one failure outweighs the rest. */
function wholeAction(recipients: readonly DsnRecipient[]): DsnAction {
  const actions: readonly DsnAction[] = ['failed', 'delayed', 'delivered']
  return actions.find(action => recipients.some(recipient => recipient.action === action)) ?? 'failed'
}

function defaultStatus({ action, status }: DsnRecipient): string {
  if (status !== null && /^[245]\.\d{1,3}\.\d{1,3}$/.test(status)) return status
  return { failed: '5.0.0', delayed: '4.0.0', delivered: '2.0.0' }[action]
}

function humanPart(dsn: Dsn, subject: string): Part {
  const lines: string[] = [mailWords.report.openings[wholeAction(dsn.recipients)], '']
  if (subject !== '') lines.push(mailWords.report.about(subject), '')
  for (const { recipient, why, diagnostic, host } of dsn.recipients) {
    lines.push(recipient)
    if (why !== '') lines.push(`  ${mailWords.report.why(why)}`)
    if (diagnostic !== '') lines.push(`  ${mailWords.report.answer(host, diagnostic)}`)
    lines.push('')
  }
  return textPart('plain', lines.join('\n'))
}

function diagnosticFields({ diagnostic, noted }: DsnRecipient): string[] {
  if (diagnostic !== '') return [field('Diagnostic-Code', `smtp; ${diagnostic}`)]
  return noted === '' ? [] : [field('Diagnostic-Code', `${ownType}; ${noted}`)]
}

function recipientFields(entry: DsnRecipient): string {
  const { originalRecipient, willRetryUntil } = entry
  const lines = [
    ...(originalRecipient ? [field('Original-Recipient', typedAddress(originalRecipient))] : []),
    field('Final-Recipient', typedAddress(entry.recipient)),
    `Action: ${entry.action}`,
    `Status: ${defaultStatus(entry)}`,
    ...(entry.host === '' ? [] : [field('Remote-MTA', `dns; ${entry.host}`)]),
    ...diagnosticFields(entry),
    field('Last-Attempt-Date', dateText(entry.lastAttempt)),
    ...(willRetryUntil ? [field('Will-Retry-Until', dateText(willRetryUntil))] : []),
  ]
  return `${lines.join('\r\n')}\r\n`
}

function statusPart(dsn: Dsn, recipients: readonly DsnRecipient[]): Part {
  const message = [
    field('Reporting-MTA', `dns; ${dsn.reportingHost}`),
    field('Arrival-Date', dateText(dsn.arrivalDate)),
  ]
  const groups = [`${message.join('\r\n')}\r\n`, ...recipients.map(recipientFields)]
  return { headers: ['Content-Type: message/delivery-status'], content: groups.join('\r\n') }
}

function headersPart(original: Buffer): Part {
  const message = withCrlf(original)
  const blank = message.indexOf('\r\n\r\n')
  const end = blank < 0 ? message.length : blank + 2
  let headers = message.subarray(0, Math.min(end, maxHeaderBytes))
  // The cut is at the end of a line.
  if (end > maxHeaderBytes) headers = headers.subarray(0, headers.lastIndexOf('\r\n') + 2)
  if (isSevenBit(headers)) {
    return { headers: ['Content-Type: text/rfc822-headers'], content: headers.toString('latin1') }
  }
  return {
    headers: [
      'Content-Type: text/rfc822-headers; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
    ],
    content: quotedPrintable(headers),
  }
}

/** Throws a ComposeError when there is no address to report to. */
export function writeDsn(dsn: Dsn): Buffer {
  const recipients = dsn.recipients.slice(0, maxRecipients)
  const original = parseMail(dsn.originalMessage.subarray(0, 256 * 1024))
  const kind = mailWords.report.subjects[wholeAction(recipients)]
  const about = original.subject.slice(0, 200)
  const subject = about === '' ? kind : mailWords.report.title(kind, about)
  const headers = [
    `From: ${formatMailbox(dsn.from)}`,
    `To: ${formatMailbox({ name: '', address: dsn.to })}`,
    `Subject: ${encodeText(subject, 9)}`,
    `Date: ${dateText(dsn.date)}`,
    `Message-ID: ${checkedId(dsn.messageId)}`,
    ...(original.messageId !== null && isMessageId(original.messageId)
      ? [`References: ${original.messageId}`]
      : []),
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
  ]
  const parts = [
    humanPart({ ...dsn, recipients }, original.subject),
    statusPart(dsn, recipients),
    headersPart(dsn.originalMessage),
  ]
  return writeMessage(headers, joinParts('multipart/report; report-type=delivery-status', parts))
}
