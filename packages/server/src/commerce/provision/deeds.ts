/** The three things that can be handed out. Each tells what it did, or null when it was not to be had. */
import { sql } from 'kysely'
import { day } from '../../clock.ts'
import type { Tx } from '../../database/types.ts'
import { openAccount } from '../../identity/email-account/open-account.ts'
import type { MailboxRow } from '../../identity/email-account/repository.ts'
import { giveMailsIn } from '../../inbound/mailbox/repository.ts'
import { removeTexts } from '../../outbound/compose/draft-repository.ts'

export type Worth = {
  /** Null means for good. */
  days: number | null
  /** Null means as much as there is. */
  quotaBytes: number | null
  maySend: boolean
}

export type Deed =
  /** A new account. Without a local part a name is found; without a password none opens it yet. */
  | {
      kind: 'open'
      domain: { id: string; name: string }
      localPart: string | undefined
      passwordHash: string | null
      /** For whom the name is kept. */
      holder: string | undefined
      worth: Worth
    }
  /** More time for an account, and what else was bought beyond what it had: a renewal never takes away. */
  | { kind: 'renew'; mailboxId: string; days: number | null; also: Omit<Worth, 'days'> | null }
  /** An account that was set aside goes to whoever has the password. */
  | { kind: 'give'; mailboxId: string; passwordHash: string; days: number | null }

export type HandedOut = { mailboxId: string; address: string; expiresAt: number | null }

/** Dates beyond have five figures in their year, which no clock or program expects. */
const lastMoment = Date.UTC(9999, 11, 31)

const endOf = (days: number | null, now: number): number | null =>
  days === null ? null : Math.min(lastMoment, now + days * day)

async function open(tx: Tx, deed: Extract<Deed, { kind: 'open' }>, now: number): Promise<HandedOut | null> {
  const { worth, ...plan } = deed
  const { quotaBytes, maySend } = worth
  const mailbox = await openAccount(
    tx,
    { ...plan, ownerId: null, worth: { expiresAt: endOf(worth.days, now), quotaBytes, maySend } },
    now,
  )
  return mailbox && { mailboxId: mailbox.id, address: mailbox.address, expiresAt: mailbox.expires_at }
}

/** No limit is more than any. */
const moreRoom = (quotaBytes: number | null) =>
  quotaBytes === null
    ? null
    : sql<number>`CASE WHEN quota_bytes < ${quotaBytes} THEN ${quotaBytes} ELSE quota_bytes END`

/** Whether there is anything to gain for a mailbox; the deed itself decides. */
export const isRenewable = (
  mailbox: Pick<MailboxRow, 'kind' | 'status' | 'deleted_at' | 'expires_at'>,
): boolean =>
  mailbox.kind === 'account' &&
  mailbox.status !== 'stopped' &&
  mailbox.deleted_at === null &&
  mailbox.expires_at !== null

/** Adds to the end of an account, or to now when it is past its end. One that has no end has nothing to gain. */
async function renew(tx: Tx, deed: Extract<Deed, { kind: 'renew' }>, now: number): Promise<HandedOut | null> {
  const { days, also } = deed
  const sum = sql<number>`CASE WHEN expires_at > ${now} THEN expires_at ELSE ${now} END + ${(days ?? 0) * day}`
  const renewed = await tx
    .updateTable('mailbox')
    .set({
      expires_at:
        days === null
          ? null
          : sql<number>`CASE WHEN ${sum} > ${lastMoment} THEN ${lastMoment} ELSE ${sum} END`,
      ...(also?.maySend ? { may_send: 1 as const } : {}),
      ...(also ? { quota_bytes: moreRoom(also.quotaBytes) } : {}),
    })
    .where('id', '=', deed.mailboxId)
    .where('kind', '=', 'account')
    .where('status', '!=', 'stopped')
    .where('deleted_at', 'is', null)
    .where('expires_at', 'is not', null)
    .returning(['id', 'address', 'expires_at'])
    .executeTakeFirst()
  return renewed ? { mailboxId: renewed.id, address: renewed.address, expiresAt: renewed.expires_at } : null
}

/** What belongs to the mailbox itself and was set up by its former holder. */
const ways = [
  'webhook',
  'filter',
  'forwarding',
  'auto_reply',
  'auto_reply_given',
  'push_subscription',
  'picture',
] as const

/** Whoever had it before reads along and speaks by none of the ways that belong to the mailbox, and left no letters in it. */
async function clearTraces(tx: Tx, mailboxId: string): Promise<void> {
  for (const table of ways) await tx.deleteFrom(table).where('mailbox_id', '=', mailboxId).execute()
  const owner = `mailbox:${mailboxId}`
  // Files that lay in drafts are unused from now on, and go as all unused ones do.
  await tx.updateTable('upload').set({ draft_id: null }).where('owner_key', '=', owner).execute()
  await removeTexts(tx, [owner])
}

async function give(tx: Tx, deed: Extract<Deed, { kind: 'give' }>, now: number): Promise<HandedOut | null> {
  const expiresAt = endOf(deed.days, now)
  const given = await tx
    .updateTable('mailbox')
    .set({ owner_id: null, password_hash: deed.passwordHash, expires_at: expiresAt, status: 'active' })
    .where('id', '=', deed.mailboxId)
    .where('kind', '=', 'account')
    .where('status', '!=', 'stopped')
    .where('deleted_at', 'is', null)
    .returning(['id', 'address'])
    .executeTakeFirst()
  if (!given) return null
  await giveMailsIn(tx, given.id, null)
  await clearTraces(tx, given.id)
  return { mailboxId: given.id, address: given.address, expiresAt }
}

export function doDeed(tx: Tx, deed: Deed, now: number): Promise<HandedOut | null> {
  switch (deed.kind) {
    case 'open':
      return open(tx, deed, now)
    case 'renew':
      return renew(tx, deed, now)
    case 'give':
      return give(tx, deed, now)
  }
}
