/**
 * Decides whether a mail may be answered automatically (RFC 3834 section 2, RFC 5230 section 4.5 and 4.6).
 * Two programs that answer each other never stop, and an answer to a forged sender hits a stranger. So mail
 * from programs and lists, and mail that was not addressed to this mailbox, gets no answer. The rules are
 * pure and do not know who was answered before.
 */

import { readEnvelopeAddress } from '../../mail/address/envelope-address.ts'
import { normalAddress } from '../../mail/address/mailbox-address.ts'
import { type Envelope, importProtocol } from '../../mail/envelope.ts'
import { headersOnly } from '../../mail/mime/headers-only.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import type { ParsedMail } from '../../mail/mime/parsed-mail.ts'
import { isLooping } from '../../mail/received-loop.ts'

export type NoAnswer =
  | 'nobody'
  | 'automatic'
  | 'bulk'
  | 'list'
  | 'report'
  | 'self'
  | 'program'
  | 'noAuthor'
  | 'notAddressed'
  | 'loop'

export type Answerable = {
  /** The recipient of the answer: the sender in the envelope (RFC 3834 section 4). */
  to: string
  /** The author of the mail; a person who was answered is known by either address. */
  author: string
  mail: ParsedMail
}

const bulkWords = ['bulk', 'list', 'junk']
/** Local parts that no person reads (RFC 5230 section 4.6 and common use). */
const programs =
  /^(?:mailer-daemon|mdaemon|postmaster|daemon|root|nobody|listserv|majordomo|owner-.*|.*-(?:owner|request|relay|bounces?)|bounces?(?:[+=].*)?|(?:.*[._+-])?(?:no|do-?not|donot)[._-]?reply(?:[._+-].*)?)$/i

const isProgram = (address: string): boolean => programs.test(address.slice(0, address.lastIndexOf('@')))

const headerOf = (mail: ParsedMail, name: string): string =>
  mail.headers.find(header => header.name.toLowerCase() === name)?.value.toLowerCase() ?? ''

/**
 * Finds marks besides Auto-Submitted: Microsoft's request not to answer, and old marks of answering programs.
 */
function wantsNoAnswer(mail: ParsedMail): boolean {
  if (mail.autoSubmitted) return true
  if (/\b(?:all|oof|autoreply)\b/.test(headerOf(mail, 'x-auto-response-suppress'))) return true
  return mail.headers.some(({ name }) => /^x-auto(?:reply|respond|response)$/i.test(name))
}

function refusal(
  mail: ParsedMail,
  sender: string,
  mailbox: string,
  addressedAs: readonly string[],
): NoAnswer | null {
  if (wantsNoAnswer(mail)) return 'automatic'
  if (mail.precedence !== null && bulkWords.includes(mail.precedence.trim())) return 'bulk'
  if (mail.headers.some(({ name }) => /^list-/i.test(name))) return 'list'
  if (headerOf(mail, 'content-type').startsWith('multipart/report')) return 'report'
  const author = mail.from?.address ?? ''
  if (author === '' || mail.warnings.includes('several-from')) return 'noAuthor'
  if ([sender, author].some(address => normalAddress(address) === mailbox)) return 'self'
  if (isProgram(sender) || isProgram(author)) return 'program'
  const named = new Set([...mail.to, ...mail.cc].map(({ address }) => address.toLowerCase()))
  return addressedAs.some(address => named.has(address.toLowerCase())) ? null : 'notAddressed'
}

/** `addressedAs` lists the addresses under which To or Cc may name this mailbox. */
export function mayAnswer(
  { raw, envelope }: { raw: Buffer; envelope: Envelope },
  mailbox: string,
  addressedAs: readonly string[],
): Answerable | NoAnswer {
  const sender = readEnvelopeAddress(envelope.from)
  if (sender === null || envelope.protocol === importProtocol) return 'nobody'
  if (isLooping(raw)) return 'loop'
  const mail = parseMail(headersOnly(raw))
  const no = refusal(mail, sender.address, mailbox, addressedAs)
  return no ?? { to: sender.address, author: (mail.from?.address ?? '').toLowerCase(), mail }
}
