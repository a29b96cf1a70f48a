/**
 * Answers the questions of the SMTP port's thread with the handler. The thread may have let a sender or a
 * recipient pass because of a recent answer, so with the message everything is decided anew, and nothing is
 * accepted on an old answer.
 */

import { freeMemory, maxKept } from '../../journal/large-message.ts'
import type { SmtpPath } from '../smtp/path.ts'
import { isRefusal, reply, type SmtpReply } from '../smtp/reply.ts'
import type { ReceivedMessage, SmtpHandler, Transaction } from '../smtp/types.ts'
import type { Question } from './protocol.ts'

type Message = Extract<Question, { what: 'data' }>

/** One answer stands for all recipients: who is still welcome gets the message at the next try, and it is known then who is not. */
const someoneLeft = reply(451, '4.3.0', 'A recipient is no longer available, send the message again')

export async function decide(handler: SmtpHandler, question: Question): Promise<SmtpReply | null> {
  switch (question.what) {
    case 'connect':
      return handler.connect(question.session)
    case 'mail':
      return handler.mail(question.session, question.from, question.params)
    case 'rcpt':
      return handler.rcpt(question.session, question.to, transactionOf(question, []))
    case 'data':
      return (await refusalOf(handler, question)) ?? take(handler, question)
  }
}

const transactionOf = (
  { from, params }: Pick<Message, 'from' | 'params'>,
  recipients: SmtpPath[],
): Transaction => ({
  from,
  params,
  recipients,
})

/** Asks about every recipient: the handler then knows them, and refuses those that are not welcome any more. */
async function refusalOf(handler: SmtpHandler, question: Message): Promise<SmtpReply | null> {
  const { session, recipients } = question
  const transaction = transactionOf(question, recipients)
  let first: SmtpReply | null = null
  const left: SmtpPath[] = []
  for (const to of recipients) {
    const given = await handler.rcpt(session, to, transaction)
    if (isRefusal(given)) first ??= given
    else left.push(to)
  }
  if (first === null || left.length === 0) return first
  const details = { reply: someoneLeft, transaction: transactionOf(question, left) }
  handler.refused(session, 'recipient-left', details)
  return someoneLeft
}

async function take(handler: SmtpHandler, question: Message): Promise<SmtpReply> {
  const { session, from, params, recipients } = question
  const raw = Buffer.from(question.raw.buffer, question.raw.byteOffset, question.raw.byteLength)
  const message: ReceivedMessage = {
    raw,
    envelope: {
      from,
      recipients,
      smtpUtf8: params.smtpUtf8,
      body8bit: params.body === '8BITMIME',
      size: raw.length,
    },
    senderAsked: question.senderAsked,
  }
  try {
    const given = await handler.data(session, message)
    if (Array.isArray(given)) throw new Error('SMTP wants one reply')
    return given
  } finally {
    if (raw.length > maxKept) freeMemory(raw)
  }
}
