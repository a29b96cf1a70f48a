/** MAIL, RCPT and RSET: the envelope (RFC 5321 section 3.3). Whose mail is taken is for the handler to say. */
import { parseMail, parseRcpt } from './command.ts'
import {
  answer,
  ask,
  type Connection,
  countIdleCommand,
  refuse,
  refuseAndClose,
  resetTransaction,
} from './connection.ts'
import { isRefusal, replies } from './reply.ts'

export async function mail(c: Connection, argument: string): Promise<void> {
  if (c.session.greeting === null) return refuse(c, 'sequence', replies.greetFirst)
  if (c.transaction !== null) return refuse(c, 'sequence', replies.nested)
  const command = parseMail(argument, c.handler.auth !== undefined)
  if (!command.ok) return refuse(c, command.reason, command.reply, argument)
  const { from, params } = command
  if (params.size !== null && params.size > c.limits.messageBytes) {
    return refuse(c, 'message-too-big', replies.tooBig, argument)
  }
  const verdict = await ask(c, () => c.handler.mail(c.session, from, params))
  if (isRefusal(verdict)) return answer(c, verdict)
  c.transaction = {
    from,
    params,
    recipients: [],
    refusedRecipients: 0,
    reportedRecipientLimit: false,
    chunks: null,
  }
  answer(c, verdict ?? replies.senderOk)
}

export async function rcpt(c: Connection, argument: string): Promise<void> {
  const { transaction } = c
  if (transaction === null) return refuse(c, 'sequence', replies.needMail)
  if (transaction.chunks !== null) return refuse(c, 'sequence', replies.chunksBegun)
  const command = parseRcpt(argument, transaction.params.smtpUtf8)
  if (!command.ok) {
    transaction.refusedRecipients++
    return refuse(c, command.reason, command.reply, argument)
  }
  if (transaction.recipients.length >= c.limits.recipients) {
    // No error of the client's: RFC 5321 section 4.5.3.1.10 has it send the rest later. Traced once a message.
    if (transaction.reportedRecipientLimit) return answer(c, replies.tooManyRecipients)
    transaction.reportedRecipientLimit = true
    return refuse(c, 'too-many-recipients', replies.tooManyRecipients, argument)
  }
  const verdict = await ask(c, () => c.handler.rcpt(c.session, command.to, transaction))
  if (!isRefusal(verdict)) {
    transaction.recipients.push(command.to)
    return answer(c, verdict ?? replies.recipientOk)
  }
  transaction.refusedRecipients++
  if (verdict.code >= 500) c.unknownRecipients++
  if (c.unknownRecipients > c.limits.unknownRecipients) {
    return refuseAndClose(c, 'too-many-unknown-recipients', replies.tooManyUnknown)
  }
  answer(c, verdict)
}

export function rset(c: Connection, argument: string): void {
  if (argument !== '') {
    refuse(c, 'syntax', replies.noArgument)
    return
  }
  resetTransaction(c)
  answer(c, replies.ok)
  countIdleCommand(c)
}
