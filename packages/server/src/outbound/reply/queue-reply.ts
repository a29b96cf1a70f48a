/**
 * Queues an automatic answer: from the mailbox, to the sender in the envelope, with the null return path (RFC
 * 3834 sections 3 and 4). The same person gets one in seven days, however many mails come at once on however
 * many nodes.
 */
import type { Tx } from '../../database/types.ts'
import { day } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { readEnvelopeAddress } from '../../mail/address/envelope-address.ts'
import { answerTo } from '../../mail/compose/answer-to.ts'
import { composeMessage } from '../../mail/compose/compose-message.ts'
import { previewText } from '../../mail/mime/preview.ts'
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { type DayLimit, enqueue, withinLimits } from '../queue/enqueue.ts'
import { outboundWords } from '../words/words.ts'
import type { Answerable } from './may-answer.ts'
import { forgetAnsweredPeople, removeAnsweredUntil, takeTurn } from './repository.ts'

const periodMs = 7 * day
const maxSubject = 200

export type PlannedReply = {
  limits: readonly DayLimit[]
  words: { subject: string; text: string }
} & Answerable

/**
 * Queues the answer in the transaction that stores the mail; returns false when this person has had one, or
 * the day's limit is reached.
 */
export async function queueReply(
  tx: Tx,
  mailbox: Pick<MailboxRow, 'id' | 'owner_id' | 'address'>,
  plan: PlannedReply,
  now: number,
): Promise<boolean> {
  const recipient = readEnvelopeAddress(plan.to)
  if (recipient === null) return false
  // The author counts too, because many systems send every mail from another return path.
  const people = [...new Set([plan.to.toLowerCase(), plan.author])].sort()
  const turns: boolean[] = []
  for (const person of people) turns.push(await takeTurn(tx, mailbox.id, person, { now, periodMs }))
  if (turns.includes(false)) return false
  if (!(await withinLimits(tx, plan.limits, 1, now))) {
    // These people may get an answer another day.
    await forgetAnsweredPeople(tx, mailbox.id, people)
    return false
  }
  const id = newId(now)
  const domain = mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1)
  const messageId = `<${id}@${domain}>`
  // RFC 3834 section 3.1.5: the subject tells that the answer is automatic, and to which mail.
  const subject = (plan.words.subject || outboundWords.replySubject(plan.mail.subject)).slice(0, maxSubject)
  const raw = await composeMessage({
    from: { name: '', address: mailbox.address },
    to: [{ name: '', address: recipient.address }],
    cc: [],
    subject,
    text: plan.words.text,
    html: null,
    attachments: [],
    messageId,
    date: new Date(now),
    ...answerTo(plan.mail),
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
  })
  await enqueue(tx, {
    id,
    kind: 'reply',
    mailbox,
    // With the null return path no two programs ever answer each other (RFC 3834 section 3.3).
    fromAddress: '',
    fromName: '',
    to: [recipient.address],
    cc: [],
    subject,
    preview: previewText(plan.words.text),
    messageId,
    attachmentCount: 0,
    smtpUtf8: recipient.needsSmtpUtf8,
    raw,
    blobKey: null,
    recipients: [{ kind: 'to', address: recipient.address, domain: recipient.domain }],
    sendAt: null,
    holdMs: 0,
    now,
  })
  return true
}

/** Forgets people who may get an answer again. */
export const sweepGiven = (tx: Tx, now: number): Promise<void> => removeAnsweredUntil(tx, now - periodMs)
