/** A mail as lists, events and the API show it. */
import type { MailRow, Person } from '@yanshu/contract'
import { isoTime } from '../../kernel/clock.ts'
import { asKeptNow } from '../../mail/sender-verdict.ts'
import type { MessageDetails } from './message-details.ts'

/** The columns of a listed mail, from `mail`, `message` and `mailbox`. */
export type ListedMail = {
  seq: number
  id: string
  mailbox_id: string
  address: string
  received_at: number
  read: number
  starred: number
  folder: string
  labels: string
  subject: string
  from_name: string
  from_address: string
  preview: string
  code: string | null
  link: string | null
  attachment_count: number
  size: number
  spam_score: number
  details: string
}

/** One that is just being stored. */
type FreshMail = Omit<ListedMail, 'details'> & { to: Person[] }

export function parseDetails(details: string): Partial<MessageDetails> {
  const kept = JSON.parse(details) as Partial<MessageDetails>
  return kept.auth === undefined ? kept : { ...kept, auth: asKeptNow(kept.auth) }
}

export function shownMail(row: ListedMail | FreshMail): MailRow {
  return {
    id: row.id,
    mailboxId: row.mailbox_id,
    address: row.address,
    from: { name: row.from_name, address: row.from_address },
    to: 'to' in row ? row.to : (parseDetails(row.details).to ?? []),
    subject: row.subject,
    preview: row.preview,
    receivedAt: isoTime(row.received_at),
    read: row.read === 1,
    starred: row.starred === 1,
    folder: row.folder,
    labels: JSON.parse(row.labels) as string[],
    code: row.code,
    link: row.link,
    attachmentCount: row.attachment_count,
    size: row.size,
    spamScore: row.spam_score,
  }
}
