/** How many codes an account may have that wait to be used. */
import type { Db, Tx } from '../../database/types.ts'
import { lockAccount } from '../../identity/sys-account/accounts.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { commerceWords } from '../words/words.ts'
import { countLiveCards } from './repository.ts'

export { countLiveCards } from './repository.ts'

/** A bound for accounts that are not the operator's. */
export const maxLiveCards = 100_000

export const liveCardLimit = ({ role }: Pick<AccountCaller, 'role'>): number | null =>
  role === 'admin' ? null : maxLiveCards

/** Two batches that are made at once must not both see the last free places, so the maker's row is locked first. */
export async function checkRoom(tx: Tx, db: Db, caller: AccountCaller, count: number): Promise<void> {
  const limit = liveCardLimit(caller)
  if (limit === null) return
  await lockAccount(tx, db.kind, caller.accountId)
  const left = limit - (await countLiveCards(tx, caller.accountId))
  if (count > left)
    throw new AppError('limitReached', { msg: commerceWords.liveCardLimit(limit, Math.max(0, left)) })
}
