/** The three things that can be handed out. Each tells what it did, or null when it was not to be had. */
import type { Tx } from '../../database/types.ts'
import { day } from '../../kernel/clock.ts'
import type { Turns } from '../../ledger/life/life.ts'
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { handOverToBearer } from '../../mailbox/life/hand-over-mailboxes.ts'
import { openAccount } from '../../mailbox/make/open-account.ts'
import type { Rests } from '../../mailbox/rest/resting-names.ts'

import { addTime, isGivable, lastMoment, openGiven } from './mailbox-repository.ts'

export type Worth = {
  /** Null means for good. */
  days: number | null
  /** Null means as much as there is. */
  quotaBytes: number | null
  maySend: boolean
}

export type Grant =
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
  | { kind: 'give'; mailboxId: string; passwordHash: string; days: number | null; turns: Turns }

/** The part of the mailbox room that handing out needs. */
export type GrantDeps = { resting: Rests }

export type HandedOut = { mailboxId: string; address: string; expiresAt: number | null }

const endOf = (days: number | null, now: number): number | null =>
  days === null ? null : Math.min(lastMoment, now + days * day)

async function open(
  tx: Tx,
  { resting }: GrantDeps,
  grant: Extract<Grant, { kind: 'open' }>,
  now: number,
): Promise<HandedOut | null> {
  const { worth, ...plan } = grant
  const { quotaBytes, maySend } = worth
  const mailbox = await openAccount(
    tx,
    resting,
    { ...plan, ownerId: null, worth: { expiresAt: endOf(worth.days, now), quotaBytes, maySend } },
    now,
  )
  return mailbox && { mailboxId: mailbox.id, address: mailbox.address, expiresAt: mailbox.expires_at }
}

/** Whether there is anything to gain for a mailbox; the grant itself decides. */
export const isRenewable = (
  mailbox: Pick<MailboxRow, 'kind' | 'status' | 'deleted_at' | 'expires_at'>,
): boolean =>
  mailbox.kind === 'account' &&
  mailbox.status !== 'stopped' &&
  mailbox.deleted_at === null &&
  mailbox.expires_at !== null

/** Adds to the end of an account, or to now when it is past its end. One that has no end has nothing to gain. */
async function renew(
  tx: Tx,
  grant: Extract<Grant, { kind: 'renew' }>,
  now: number,
): Promise<HandedOut | null> {
  const renewed = await addTime(tx, grant, now)
  return renewed ? { mailboxId: renewed.id, address: renewed.address, expiresAt: renewed.expires_at } : null
}

async function give(tx: Tx, grant: Extract<Grant, { kind: 'give' }>, now: number): Promise<HandedOut | null> {
  const { mailboxId, passwordHash } = grant
  if (!(await isGivable(tx, mailboxId))) return null
  await handOverToBearer(grant.turns, mailboxId, now)
  const expiresAt = endOf(grant.days, now)
  const address = await openGiven(tx, mailboxId, { passwordHash, expiresAt })
  return { mailboxId, address, expiresAt }
}

export function handOut(tx: Tx, deps: GrantDeps, grant: Grant, now: number): Promise<HandedOut | null> {
  switch (grant.kind) {
    case 'open':
      return open(tx, deps, grant, now)
    case 'renew':
      return renew(tx, grant, now)
    case 'give':
      return give(tx, grant, now)
  }
}
