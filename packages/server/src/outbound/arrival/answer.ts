/** Answers mail automatically while a mailbox's holder is away. */
import type { Db } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EnvelopeRecipient } from '../../mail/envelope.ts'
import { readReturnPath } from '../../mail/verp.ts'
import { findMailboxByAddress } from '../../mailbox/account/mailboxes.ts'
import type { ArrivalStep, ArrivingMessage } from '../../mailbox/mail/arrival-step.ts'
import { wordsAt } from '../reply/auto-reply.ts'
import { mayAnswer } from '../reply/may-answer.ts'
import { type PlannedReply, queueReply } from '../reply/queue-reply.ts'
import { senderKey } from '../stop/sender-key.ts'
import type { AutomaticMail } from './automatic-mail.ts'

type Deps = {
  db: Db
  clock: Clock
  /** The key of return paths. */
  key: Buffer
  automatic: AutomaticMail
  /** Runs after a commit that queued mail for these senders. */
  queued(senderKeys: readonly string[]): Promise<void>
}

async function replyFor(
  deps: Deps,
  message: ArrivingMessage,
  { address, given }: EnvelopeRecipient,
): Promise<PlannedReply | null> {
  if (!(await deps.automatic.answers(address))) return null
  // Mail to a return path is about our own mail and gets no answer.
  if (readReturnPath(deps.key, given) !== null) return null
  const answerable = mayAnswer(message, address, [address, given])
  if (typeof answerable === 'string') return null
  const mailbox = await findMailboxByAddress(deps.db.query, address)
  const words = mailbox && (await wordsAt(deps.db.query, mailbox.id, deps.clock.now()))
  const limits = words && (await deps.automatic.limitsOf(mailbox))
  return words && limits ? { ...answerable, words, limits } : null
}

export const answer = (deps: Deps): ArrivalStep => ({
  name: 'answer',
  async prepare(message) {
    const replies = new Map<string, PlannedReply>()
    const senders = new Set<string>()
    for (const recipient of message.envelope.recipients) {
      const reply = await replyFor(deps, message, recipient)
      if (reply) replies.set(recipient.address, reply)
    }
    if (replies.size === 0) return null
    return {
      async store(tx, mailbox, { mail, keeps, dmarc }, now) {
        const reply = replies.get(mailbox.address)
        // No answer goes to mail that a rule threw away, that is spam, or that fails its own domain's check.
        const isWanted = mail.folder !== 'spam' && (mail.folder !== 'trash' || !keeps)
        if (!reply || !isWanted || dmarc === 'fail') return
        // The mailbox may have a new holder by now, and then the former holder's words must not be sent.
        if (!(await wordsAt(tx, mailbox.id, now))) return
        if (await queueReply(tx, mailbox, reply, now)) senders.add(senderKey(mailbox))
      },
      async done(isStored) {
        if (isStored && senders.size > 0) await deps.queued([...senders])
      },
    }
  },
})
