/**
 * Reads mail which says that other mail did not arrive: reports of RFC 3464, and the texts of systems that do
 * not follow it. It tells which recipient failed and why. It must not know our queue, and it proves nothing:
 * code that acts upon a bounce first makes sure that the bounce is about a mail of ours (verp.ts, or the
 * message id).
 *
 * It returns null for all other mail. A bounce taken for a letter is a nuisance, but a letter taken for a
 * bounce stops somebody's mail. So without a report in due form, both the sender and the words must be those
 * of a mail system. Mail from nobody to a path that only we can make is different: nobody else knew the path,
 * so it is about our mail, and it is a bounce unless it says that it is something else.
 */

import { parseMail } from '../mime/parse-mail.ts'
import type { Attachment, ParsedMail } from '../mime/parsed-mail.ts'
import { type BounceEntry, type BounceFinding, cleanDiagnostic, maxEntries, statusIn } from './bounce.ts'
import { isLate, ownLines, readBounceText } from './bounce-text.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { judgeFailure } from './judge-failure.ts'
import { isAnswer, isAutoReply, isFromDaemon, isReceipt, kindOfReport } from './mail-kind.ts'
import { headerOf, partText, textOf } from './mail-parts.ts'
import { type Original, readOriginal } from './read-original.ts'
import { reasonOf } from './unknown-style.ts'

export type { BounceEntry } from './bounce.ts'

/** The facts about a mail that only its envelope tells. */
export type BounceWay = {
  readonly hasNullSender: boolean
  /** True when it came to a return path that only we can make (`verp.ts`). */
  readonly isToOurPath: boolean
}

const unknownWay: BounceWay = { hasNullSender: false, isToOurPath: false }

const statusTypes = ['message/delivery-status', 'message/global-delivery-status']

function readReport(raw: Buffer, mail: ParsedMail, mayBeLoose: boolean): BounceFinding[] {
  const isReport = headerOf(mail, 'content-type').toLowerCase().startsWith('multipart/report')
  if (!isReport && !mayBeLoose) return []
  const formal = mail.attachments.filter(({ contentType }) => statusTypes.includes(contentType))
  // Some systems and gateways send the report as a text.
  const loose = mail.attachments.filter(({ contentType }) => /^(?:text|application)\//.test(contentType))
  const texts = formal.length > 0 ? formal : loose.slice(0, 5)
  const findings = texts.flatMap((part: Attachment) => readDeliveryStatus(partText(raw, part)))
  const isField = /^(?:final|original)-recipient[ \t]{0,8}:/im
  const text = formal.length > 0 || findings.length > 0 ? '' : textOf(raw, mail)
  return isField.test(text) ? readDeliveryStatus(text) : findings
}

/** Adds the words that a report leaves to the part for people, when they can only be about its one recipient. */
function withReason(findings: BounceFinding[], lines: readonly string[]): BounceFinding[] {
  const [only] = findings
  if (only === undefined || findings.length > 1 || only.action !== 'failed') return findings
  const told = judgeFailure({ status: null, text: only.diagnostic }).failure
  if (told !== 'other') return findings
  const reason = reasonOf(lines)
  if (judgeFailure({ status: null, text: reason }).failure === 'other') return findings
  const isVague = only.status === null || /^[245]\.0\.0$/.test(only.status)
  const spoken = statusIn(reason)
  const status = isVague && spoken?.[0] === (only.status ?? spoken)?.[0] ? spoken : only.status
  return [{ ...only, status, diagnostic: cleanDiagnostic(reason) }]
}

const isOfSystem = (mail: ParsedMail, way: BounceWay): boolean => way.hasNullSender || isFromDaemon(mail)

function readText(mail: ParsedMail, way: BounceWay, lines: readonly string[], to: Original['to']) {
  const failedRecipients = headerOf(mail, 'x-failed-recipients')
  const mayBeBounce = isOfSystem(mail, way) || failedRecipients !== '' || kindOfReport(mail) !== null
  if (!mayBeBounce || isAutoReply(mail) || isAnswer(mail, lines)) return []
  const own = [mail.from, mail.sender, ...mail.to].flatMap(one => one?.address.toLowerCase() ?? [])
  const notThese = new Set(own)
  return readBounceText({ subject: mail.subject, lines, failedRecipients, originalTo: to, notThese })
}

/** Reads a bounce that a mail system on the way wrapped into one of its own. */
function readWrapped(raw: Buffer, mail: ParsedMail): readonly BounceEntry[] {
  const part = mail.attachments.find(({ contentType }) => contentType === 'message/rfc822')
  if (part === undefined) return []
  const inner = Buffer.from(partText(raw, part))
  const wrapped = parseMail(inner)
  if (!isFromDaemon(wrapped) || kindOfReport(wrapped) !== 'delivery-status') return []
  return entriesOf(readReport(inner, wrapped, false), readOriginal(inner, wrapped))
}

function entriesOf(findings: readonly BounceFinding[], { messageId }: Original): BounceEntry[] {
  const seen = new Set<string>()
  const entries: BounceEntry[] = []
  for (const finding of findings.slice(0, maxEntries)) {
    const key = finding.recipient.toLowerCase()
    if (!seen.has(key)) entries.push({ ...finding, originalMessageId: messageId })
    seen.add(key)
  }
  return entries
}

/** Read receipts, complaints and TLS reports use the same container as bounces. */
const isOtherReport = (mail: ParsedMail): boolean =>
  isReceipt(mail) || (kindOfReport(mail) ?? 'delivery-status') !== 'delivery-status'

/** Returns the failure of a mail whose path tells the recipient, whatever the bounce looks like. */
function failureOf(mail: ParsedMail, lines: readonly string[], original: Original): BounceEntry | null {
  if (isAutoReply(mail) || isAnswer(mail, lines)) return null
  const reason = reasonOf([...lines, '', mail.subject])
  const finding: BounceFinding = {
    recipient: '',
    action: isLate(mail.subject, lines) ? 'delayed' : 'failed',
    status: statusIn(reason),
    diagnostic: cleanDiagnostic(reason),
    originalRecipient: null,
  }
  return { ...finding, originalMessageId: original.messageId }
}

export function readBounce(raw: Buffer, way: BounceWay = unknownWay): readonly BounceEntry[] | null {
  const mail = parseMail(raw)
  if (isOtherReport(mail)) return null
  const lines = ownLines(textOf(raw, mail))
  const original = readOriginal(raw, mail)
  const report = readReport(raw, mail, isOfSystem(mail, way))
  if (report.length > 0) return entriesOf(withReason(report, lines), original)
  const wrapped = isOfSystem(mail, way) ? readWrapped(raw, mail) : []
  if (wrapped.length > 0) return wrapped
  const entries = entriesOf(readText(mail, way, lines, original.to), original)
  if (entries.length > 0) return entries
  const certain = way.hasNullSender && way.isToOurPath ? failureOf(mail, lines, original) : null
  return certain === null ? null : [certain]
}
