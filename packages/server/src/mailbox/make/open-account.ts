/**
 * Makes every e-mail account, for any caller: an order, a card code, a visitor who registers, an operator who
 * makes ten thousand. It never takes another's name, and the account gets exactly the requested storage, end
 * and right to send. The caller decides beforehand who may ask and who pays.
 */
import type { MailboxStatus } from '@yanshu/contract'
import { flag } from '../../database/schema.ts'
import type { Tx } from '../../database/types.ts'
import { newId } from '../../kernel/ids.ts'
import { insertMailboxes, type MailboxRow, type NewMailbox, newMailboxRow } from '../account/repository.ts'
import type { Rests } from '../rest/resting-names.ts'
import { insertNamed } from './insert-named.ts'

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

/** One account; without a name one is found. Null when the name is another's, kept for another than the holder, or rests. */
export const openAccount = (
  tx: Tx,
  resting: Rests,
  plan: AccountPlan & { localPart: string | undefined; holder?: string | undefined },
  now: number,
): Promise<MailboxRow | null> =>
  insertNamed(tx, resting, {
    ...mailboxOf(plan, now),
    localPart: plan.localPart,
    holder: plan.holder,
    style: 'word',
    worth: columnsOf(plan.worth),
  })

/**
 * Many at once, each under its own name; null in the place of those whose name is another's, or rests. Those of one batch
 * are made at one time and keep the order in which they are given; `portion` is the place of these in the batch.
 */
export async function openAccounts(
  tx: Tx,
  resting: Rests,
  plans: readonly (AccountPlan & { localPart: string })[],
  now: number,
  portion = 0,
): Promise<(MailboxRow | null)[]> {
  const ids = plans.map(() => newId(now + portion)).sort()
  const rows = plans.map((plan, at) => ({
    ...newMailboxRow({ ...mailboxOf(plan, now), id: ids[at] ?? newId(now), localPart: plan.localPart }),
    ...columnsOf(plan.worth),
  }))
  const made = await insertMailboxes(tx, resting, rows)
  return rows.map(row => (made.has(row.id) ? row : null))
}
