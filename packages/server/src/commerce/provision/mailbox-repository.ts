/** SQL of handing out: what a purchase changes of a mailbox, in one statement each. */
import { sql } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import { day } from '../../kernel/clock.ts'

/** Dates beyond have five figures in their year, which no clock or program expects. */
export const lastMoment = Date.UTC(9999, 11, 31)

/** No limit is more than any. */
const moreRoom = (quotaBytes: number | null) =>
  quotaBytes === null
    ? null
    : sql<number>`CASE WHEN quota_bytes < ${quotaBytes} THEN ${quotaBytes} ELSE quota_bytes END`

/** More time, and what else was bought beyond what the mailbox had; undefined when it has nothing to gain. */
export async function addTime(
  tx: Tx,
  gain: {
    mailboxId: string
    days: number | null
    also: { quotaBytes: number | null; maySend: boolean } | null
  },
  now: number,
) {
  const { days, also } = gain
  const sum = sql<number>`CASE WHEN expires_at > ${now} THEN expires_at ELSE ${now} END + ${(days ?? 0) * day}`
  return tx
    .updateTable('mailbox')
    .set({
      expires_at:
        days === null
          ? null
          : sql<number>`CASE WHEN ${sum} > ${lastMoment} THEN ${lastMoment} ELSE ${sum} END`,
      ...(also?.maySend ? { may_send: 1 as const } : {}),
      ...(also ? { quota_bytes: moreRoom(also.quotaBytes) } : {}),
    })
    .where('id', '=', gain.mailboxId)
    .where('kind', '=', 'account')
    .where('status', '!=', 'stopped')
    .where('deleted_at', 'is', null)
    .where('expires_at', 'is not', null)
    .returning(['id', 'address', 'expires_at'])
    .executeTakeFirst()
}

/** Whether a mailbox that was set aside can still be given: an account that nobody stopped or deleted. */
export async function isGivable(query: Query, mailboxId: string): Promise<boolean> {
  const row = await query
    .selectFrom('mailbox')
    .select('id')
    .where('id', '=', mailboxId)
    .where('kind', '=', 'account')
    .where('status', '!=', 'stopped')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Opens a given mailbox to whoever has the password; its address. */
export async function openGiven(
  tx: Tx,
  mailboxId: string,
  { passwordHash, expiresAt }: { passwordHash: string; expiresAt: number | null },
): Promise<string> {
  const { address } = await tx
    .updateTable('mailbox')
    .set({ password_hash: passwordHash, expires_at: expiresAt, status: 'active' })
    .where('id', '=', mailboxId)
    .returning('address')
    .executeTakeFirstOrThrow()
  return address
}
