/** Tells the log of what was refused to a client, once for each reply. */
import type { Log } from '../../kernel/log.ts'
import type { SmtpReply } from './smtp/reply.ts'
import { ingestProtocol, type RefusedDetails, type RefusedReason, type SmtpSession } from './smtp/types.ts'

/** The reply in one line, as the trace and the log keep it. */
export const replyText = ({ code, enhanced, text }: SmtpReply): string =>
  [code, enhanced, typeof text === 'string' ? text : text[0]].filter(part => part !== undefined).join(' ')

type Refusal = {
  /** Of mail programs that hand in mail; the others are told apart by their protocol. */
  channel?: 'submission'
  reason: string
  answer: SmtpReply | null
  from: string | null
  to: string | null
}

function channelOf({ protocol }: SmtpSession): string {
  if (protocol === ingestProtocol) return 'http'
  return protocol.includes('LMTP') ? 'lmtp' : 'smtp'
}

export function tellRefusal(
  log: Log,
  session: SmtpSession,
  { channel, reason, answer, from, to }: Refusal,
): void {
  log.event('smtp.refused', {
    client: session.remoteAddress,
    channel: channel ?? channelOf(session),
    code: answer?.code ?? null,
    reason,
    from,
    to,
    reply: answer && replyText(answer),
  })
}

/** Tells of what the listener itself refused. A client that is gone without having said anything is no news. */
export function tellListenerRefusal(
  log: Log,
  session: SmtpSession,
  reason: RefusedReason,
  { reply: answer, transaction, text }: RefusedDetails,
  channel?: 'submission',
): void {
  if (answer === null && !transaction) return
  const recipients = transaction?.recipients.map(({ address }) => address).join(' ')
  // One recipient too many is named by the text.
  const isAboutOne = reason.endsWith('recipients') && text !== undefined
  tellRefusal(log, session, {
    ...(channel && { channel }),
    reason,
    answer,
    from: transaction?.from.address ?? null,
    to: (isAboutOne ? text : recipients) || null,
  })
}
