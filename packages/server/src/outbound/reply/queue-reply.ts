/**
 * An answer that a mailbox gives by itself, on its way into the queue: from the mailbox, to the sender in the envelope,
 * returned to nobody (RFC 3834 sections 3 and 4). The same person gets one in seven days, however many mails come at once
 * on however many nodes.
 */
import { day } from '../../clock.ts'
import type { Tx } from '../../database/types.ts'
import type { MailboxRow } from '../../identity/email-account/repository.ts'
import { newId } from '../../ids.ts'
import { readEnvelopeAddress } from '../../mail/address/envelope-address.ts'
import { answerTo } from '../../mail/compose/answer-to.ts'
import { composeMessage } from '../../mail/compose/compose-message.ts'
import { previewText } from '../../mail/mime/preview.ts'
import { type DayLimit, enqueue, withinLimits } from '../queue/enqueue.ts'
import type { Answerable } from './may-answer.ts'

const periodMs = 7 * day
const subjectWords = '自动回复'
const maxSubject = 200

/** Whether this person was not answered lately, written down in the same step; a clock that was set back holds nobody up. */
async function takeTurn(tx: Tx, mailboxId: string, person: string, now: number): Promise<boolean> {
  const taken = await tx
    .insertInto('auto_reply_given')
    .values({ mailbox_id: mailboxId, person, given_at: now })
    .onConflict(oc =>
      oc
        .columns(['mailbox_id', 'person'])
        .doUpdateSet({ given_at: now })
        .where(eb =>
          eb.or([
            eb('auto_reply_given.given_at', '<=', now - periodMs),
            eb('auto_reply_given.given_at', '>', now + day),
          ]),
        ),
    )
    .returning('person')
    .executeTakeFirst()
  return taken !== undefined
}

export type PlannedReply = {
  limits: readonly DayLimit[]
  words: { subject: string; text: string }
} & Answerable

/** Queues the answer in the transaction that stores the mail; false when this person has had one, or the day's limit is reached. */
export async function queueReply(
  tx: Tx,
  mailbox: Pick<MailboxRow, 'id' | 'owner_id' | 'address'>,
  plan: PlannedReply,
  now: number,
): Promise<boolean> {
  const recipient = readEnvelopeAddress(plan.to)
  if (recipient === null) return false
  // By the author too: many systems write every mail from another return path.
  const people = [...new Set([plan.to.toLowerCase(), plan.author])].sort()
  const turns: boolean[] = []
  for (const person of people) turns.push(await takeTurn(tx, mailbox.id, person, now))
  if (turns.includes(false)) return false
  if (!(await withinLimits(tx, plan.limits, 1, now))) {
    // They get theirs another day.
    await tx
      .deleteFrom('auto_reply_given')
      .where('mailbox_id', '=', mailbox.id)
      .where('person', 'in', people)
      .execute()
    return false
  }
  const id = newId(now)
  const domain = mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1)
  const messageId = `<${id}@${domain}>`
  // RFC 3834 section 3.1.5: the subject says that it is an answer by itself, and to what.
  const subject = (plan.words.subject || `${subjectWords}：${plan.mail.subject}`).slice(0, maxSubject)
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
    // Returned to nobody, so that no two programs ever answer each other (RFC 3834 section 3.3).
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

/** Whom nobody needs to remember any more. */
export async function sweepGiven(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('auto_reply_given')
    .where('given_at', '<=', now - periodMs)
    .execute()
}
