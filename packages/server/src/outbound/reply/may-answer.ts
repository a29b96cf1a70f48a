/**
 * Whether a mail may be answered by itself (RFC 3834 section 2, RFC 5230 section 4.5 and 4.6). Two programs that answer
 * each other never stop, and an answer to a forged sender hits a stranger: whatever looks like a program, a list, or mail
 * that was not meant for this mailbox is left alone. Pure rules; who was answered before is not known here.
 */
import { normalAddress } from '../../identity/email-account/mailbox.ts'
import { type Envelope, importProtocol } from '../../inbound/receive/envelope.ts'
import { isLooping } from '../../inbound/receive/received-loop.ts'
import { readEnvelopeAddress } from '../../mail/address/envelope-address.ts'
import { headersOnly } from '../../mail/mime/headers-only.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import type { ParsedMail } from '../../mail/mime/parsed-mail.ts'

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
  /** Where the answer goes: the sender in the envelope (RFC 3834 section 4). */
  to: string
  /** Whom it is for; those who were answered are known by both. */
  author: string
  mail: ParsedMail
}

const bulkWords = ['bulk', 'list', 'junk']
/** Local parts behind which nobody reads (RFC 5230 section 4.6 and common use). */
const programs =
  /^(?:mailer-daemon|mdaemon|postmaster|daemon|root|nobody|listserv|majordomo|owner-.*|.*-(?:owner|request|relay|bounces?)|bounces?(?:[+=].*)?|(?:.*[._+-])?(?:no|do-?not|donot)[._-]?reply(?:[._+-].*)?)$/i

const isProgram = (address: string): boolean => programs.test(address.slice(0, address.lastIndexOf('@')))

const headerOf = (mail: ParsedMail, name: string): string =>
  mail.headers.find(header => header.name.toLowerCase() === name)?.value.toLowerCase() ?? ''

/** What exists besides Auto-Submitted: Microsoft's wish not to be answered, and old marks of answering programs. */
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

/** `addressedAs`: the names under which this mailbox may stand in To or Cc. */
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
