/**
 * Reports about mail that did not arrive, or not yet (RFC 3464 in a multipart/report of RFC 6522; RFC 3834 for what every
 * automatic answer says of itself). The report goes out with the null return path: whoever sends it sees to that. It must
 * not know the queue; it writes down what it is told.
 */
import type { Mailbox } from '../address/parse-address-list.ts'
import { formatMailbox } from '../compose/address-field.ts'
import { isSevenBit, type Part, quotedPrintable, textPart } from '../compose/body-part.ts'
import { checkedId, isMessageId, joinParts, writeMessage } from '../compose/compose-message.ts'
import { encodeText } from '../compose/encode-words.ts'
import { withCrlf } from '../line-ends.ts'
import { parseMail } from '../mime/parse-mail.ts'

export type DsnAction = 'failed' | 'delayed' | 'delivered'

export type DsnRecipient = {
  readonly recipient: string
  /** Where it was first sent to, when that was rewritten since. */
  readonly originalRecipient?: string | null
  readonly action: DsnAction
  /** RFC 3463; "5.0.0" when nobody said. */
  readonly status: string | null
  /** Why, in a sentence for people; empty when the other side's words are all there is. */
  readonly why: string
  /** The other side's words: a reply of SMTP. Empty when it said nothing. */
  readonly diagnostic: string
  /** What we noted ourselves, for those who look into it. */
  readonly noted: string
  /** Who said them; empty when nobody was reached. */
  readonly host: string
  readonly lastAttempt: Date
  /** For a delay: until when it is tried. */
  readonly willRetryUntil?: Date | null
}

export type Dsn = {
  /** The name of this server. */
  readonly reportingHost: string
  readonly from: Mailbox
  /** The sender of the mail this is about. */
  readonly to: string
  /** Of the report, with its angle brackets. */
  readonly messageId: string
  readonly date: Date
  readonly arrivalDate: Date
  readonly recipients: readonly DsnRecipient[]
  /** The mail this is about; its headers are sent back, its content is not. */
  readonly originalMessage: Buffer
}

const maxHeaderBytes = 32 * 1024
const maxRecipients = 500

const subjects: Record<DsnAction, string> = {
  failed: '退信',
  delayed: '暂未送达',
  delivered: '已送达',
}
const openings: Record<DsnAction, string> = {
  failed: '您的邮件没有送到下面的收件人，系统不会再试。',
  delayed: '您的邮件还没有送到下面的收件人，系统会继续尝试，您不用重发。',
  delivered: '您的邮件已经送到下面的收件人。',
}
const whyLabel = '原因'
const answerLabel = '对方的答复'
/** RFC 3464 section 2.3.6: "smtp" is for replies of SMTP alone; what is ours has a type of ours. */
const ownType = 'x-yanshu'

const dateText = (date: Date): string => date.toUTCString().replace('GMT', '+0000')
const field = (name: string, value: string): string => `${name}: ${encodeText(value, name.length + 2)}`

/** RFC 6533, section 3: addresses outside ASCII are of another type and written with escapes. */
function typedAddress(address: string): string {
  if (/^[ -~]*$/.test(address)) return `rfc822; ${address}`
  const escaped = [...address].map(char => {
    const code = char.codePointAt(0) ?? 0
    return code > 126 || char === '\\' ? `\\x{${code.toString(16).toUpperCase()}}` : char
  })
  return `utf-8; ${escaped.join('')}`
}

/** The most telling of several: one that failed outweighs the rest. */
function wholeAction(recipients: readonly DsnRecipient[]): DsnAction {
  const actions: readonly DsnAction[] = ['failed', 'delayed', 'delivered']
  return actions.find(action => recipients.some(recipient => recipient.action === action)) ?? 'failed'
}

function defaultStatus({ action, status }: DsnRecipient): string {
  if (status !== null && /^[245]\.\d{1,3}\.\d{1,3}$/.test(status)) return status
  return { failed: '5.0.0', delayed: '4.0.0', delivered: '2.0.0' }[action]
}

function humanPart(dsn: Dsn, subject: string): Part {
  const lines = [openings[wholeAction(dsn.recipients)], '']
  if (subject !== '') lines.push(`主题：${subject}`, '')
  for (const { recipient, why, diagnostic, host } of dsn.recipients) {
    lines.push(recipient)
    if (why !== '') lines.push(`  ${whyLabel}：${why}`)
    if (diagnostic !== '') lines.push(`  ${answerLabel}${host === '' ? '' : `（${host}）`}：${diagnostic}`)
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
  // Cut at the end of a line.
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
  const subject = subjects[wholeAction(recipients)]
  const headers = [
    `From: ${formatMailbox(dsn.from)}`,
    `To: ${formatMailbox({ name: '', address: dsn.to })}`,
    `Subject: ${encodeText(original.subject === '' ? subject : `${subject}：${original.subject.slice(0, 200)}`, 9)}`,
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
