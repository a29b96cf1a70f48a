/**
 * The limits of a caller, and how much of them is used. Every figure is read where the limit itself is enforced, so
 * that a page never promises what the next call refuses.
 */
import type { AnswerOf, Calls } from '@yanshu/contract'
import { countLiveCards, liveCardLimit } from '../../commerce/card/card-limit.ts'
import type { Db } from '../../database/types.ts'
import { countHeldBy } from '../../domain/domains.ts'
import { rateKey } from '../../identity/api-key/routes.ts'
import { type AccountCaller, ownerKey } from '../../kernel/call/caller.ts'
import { type Clock, day, isoTime, minute } from '../../kernel/clock.ts'
import { peek } from '../../ledger/throttle/throttle.ts'
import { countMailboxesOf, sumUsedBytes } from '../../mailbox/account/use.ts'
import { sendsKey } from '../../outbound/queue/enqueue.ts'

type Limits = AnswerOf<Calls['getLimits']>

const megabyte = 1_048_576

export async function ownLimits(
  { db, clock }: { db: Db; clock: Clock },
  caller: AccountCaller,
): Promise<Limits> {
  const { query } = db
  const { accountId, limits } = caller
  const now = clock.now()
  const inWindow = async (key: string, windowMs: number, limit: number | null) => {
    const count = (await peek(query, [key], windowMs, now)).get(key)
    return {
      // Calls that were refused are counted as well.
      used: Math.min(count?.count ?? 0, limit ?? Number.POSITIVE_INFINITY),
      limit,
      renewsAt: count ? isoTime(now + count.secondsLeft * 1000) : null,
    }
  }
  return {
    domains: { used: await countHeldBy(query, accountId), limit: limits.domains },
    mailboxes: { used: await countMailboxesOf(query, accountId), limit: limits.mailboxes },
    storage: {
      used: await sumUsedBytes(query, accountId),
      limit: limits.storageMb === null ? null : limits.storageMb * megabyte,
    },
    sendsPerDay: await inWindow(sendsKey(ownerKey(caller)), day, limits.sendsPerDay),
    apiPerMinute: await inWindow(rateKey(accountId), minute, limits.apiPerMinute),
    cards: { used: await countLiveCards(query, accountId), limit: liveCardLimit(caller) },
  }
}
