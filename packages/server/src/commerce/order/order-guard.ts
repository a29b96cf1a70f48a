/**
 * Keeps strangers from guessing query passwords and from looking through other people's phones. Counted per phone and
 * client, per client, and per phone; who has a claim token is never kept out by what others do with the phone.
 */

import type { Db } from '../../database/types.ts'
import { shut } from '../../identity/session/guard.ts'
import { AppError } from '../../kernel/app-error.ts'
import { clientNetwork } from '../../kernel/client-address.ts'
import { type Clock, hour, minute } from '../../kernel/clock.ts'
import { hit, unhit } from '../../ledger/throttle/throttle.ts'
import { commerceWords } from '../words/words.ts'

type Deps = { db: Db; clock: Clock }

const windowMs = 15 * minute
const wrongPasswords = { pair: 5, client: 30, phone: 100 }
const looks = { client: 60, phone: 120 }

/** Counts a try at a query password before it is looked at; what is returned takes it back when it was right. */
export async function beginQuery(
  deps: Deps,
  attempt: { phone: string; client: string },
): Promise<() => Promise<void>> {
  const network = clientNetwork(attempt.client)
  const keys = {
    pair: `order:pair:${attempt.phone}|${network}`,
    client: `order:client:${network}`,
    phone: `order:phone:${attempt.phone}`,
  }
  const now = deps.clock.now()
  const counts = await deps.db.transaction(async tx => ({
    pair: await hit(tx, keys.pair, windowMs, now),
    client: await hit(tx, keys.client, windowMs, now),
    phone: await hit(tx, keys.phone, windowMs, now),
  }))
  for (const kind of ['pair', 'client', 'phone'] as const) {
    if (counts[kind].count > wrongPasswords[kind]) throw shut(counts[kind].secondsLeft)
  }
  // The wrong ones stay counted: anyone can place an order under another's phone, and knows its password.
  return () =>
    deps.db.transaction(async tx => {
      for (const key of [keys.pair, keys.client, keys.phone]) await unhit(tx, key)
    })
}

/** Masked rows say little, but nobody needs to see those of many phones. */
export async function countLook(deps: Deps, look: { phone: string; client: string }): Promise<void> {
  const now = deps.clock.now()
  const counts = await deps.db.transaction(async tx => [
    { limit: looks.client, ...(await hit(tx, `order:look:${clientNetwork(look.client)}`, hour, now)) },
    { limit: looks.phone, ...(await hit(tx, `order:look:${look.phone}`, hour, now)) },
  ])
  for (const { count, limit, secondsLeft } of counts) {
    if (count > limit) throw shut(secondsLeft)
  }
}

const checksPerMinute = 120
const rechecksPerHour = 20
const resetsPerDay = 5

async function countOne(deps: Deps, key: string, spanMs: number, limit: number, msg: string): Promise<void> {
  const now = deps.clock.now()
  const { count, secondsLeft } = await deps.db.transaction(tx => hit(tx, key, spanMs, now))
  if (count > limit) throw new AppError('tooMany', { retryAfter: secondsLeft, msg })
}

export const countNameCheck = (deps: Deps, client: string): Promise<void> =>
  countOne(deps, `name:${clientNetwork(client)}`, minute, checksPerMinute, commerceWords.checkedTooFast)

export const countRecheck = (deps: Deps, orderId: string): Promise<void> =>
  countOne(deps, `recheck:${orderId}`, hour, rechecksPerHour, commerceWords.askedJustNow)

export const countReset = (deps: Deps, orderId: string): Promise<void> =>
  countOne(deps, `reset:${orderId}`, 24 * hour, resetsPerDay, commerceWords.resetTooOften)
