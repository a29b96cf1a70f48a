/** The facts that this room notes down. */
import type { Folder, LifetimeChange, LookReason, MailboxStatus } from '@yanshu/contract'

type NoValues = Record<string, never>

/** Changes of mailboxes: `true` stands for a field that is told without its value. */
export type MailboxChanges = {
  quotaMb?: number | null | undefined
  expiresAt?: string | null | undefined
  status?: MailboxStatus | undefined
  maySend?: boolean | undefined
  /** The name of the account that it is given to; null for nobody. */
  owner?: string | null | undefined
  lifetime?: LifetimeChange | undefined
  password?: true
  resetPassword?: true
  toAccount?: true
  note?: true
}

/** A mail that an admin read, without anything of what it says. */
type NamedMail = { receivedAt: string; domain: string }

export type MailboxFacts = {
  lookBegan: { owner: string | null; minutes: number; reason: LookReason | null; words: string }
  lookListed: { folder: Folder | 'starred' | 'own'; searched: boolean }
  lookRead: NamedMail
  lookUncovered: NamedMail
  lookTraced: NoValues
  /** By leaving, by its time, or because the log-in, the mailbox or the permission ended. */
  lookEnded: { how: 'left' | 'time' | 'cut'; minutesLeft: number; mails: number; codes: number }
  lookTold: NoValues
  lookNotTold: NoValues
  /** A name that rested until then may be had again. */
  nameReleased: { until: number }
  mailboxesChanged: MailboxChanges
  mailboxesMade: { domain: string }
  /** Mailboxes as those to which something happened. */
  someMailboxes: { count: number }
  importedFromFile: NoValues
}

declare module '../../ledger/fact/fact.ts' {
  interface Facts extends MailboxFacts {}
}
