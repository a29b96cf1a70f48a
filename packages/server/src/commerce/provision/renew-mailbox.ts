/** More days for an e-mail account. */
import { sql } from 'kysely'
import { day } from '../../clock.ts'
import type { Tx } from '../../database/types.ts'

/** Dates beyond have five figures in their year, which no clock or program expects. */
const lastMoment = Date.UTC(9999, 11, 31)

/**
 * Adds days to the end of an account, or to now when it is past its end, and tells the new end. Null when there is
 * nothing to add to: no such account, a stopped one, a temporary address, or one that has no end.
 */
export async function renewMailbox(
  tx: Tx,
  mailboxId: string,
  days: number,
  now: number,
): Promise<number | null> {
  const sum = sql<number>`CASE WHEN expires_at > ${now} THEN expires_at ELSE ${now} END + ${days * day}`
  const renewed = await tx
    .updateTable('mailbox')
    .set({ expires_at: sql<number>`CASE WHEN ${sum} > ${lastMoment} THEN ${lastMoment} ELSE ${sum} END` })
    .where('id', '=', mailboxId)
    .where('kind', '=', 'account')
    .where('status', '!=', 'stopped')
    .where('expires_at', 'is not', null)
    .returning('expires_at')
    .executeTakeFirst()
  return renewed?.expires_at ?? null
}
