/** Tells the log of every refusal to a mail program that hands in mail. */
import { isRefusal, type SmtpReply } from '../../inbound/receive/smtp/reply.ts'
import type { SmtpHandler, SmtpSession } from '../../inbound/receive/smtp/types.ts'
import { tellListenerRefusal, tellRefusal } from '../../inbound/receive/tell-refusal.ts'
import type { Log } from '../../kernel/log.ts'
import { reasonOf } from './replies.ts'

type AuthHandler = SmtpHandler & Required<Pick<SmtpHandler, 'auth'>>
type Named = { from: string | null; to: string | null }

export function tellingRefusals(log: Log, handler: AuthHandler): SmtpHandler {
  function told<Answer extends SmtpReply | SmtpReply[] | null>(
    session: SmtpSession,
    given: Answer,
    named: Named,
  ): Answer {
    for (const answer of Array.isArray(given) ? given : [given]) {
      if (isRefusal(answer))
        tellRefusal(log, session, { channel: 'submission', reason: reasonOf(answer), answer, ...named })
    }
    return given
  }

  return {
    ...handler,
    async auth(session, mechanism, credentials) {
      const verdict = await handler.auth(session, mechanism, credentials)
      // A password that is wrong, or not looked at, is told of as a log-in.
      const isFamiliar = !verdict.ok && verdict.reply && reasonOf(verdict.reply) === 'mayNotSend'
      if (isFamiliar) told(session, verdict.reply ?? null, { from: null, to: null })
      return verdict
    },
    async mail(session, from, params) {
      const answer = await handler.mail(session, from, params)
      return told(session, answer, { from: from.address, to: null })
    },
    async rcpt(session, to, transaction) {
      const answer = await handler.rcpt(session, to, transaction)
      return told(session, answer, { from: transaction.from.address, to: to.address })
    },
    async data(session, message) {
      const { from, recipients } = message.envelope
      const to = recipients.map(({ address }) => address).join(' ')
      return told(session, await handler.data(session, message), { from: from.address, to })
    },
    refused(session, reason, details) {
      handler.refused(session, reason, details)
      tellListenerRefusal(log, session, reason, details, 'submission')
    },
  }
}
