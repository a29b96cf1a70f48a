/** Tells what kind of automatic mail a mail is, from its headers and its words. */
import type { ParsedMail } from '../mime/parsed-mail.ts'
import { arrivedSubject, awaySubject, awayText, failed, says } from './bounce-signs.ts'
import { headerOf } from './mail-parts.ts'
import { enhancedIn } from './reply-code.ts'

/** The senders of bounces. A person's own address never looks like this. */
const daemon =
  /^(?:mailer-?daemon|mail-?daemon|post[-_]?master|post-?office|mail-?system|mail-?delivery(?:-?s(?:ub)?system)?|bounces?|bounced|maildelivery|microsoftexchange[0-9a-f]{32}|10000)(?:[+=_-].*)?$/i

export function isFromDaemon(mail: ParsedMail): boolean {
  const addresses = [mail.from?.address, mail.sender?.address].filter(address => address !== undefined)
  const isDaemon = addresses.some(address =>
    daemon.test(address.slice(0, Math.max(0, address.lastIndexOf('@')))),
  )
  const hasMail = mail.attachments.some(({ contentType }) => contentType === 'message/rfc822')
  const isRobot = hasMail && addresses.some(address => /^(?:no|do-?not)[-_.]?reply@/i.test(address))
  const isNameless = /^\s{0,8}["']?mailer-?daemon\b[^@]{0,80}$/i.test(headerOf(mail, 'from'))
  return isDaemon || isRobot || isNameless || headerOf(mail, 'return-path').replace(/\s/g, '') === '<>'
}

/** Finds the marks of a person's automatic answer (RFC 3834 and older ones), and of mail to many. */
export function isAutoReply(mail: ParsedMail): boolean {
  const markers = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-vacation']
  return (
    mail.listId !== null ||
    mail.precedence === 'auto_reply' ||
    /vacation/i.test(headerOf(mail, 'auto-submitted')) ||
    headerOf(mail, 'list-unsubscribe') !== '' ||
    markers.some(name => headerOf(mail, name) !== '')
  )
}

/**
 * True for an automatic answer by its words. Answers to a return path come from nobody, as bounces do, and
 * both carry the same marks of RFC 3834.
 */
export function isAnswer(mail: ParsedMail, lines: readonly string[]): boolean {
  const text = lines.join('\n').slice(0, 4000)
  if (awaySubject.test(mail.subject.trim())) return enhancedIn(text) === null
  const saysFailed = enhancedIn(text) !== null || says(failed, `${mail.subject}\n${text}`)
  if (saysFailed) return awayText.test(text) && enhancedIn(text) === null && !says(failed, mail.subject)
  const isReply = /^(?:re|aw|sv|antw|回复|答复|回覆|返信)\s?[:：]/i.test(mail.subject.trim())
  return mail.autoSubmitted || isReply || awayText.test(text)
}

/** Returns the type of a report (RFC 6522), also when only a part of the mail tells it. */
export function kindOfReport(mail: ParsedMail): string | null {
  const type = headerOf(mail, 'content-type').toLowerCase()
  const named = /report-type\s{0,9}=\s{0,9}"?([a-z-]{1,40})/.exec(type)?.[1]
  if (named !== undefined) return named
  const other = mail.attachments.find(({ contentType }) =>
    ['message/feedback-report', 'message/disposition-notification'].includes(contentType),
  )
  return other === undefined ? null : other.contentType.slice('message/'.length)
}

/** True for a mail that says of another that it arrived or was read. */
export const isReceipt = (mail: ParsedMail): boolean => arrivedSubject.test(mail.subject.trim())
