/** Tells a hook something now, on request, in the way a mail would be told, and writes it into the hook's log. */

import type { Db } from '../../../database/types.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { LoggedIn } from '../../../kernel/call/caller.ts'
import { minute } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/ids.ts'
import { storedFact } from '../../../ledger/fact/fact.ts'
import { hit } from '../../../ledger/throttle/throttle.ts'
import { insertDeliveries } from './delivery-repository.ts'
import { findOwnHook, hooksStillThere } from './repository.ts'
import { type SendDeps, type SendResult, sendNotice } from './send-notice.ts'
import { type HookOwner, ownerOf, testNotice } from './webhook.ts'

const testsPerMinute = 10
const sampleAddress = 'test@example.com'

/** Each test is a request that we make for somebody: not to be had without end. */
async function countTest(db: Db, owner: HookOwner, now: number): Promise<void> {
  const { count, secondsLeft } = await db.transaction(tx =>
    hit(tx, `webhook-test:${owner.kind}:${owner.id}`, minute, now),
  )
  if (count > testsPerMinute) {
    throw new AppError('tooMany', { retryAfter: secondsLeft })
  }
}

export async function testHook(
  deps: SendDeps & { db: Db },
  caller: LoggedIn,
  id: string,
): Promise<SendResult> {
  const owner = ownerOf(caller)
  const hook = await findOwnHook(deps.db.query, owner, id)
  if (!hook) throw new AppError('notFound')
  const now = deps.clock.now()
  await countTest(deps.db, owner, now)
  const deliveryId = newId(now)
  const address = caller.role === 'mailbox' ? caller.address : sampleAddress
  const notice = testNotice(deliveryId, address, now)
  const result = await sendNotice(deps, hook, { notice, deliveryId })
  await deps.db.transaction(async tx => {
    if ((await hooksStillThere(tx, [hook.id], deps.db.kind === 'postgres')).length === 0) return
    const row = {
      id: deliveryId,
      webhook_id: hook.id,
      created_at: now,
      state: result.ok ? ('done' as const) : ('failed' as const),
      attempts: 1,
      status: result.status,
      detail: storedFact(result.detail),
      next_at: now,
      payload: '',
      mail_id: null,
    }
    await insertDeliveries(tx, [row])
  })
  return result
}
