/**
 * Describes the caller as plain data: rooms below `identity` record who acted and look up the things in a
 * scope. Only `identity/access.ts` decides the rights of a caller.
 */
import type { AbilitySet, LimitSet, Page } from '@yanshu/contract'

/** Why a log-in is no longer good, where its holder did nothing to end it. */
export type WhyEnded = 'accountStopped' | 'mailboxStopped' | 'mailboxExpired'

export type Visitor = {
  readonly role: 'visitor'
  readonly client: string
  readonly agent: string
  /** The visitor came with a log-in that was good once. `contact` is where to ask; empty when the site has none. */
  readonly ended?: { readonly why: WhyEnded; readonly contact: string }
}

export type MailboxCaller = {
  readonly role: 'mailbox'
  readonly client: string
  readonly agent: string
  readonly sessionId: string
  readonly mailboxId: string
  readonly address: string
  readonly maySend: boolean
}

export type AccountCaller = {
  readonly role: 'user' | 'admin'
  readonly client: string
  readonly agent: string
  /** Null when the caller came with an API key. */
  readonly sessionId: string | null
  /** The digest of the API key, if the caller used one. */
  readonly keyHash?: string
  readonly accountId: string
  readonly name: string
  readonly pages: readonly Page[]
  readonly can: AbilitySet
  readonly limits: LimitSet
  /** The admin who acts in this account's name, in a session that `loginAs` made. */
  readonly actedBy?: { readonly id: string; readonly name: string }
  /** The mailbox of somebody else that this admin looks at, in a session that `beginLook` made. */
  readonly look?: { readonly id: string; readonly mailboxId: string }
}

export type Caller = Visitor | MailboxCaller | AccountCaller

export type LoggedIn = MailboxCaller | AccountCaller

/** Mailboxes whose letters somebody may read: those of one account, or one. Nobody reads those of all. */
export type LetterScope = { kind: 'owner'; accountId: string } | { kind: 'mailbox'; mailboxId: string }

/** Mailboxes as things that are managed and counted. */
export type Scope = { kind: 'all' } | LetterScope

/** The text by which rows name their account or mailbox: its kind and its id. */
export const ownerKey = (caller: LoggedIn): string =>
  caller.role === 'mailbox' ? `mailbox:${caller.mailboxId}` : `account:${caller.accountId}`
