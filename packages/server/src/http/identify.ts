/**
 * Identifies the sender of a request by the bearer token and the client's address, and applies the rate of
 * API keys.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/types.ts'
import { rateKey } from '../identity/api-key/routes.ts'
import type { ApiUsage } from '../identity/api-key/usage.ts'
import { authenticate } from '../identity/session/authenticate.ts'
import { AppError } from '../kernel/app-error.ts'
import type { AccountCaller, Caller } from '../kernel/call/caller.ts'
import { plainAddress } from '../kernel/client-address.ts'
import { type Clock, minute } from '../kernel/clock.ts'
import type { SiteSettings } from '../ledger/setting/site-settings.ts'
import { hit } from '../ledger/throttle/throttle.ts'
import { findLogInMailbox } from '../mailbox/account/mailbox-of-login.ts'
import { httpWords } from './words.ts'

type Deps = { db: Db; clock: Clock; site: Pick<SiteSettings, 'read'>; usage: ApiUsage }

export function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer +([\x21-\x7e]+)$/i.exec(header ?? '')
  return match?.[1] ?? null
}

/** Control characters in a header never reach the database or a log line. */
const agentOf = (request: FastifyRequest): string =>
  (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 200)

async function countApiCall(deps: Deps, caller: AccountCaller, reply: FastifyReply): Promise<void> {
  const limit = caller.limits.apiPerMinute
  if (limit === null) {
    deps.usage.note(caller.accountId, false)
    return
  }
  const now = deps.clock.now()
  const { count, secondsLeft: reset } = await deps.db.transaction(tx =>
    hit(tx, rateKey(caller.accountId), minute, now),
  )
  reply.headers({
    // The three fields that clients know, and the policy they follow from (draft-ietf-httpapi-ratelimit-headers).
    'ratelimit-limit': limit,
    'ratelimit-remaining': Math.max(0, limit - count),
    'ratelimit-reset': reset,
    'ratelimit-policy': `${limit};w=60`,
  })
  deps.usage.note(caller.accountId, count > limit)
  if (count > limit) throw new AppError('tooMany', { retryAfter: reset, msg: httpWords.tooManyCalls })
}

export async function identify(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const from = { client: plainAddress(request.ip), agent: agentOf(request) }
  const caller = await authenticate(
    { ...deps, findLogInMailbox },
    bearerToken(request.headers.authorization),
    from,
  )
  if ((caller.role === 'user' || caller.role === 'admin') && caller.sessionId === null) {
    await countApiCall(deps, caller, reply)
  }
  return caller
}
