/** From raw bytes to what a list, a search and a filter need. Runs in a worker thread; touches no database. */
import type { Person } from '@yanshu/contract'
import { type Envelope, ownProtocol } from '../../mail/envelope.ts'
import { extractCodeAndLink } from '../../mail/extract/extract.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import type { ParsedMail } from '../../mail/mime/parsed-mail.ts'
import { previewText } from '../../mail/mime/preview.ts'
import { searchTokens } from '../../mail/search/tokens.ts'
import {
  authorDomain,
  type KeptChecks,
  ofAnotherAuthor,
  ownSender,
  withDoubleFields,
} from '../../mail/sender-verdict.ts'
import { spamScore } from '../../mail/spam/spam-score.ts'
import { cutText } from '../../mail/text/cut-text.ts'
import { type Visible, visibleText } from '../../mail/visible/visible-text.ts'
import { codeInPicture, type MessageDetails } from '../../mailbox/mail/message-details.ts'
import type { FilterFacts } from '../filter/filter.ts'
import type { ArrivedMail, ReadMail } from './arrived-mail.ts'
import type { Scan } from './scan/opinion.ts'
import { type CheckedSender, checkSender } from './sender-checks.ts'
import type { Resolve } from './sender-resolver.ts'
import { isAddress, shownSender } from './shown-sender.ts'

const maxPeople = 100
const maxText = 100_000
const maxSubject = 500

const cutPerson = ({ name, address }: Person): Person => ({
  name: cutText(name, 200),
  address: cutText(address, 320),
})
const people = (list: readonly Person[]): Person[] => list.slice(0, maxPeople).map(cutPerson)

/** The visible text: that of the HTML where it shows any, else the plain one. */
const shownText = (mail: ParsedMail, visible: Visible | null): string => visible?.text || mail.text || ''

function tokensOf(mail: ParsedMail, from: Person, text: string): string {
  const attachments = mail.attachments.slice(0, 50).map(item => item.filename)
  return searchTokens([mail.subject, from.name, from.address, ...attachments, text].join('\n'))
}

/** A sender shown in place of a missing or empty From was not checked. */
function believedChecks(
  { checks, author }: CheckedSender,
  { from, warnings, headers }: ParsedMail,
): KeptChecks {
  const shown = from?.address ?? ''
  const isJudged = author !== '' && isAddress(shown) && author === authorDomain(shown)
  if (!isJudged) return ofAnotherAuthor(checks)
  if (!warnings.includes('duplicate-header') && !warnings.includes('several-from')) return checks
  const froms = headers.filter(({ name }) => name.toLowerCase() === 'from').length
  return withDoubleFields(checks, froms > 1 || warnings.includes('several-from'))
}

/**
 * The search tokens of a message by themselves, as `readMessage` makes them; for making the index anew. Its sender may be
 * that of its envelope, which is not in the bytes.
 */
export function tokensOfMessage(raw: Buffer, from: Person): string {
  try {
    const mail = parseMail(raw)
    return tokensOf(mail, from, shownText(mail, mail.html === null ? null : visibleText(mail.html)))
  } catch {
    return ''
  }
}

export async function readMessage(
  raw: Buffer,
  envelope: Envelope,
  asked: { resolver: Resolve; scan: Scan },
): Promise<ReadMail> {
  const isOwn = envelope.protocol === ownProtocol
  const checking = isOwn ? null : checkSender(raw, envelope, asked.resolver)
  const scanning = asked.scan(raw, envelope)
  const mail = parseMail(raw)
  const from = cutPerson(shownSender(mail, envelope.from))
  const visible = mail.html === null ? null : visibleText(mail.html)
  const text = shownText(mail, visible)
  const { subject, html, from: writer } = mail
  const found = extractCodeAndLink({ subject, text: mail.text, html, from: writer }, visible)
  const tokens = tokensOf(mail, from, text)
  const [checked, opinion] = await Promise.all([checking, scanning])
  const auth = checked === null ? ownSender : believedChecks(checked, mail)
  const attachments = mail.attachments.map(({ filename, contentType }) => ({ filename, contentType }))
  const own = spamScore({
    subject: mail.subject,
    fromName: from.name,
    fromAddress: from.address,
    hasDate: mail.date !== null,
    hasMessageId: mail.messageId !== null,
    textLength: text.length,
    htmlLength: mail.html?.length ?? 0,
    linkCount: visible?.links.length ?? 0,
    remoteImages: (mail.html?.match(/<img\b/gi) ?? []).length,
    attachmentNames: attachments.map(item => item.filename),
    hasCode: found.code !== null,
    spf: auth.spf.result,
    dkim: auth.dkim.result,
    dmarc: auth.dmarc.result,
  })
  const spam = { score: own.score + opinion.points, rules: [...own.rules, ...opinion.rules] }
  const details: MessageDetails = {
    to: people(mail.to),
    cc: people(mail.cc),
    replyTo: people(mail.replyTo),
    date: mail.date,
    messageId: cutText(mail.messageId ?? '', 500),
    auth,
    codeEvidence: found.codeEvidence && { ...found.codeEvidence, confidence: found.codeConfidence },
    linkEvidence: found.linkEvidence && { ...found.linkEvidence, confidence: found.linkConfidence },
    spamRules: spam.rules,
    warnings: found.codeInPicture ? [...mail.warnings, codeInPicture] : mail.warnings,
  }
  const arrived: ArrivedMail = {
    subject: cutText(mail.subject, maxSubject),
    from,
    preview: previewText(text),
    code: found.code,
    link: found.link,
    attachmentCount: mail.attachments.filter(item => !item.inline).length,
    spamScore: spam.score,
    to: details.to,
    messageId: details.messageId,
    dmarc: auth.dmarc.result,
    details: JSON.stringify(details),
    tokens,
  }
  const facts = (): FilterFacts => ({
    from: from.address,
    fromName: from.name,
    recipients: people([...mail.to, ...mail.cc]).map(person => person.address),
    subject: mail.subject,
    text: text.slice(0, maxText),
    headers: mail.headers.map(({ name, value }) => ({ name, value })),
    attachments,
    size: raw.length,
    hasCode: found.code !== null,
    auth: { spf: auth.spf.result, dkim: auth.dkim.result, dmarc: auth.dmarc.result },
    spamScore: spam.score,
  })
  return { mail: arrived, facts }
}
