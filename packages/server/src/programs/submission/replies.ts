/** Our answers to mail programs that hand in mail; their names are the reasons in the log. */
import { reply, type SmtpReply } from '../../inbound/receive/smtp/reply.ts'

export const replies = {
  signIn: reply(530, '5.7.0', 'Authentication required'),
  notYours: reply(553, '5.7.1', 'Sender address is not yours'),
  noFrom: reply(550, '5.6.0', 'The message has no From header'),
  severalFrom: reply(550, '5.6.0', 'The message has several authors'),
  limit: reply(452, '4.7.1', 'Daily sending limit reached, try again tomorrow'),
  tooBig: reply(552, '5.3.4', 'Message is too big'),
  later: reply(454, '4.7.0', 'Too many attempts, try again later'),
  mayNotSend: reply(550, '5.7.1', 'This mailbox may not send'),
  noDomain: reply(550, '5.1.2', 'Recipient needs a domain'),
  stopped: reply(550, '5.7.1', 'Sending was stopped for unusual activity, ask the operator'),
  busy: reply(451, '4.3.0', 'Cannot take the message now, try again later'),
} as const

export const reasonOf = (answer: SmtpReply): string =>
  Object.entries(replies).find(([, known]) => known === answer)?.[0] ?? 'refused'
