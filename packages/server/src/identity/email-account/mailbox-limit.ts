/** How many mailboxes an account may have, also when many are asked for at the same moment. */
import { AppError } from '../../app-error.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import type { AccountCaller } from '../access.ts'
import { countMailboxesOf } from './repository.ts'

/** So that two creations at once cannot both see the last free place; on SQLite writers are alone anyway. */
export async function lockOwner(tx: Tx, kind: DatabaseKind, accountId: string): Promise<void> {
  if (kind !== 'postgres') return
  await tx.selectFrom('sys_account').select('id').where('id', '=', accountId).forUpdate().execute()
}

/** How many more there may be; that stays true only after `lockOwner`. */
export async function roomFor(
  query: Query,
  caller: Pick<AccountCaller, 'accountId' | 'limits'>,
): Promise<number> {
  const limit = caller.limits.mailboxes
  if (limit === null) return Number.POSITIVE_INFINITY
  return Math.max(0, limit - (await countMailboxesOf(query, caller.accountId)))
}

export const noRoom = (limit: number | null) =>
  new AppError('limitReached', { msg: `最多 ${limit ?? 0} 个邮箱，已经用完` })

export async function checkRoom(
  tx: Tx,
  caller: Pick<AccountCaller, 'accountId' | 'limits'>,
  wanted: number,
): Promise<void> {
  if ((await roomFor(tx, caller)) < wanted) throw noRoom(caller.limits.mailboxes)
}
