/** Who sends a request: the bearer token, the client's address, and for API keys their rate. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { plainAddress } from '../client-address.ts'
import { type Clock, minute } from '../clock.ts'
import type { Db } from '../database/types.ts'
import type { AccountCaller, Caller } from '../identity/access.ts'
import { rateKey } from '../identity/api-key/routes.ts'
import type { ApiUsage } from '../identity/api-key/usage.ts'
import { authenticate } from '../identity/session/authenticate.ts'
import { hit } from '../identity/session/throttle.ts'

type Deps = { db: Db; clock: Clock; usage: ApiUsage }

export function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer +([\x21-\x7e]+)$/i.exec(header ?? '')
  return match?.[1] ?? null
}

/**
 * A secret that an operator has chosen, and that may hold spaces or any letters. A header comes byte by byte; what was
 * sent as UTF-8 is read as such.
 */
export function bearerSecret(header: string | undefined): string {
  const given = /^Bearer +(.*)$/i.exec(header ?? '')?.[1] ?? ''
  return Buffer.from(given, 'latin1').toString('utf8')
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
  if (count > limit) throw new AppError('tooMany', { retryAfter: reset, msg: '接口调用太频繁，请稍后再试' })
}

export async function identify(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const from = { client: plainAddress(request.ip), agent: agentOf(request) }
  const caller = await authenticate(deps, bearerToken(request.headers.authorization), from)
  if ((caller.role === 'user' || caller.role === 'admin') && caller.sessionId === null) {
    await countApiCall(deps, caller, reply)
  }
  return caller
}
