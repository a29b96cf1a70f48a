/**
 * Mailboxes: everything that receives mail at one address. Two kinds: a temporary address, made in one click with a
 * lifetime, and an e-mail account with a password. Pure rules; mail itself is none of its business.
 */
import type { AccountRow, Lifetime, LifetimeChange, Mailbox } from '@yanshu/contract'
import { flag } from '../../database/schema.ts'
import { isAccount } from '../../identity/access.ts'
import { invalidField } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { isoTime, isoTimeOrNull, minute } from '../../kernel/clock.ts'
import { mailboxWords } from '../words/words.ts'
import { mayPause } from './account-rights.ts'
import type { MailboxRow } from './repository.ts'

/** Whether a mailbox can be opened and read now. A paused one can: it only receives nothing. */
export function isUsable(
  mailbox: Pick<MailboxRow, 'status' | 'expires_at' | 'deleted_at'>,
  now: number,
): boolean {
  if (mailbox.deleted_at !== null) return false
  return mailbox.status !== 'stopped' && (mailbox.expires_at === null || mailbox.expires_at > now)
}

export type LifetimeColumns = Pick<MailboxRow, 'expires_at' | 'end_after_mails' | 'end_after_code'>

function endOf(minutes: number, offered: readonly number[], now: number): number | null {
  if (!offered.includes(minutes)) throw invalidField('lifetime', mailboxWords.lifetimeNotOffered)
  return minutes === 0 ? null : now + minutes * minute
}

/** Turns a chosen lifetime into columns. Only the offered times may be chosen; the longest still bounds a rule. */
export function lifetimeColumns(
  chosen: Lifetime | undefined,
  site: { lifetimes: readonly number[]; defaultLifetime: number },
  now: number,
): LifetimeColumns {
  // The default need not be among those that are offered.
  const offered = chosen?.minutes === undefined ? [site.defaultLifetime] : site.lifetimes
  return {
    expires_at: endOf(chosen?.minutes ?? site.defaultLifetime, offered, now),
    end_after_mails: chosen?.afterMails ?? null,
    end_after_code: chosen?.afterCode ? 1 : 0,
  }
}

/**
 * Fields that a change leaves out stay as they are. A mailbox that takes no more mail does not start again
 * when it gets more time.
 */
export function changedLifetime(
  { minutes, afterMails, afterCode }: LifetimeChange,
  { received }: Pick<MailboxRow, 'received'>,
  site: { lifetimes: readonly number[] },
  now: number,
): Partial<LifetimeColumns> {
  return {
    ...(minutes !== undefined && { expires_at: endOf(minutes, site.lifetimes, now) }),
    ...(afterMails !== undefined && { end_after_mails: afterMails === null ? null : received + afterMails }),
    ...(afterCode !== undefined && { end_after_code: flag(afterCode) }),
  }
}

/** The columns of a temporary address that has become an account: it no longer ends by itself. */
export const lastingAccount: Pick<MailboxRow, 'kind'> & LifetimeColumns = {
  kind: 'account',
  expires_at: null,
  end_after_mails: null,
  end_after_code: 0,
}

/** A note is by whoever looks after a mailbox, for themselves; who has only its password does not see it. */
export const shownMailbox = (row: MailboxRow & { domain: string }, viewer: LoggedIn): Mailbox => ({
  id: row.id,
  address: row.address,
  localPart: row.local_part,
  domain: row.domain,
  kind: row.kind,
  status: row.status,
  note: isAccount(viewer) ? row.note : '',
  createdAt: isoTime(row.created_at),
  expiresAt: isoTimeOrNull(row.expires_at),
  unread: row.unread,
  mailsLeft: row.end_after_mails === null ? null : Math.max(0, row.end_after_mails - row.received),
  endsAfterCode: row.end_after_code === 1,
  pinned: row.pinned === 1,
  mayPause: mayPause(viewer, row.owner_id),
})

const megabyte = 1_048_576

export const quotaMbOf = ({ quota_bytes }: Pick<MailboxRow, 'quota_bytes'>): number | null =>
  quota_bytes === null ? null : Math.round(quota_bytes / megabyte)

export const shownAccount = (
  row: MailboxRow & { domain: string; owner_name: string | null },
  viewer: LoggedIn,
  restorableMs: number,
  { sendingStopped, lastMailAt }: { sendingStopped: string | null; lastMailAt: number | null },
): AccountRow => ({
  ...shownMailbox(row, viewer),
  ownerId: row.owner_id,
  ownerName: row.owner_name,
  maySend: row.may_send === 1,
  sendingStopped,
  quotaMb: quotaMbOf(row),
  usedBytes: row.used_bytes,
  received: row.received,
  lastMailAt: isoTimeOrNull(lastMailAt),
  hasPassword: row.password_hash !== null,
  lastLoginAt: isoTimeOrNull(row.last_login_at),
  deletedAt: isoTimeOrNull(row.deleted_at),
  goneAt: row.deleted_at === null ? null : isoTime(row.deleted_at + restorableMs),
})
