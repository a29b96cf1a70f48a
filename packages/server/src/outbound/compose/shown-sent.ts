/** Shows a sent mail as lists, events and the API do. */
import type { SentMail } from '@yanshu/contract'
import { isoTime, isoTimeOrNull, minute } from '../../kernel/clock.ts'
import { shownHost, stateOf, theirWords, whyWords } from '../queue/queue.ts'
import type { RecipientRow } from '../queue/repository.ts'
import type { ListedSent } from './sent-repository.ts'

export const shownRecipient = (row: RecipientRow): SentMail['recipients'][number] => ({
  id: row.id,
  address: row.address,
  kind: row.kind,
  state: row.state,
  reason: row.state === 'queued' || row.state === 'sending' ? '' : whyWords(row),
  answer: theirWords(row),
  host: shownHost(row.host),
  attempts: row.attempts,
  lastAttemptAt: isoTimeOrNull(row.last_at),
  nextAttemptAt: row.waiting === 1 ? isoTime(row.next_at) : null,
  deliveredAt: isoTimeOrNull(row.delivered_at),
})

export function shownSent(row: ListedSent, recipients: readonly RecipientRow[], now: number): SentMail {
  // After the clock was set back, the remaining hour is not time for undo: the mail leaves at once.
  const isSetBack = row.created_at > now + minute
  const canUndo = row.hold_until !== null && row.hold_until > now && row.pending > 0 && !isSetBack
  return {
    id: row.id,
    mailboxId: row.mailbox_id,
    from: row.from_address,
    to: JSON.parse(row.to_list) as string[],
    cc: JSON.parse(row.cc_list) as string[],
    subject: row.subject,
    preview: row.preview,
    createdAt: isoTime(row.created_at),
    sendAt: isoTimeOrNull(row.send_at),
    undoUntil: canUndo ? isoTimeOrNull(row.hold_until) : null,
    state: stateOf(recipients.map(recipient => recipient.state)),
    attachmentCount: row.attachment_count,
    size: row.size,
    recipients: recipients.map(shownRecipient),
  }
}
