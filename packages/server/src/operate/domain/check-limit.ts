/** How much DNS somebody may have us ask: each check sends questions to other people's servers. */
import { dnsKinds } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import { type Clock, minute } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import { hit } from '../../identity/session/throttle.ts'

/** Kinds of records a minute: twenty domains with everything, far more than somebody sets up by hand. */
const kindsPerMinute = 20 * dnsKinds.length

/** Counts before anything is asked, in one step, so that many at once do not slip through. */
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
    msg: `检查得太勤了，请 ${secondsLeft} 秒后再试`,
  })
}
