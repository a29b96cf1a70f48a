/**
 * The one way in which an e-mail account comes into being, whoever asks: an order, a card code, a visitor who registers,
 * an operator who makes ten thousand. Its name is taken from nobody, it has the room, the end and the right to send that
 * were asked for, and nothing else. Who may ask, and who pays, is decided before.
 */
import type { MailboxStatus } from '@yanshu/contract'
import { flag } from '../../database/schema.ts'
import type { Tx } from '../../database/types.ts'
import { newId } from '../../ids.ts'
import { insertNamed } from './insert-named.ts'
import { insertMailboxes, type MailboxRow, type NewMailbox, newMailboxRow } from './repository.ts'

export type AccountWorth = {
  /** Null means for good. */
  expiresAt: number | null
  /** Null means as much as there is. */
  quotaBytes: number | null
  maySend: boolean
}

export type AccountPlan = {
  domain: { id: string; name: string }
  /** Without one none opens it yet. */
  passwordHash: string | null
  ownerId: string | null
  worth: AccountWorth
  status?: MailboxStatus
  note?: string
}

const columnsOf = (worth: AccountWorth) => ({
  may_send: flag(worth.maySend),
  quota_bytes: worth.quotaBytes,
})

const mailboxOf = (plan: AccountPlan, now: number): Omit<NewMailbox, 'id' | 'localPart'> => ({
  domain: plan.domain,
  kind: 'account',
  status: plan.status ?? 'active',
  ownerId: plan.ownerId,
  passwordHash: plan.passwordHash,
  note: plan.note ?? '',
  now,
  expires_at: plan.worth.expiresAt,
  end_after_mails: null,
  end_after_code: 0,
})

/** One account; without a name one is found. Null when the name is another's, or kept for another than the holder. */
export const openAccount = (
  tx: Tx,
  plan: AccountPlan & { localPart: string | undefined; holder?: string | undefined },
  now: number,
): Promise<MailboxRow | null> =>
  insertNamed(tx, {
    ...mailboxOf(plan, now),
    localPart: plan.localPart,
    holder: plan.holder,
    style: 'word',
    worth: columnsOf(plan.worth),
  })

/** Many at once, each under its own name; null in the place of those whose name is another's. */
export async function openAccounts(
  tx: Tx,
  plans: readonly (AccountPlan & { localPart: string })[],
  now: number,
): Promise<(MailboxRow | null)[]> {
  const rows = plans.map(plan => ({
    ...newMailboxRow({ ...mailboxOf(plan, now), id: newId(now), localPart: plan.localPart }),
    ...columnsOf(plan.worth),
  }))
  const made = await insertMailboxes(tx, rows)
  return rows.map(row => (made.has(row.id) ? row : null))
}
