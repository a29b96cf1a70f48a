/** How many mailboxes an account may have, also when many are asked for at the same moment. */
import type { Query, Tx } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { mailboxWords } from '../words/words.ts'
import { countMailboxesOf } from './count-repository.ts'

/** How many more there may be; that stays true only after `lockAccount`. */
export async function roomFor(
  query: Query,
  caller: Pick<AccountCaller, 'accountId' | 'limits'>,
): Promise<number> {
  const limit = caller.limits.mailboxes
  if (limit === null) return Number.POSITIVE_INFINITY
  return Math.max(0, limit - (await countMailboxesOf(query, caller.accountId)))
}

export const noRoom = (limit: number | null) =>
  new AppError('limitReached', { msg: mailboxWords.limitUsedUp(limit ?? 0) })

export async function checkRoom(
  tx: Tx,
  caller: Pick<AccountCaller, 'accountId' | 'limits'>,
  wanted: number,
): Promise<void> {
  if ((await roomFor(tx, caller)) < wanted) throw noRoom(caller.limits.mailboxes)
}
