/** Decides for each recipient of a message whether a mail goes into the mailbox, and into which folder. */
import type { MailRow } from '@yanshu/contract'
import { flag } from '../../database/schema.ts'
import { newId } from '../../kernel/ids.ts'
import type { EnvelopeRecipient } from '../../mail/envelope.ts'
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { type FilterOutcome, nothingDecided } from '../filter/filter.ts'
import type { TraceReason } from '../trace/trace.ts'
import type { ArrivedMail } from './arrived-mail.ts'
import type { Incoming } from './incoming.ts'

/** One message for one recipient. */
export type Delivery = {
  message: Incoming
  recipient: EnvelopeRecipient
  mailbox: MailboxRow | null
  outcome: FilterOutcome
}

export type Placed = Delivery & { mailbox: MailboxRow; reason: TraceReason; row: ReturnType<typeof newMail> }

export type PlaceDeps = {
  spamThreshold: number
  /** False when the mailbox sends this message on without keeping it: then it goes to the trash. */
  keeps(message: Incoming, address: string): boolean
}

/** Names each mailbox of a message once, however often the sender named it. */
export function distinct(recipients: readonly EnvelopeRecipient[]): EnvelopeRecipient[] {
  return [...new Map(recipients.map(recipient => [recipient.address, recipient])).values()]
}

export function deliveriesOf(
  message: Incoming,
  mailboxes: ReadonlyMap<EnvelopeRecipient, MailboxRow | null>,
): Delivery[] {
  const decided = new Map(message.outcomes.map(item => [item.address, item.outcome]))
  return distinct(message.journaled.envelope.recipients).map(recipient => {
    const mailbox = mailboxes.get(recipient) ?? null
    // Rules of a former owner do not reach into a mailbox that was given away since.
    const ruled = mailbox?.owner_id === recipient.ownerId
    return {
      message,
      recipient,
      mailbox,
      outcome: (ruled ? decided.get(recipient.address) : undefined) ?? nothingDecided(),
    }
  })
}

/** What is filed goes by way of the archive: its folder is found once the mailbox is held (file-mails.ts). */
function placeOf(mail: ArrivedMail, outcome: FilterOutcome, spamThreshold: number) {
  if (outcome.path !== null) return { folder: 'archive', reason: 'filterMoved' as TraceReason }
  const isSpam = outcome.folder === null && mail.spamScore >= spamThreshold
  const folder = outcome.folder ?? (isSpam ? ('spam' as const) : ('inbox' as const))
  const reason: TraceReason = isSpam ? 'spam' : outcome.folder === null ? 'delivered' : 'filterMoved'
  return { folder, reason }
}

export function newMail(
  { journaled, mail }: Incoming,
  mailbox: MailboxRow,
  outcome: FilterOutcome,
  folder: MailRow['folder'],
  now: number,
) {
  return {
    id: newId(journaled.receivedAt),
    mailbox_id: mailbox.id,
    owner_id: mailbox.owner_id,
    received_at: journaled.receivedAt,
    read: flag(outcome.read),
    starred: flag(outcome.starred),
    folder,
    trashed_at: folder === 'trash' ? now : null,
    labels: JSON.stringify(outcome.labels),
    has_code: flag(mail.code !== null),
    has_attachment: flag(mail.attachmentCount > 0),
  }
}

/** Gives each delivery its place; one without a mailbox, or one that a rule throws away, gets none. */
export function placeMails(deps: PlaceDeps, deliveries: readonly Delivery[], now: number): Placed[] {
  return deliveries.flatMap(delivery => {
    const { message, mailbox, outcome } = delivery
    if (!mailbox || outcome.discard || outcome.refuse !== null) return []
    const { folder: chosen, reason } = placeOf(message.mail, outcome, deps.spamThreshold)
    const folder = chosen === 'inbox' && !deps.keeps(message, mailbox.address) ? 'trash' : chosen
    return [{ ...delivery, mailbox, reason, row: newMail(message, mailbox, outcome, folder, now) }]
  })
}
