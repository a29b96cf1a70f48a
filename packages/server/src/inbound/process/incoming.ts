/** A message on its way into mailboxes, and a mail that is in one. */
import type { MailRow } from '@yanshu/contract'
import type { Journaled } from '../journal/journaled.ts'
import type { ArrivedMail, MailboxOutcome } from './arrived-mail.ts'

/** A message that was read, with the decisions of each recipient's filters. */
export type Incoming = {
  journaled: Journaled
  mail: ArrivedMail
  outcomes: readonly MailboxOutcome[]
}

export type StoredMail = {
  seq: number
  ownerId: string | null
  /** How many mails of the mailbox are unread, after everything that was stored with this one. */
  unread: number
  row: MailRow
  /** Webhooks that a filter asked for besides those that match by themselves. */
  webhookIds: string[]
}
