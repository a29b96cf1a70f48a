/** Limits how much DNS one account can make us ask: each check sends questions to other people's servers. */
import { dnsKinds } from '@yanshu/contract'
import type { Db } from '../database/types.ts'
import { AppError } from '../kernel/app-error.ts'
import { type Clock, minute } from '../kernel/clock.ts'
import { hit } from '../ledger/throttle/throttle.ts'
import { domainWords } from './words/words.ts'

/**
 * The number of record kinds per minute: twenty domains with everything, far more than anybody sets up by
 * hand.
 */
const kindsPerMinute = 20 * dnsKinds.length

/** Counts in one step before anything is asked, so that many checks at once cannot slip through. */
export async function countCheck(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
  kinds: readonly string[] | undefined,
): Promise<void> {
  const now = clock.now()
  const by = kinds?.length ?? dnsKinds.length
  const { count, secondsLeft } = await db.transaction(tx =>
    hit(tx, `check-dns:${accountId}`, minute, now, by),
  )
  if (count <= kindsPerMinute) return
  throw new AppError('tooMany', {
    retryAfter: secondsLeft,
    msg: domainWords.checkedTooOften(secondsLeft),
  })
}
