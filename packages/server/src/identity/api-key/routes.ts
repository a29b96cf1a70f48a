import type { Clock } from '../../clock.ts'
import { isoTime, isoTimeOrNull } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { Handlers } from '../../http/handlers.ts'
import { asAccount } from '../access.ts'
import { findApiKey, replaceApiKey } from './repository.ts'

export function apiKeyRoutes(deps: { db: Db; clock: Clock }) {
  return {
    async getKey({ caller }) {
      const me = asAccount(caller)
      const row = await findApiKey(deps.db.query, me.accountId)
      const key = row && {
        prefix: row.prefix,
        createdAt: isoTime(row.created_at),
        lastUsedAt: isoTimeOrNull(row.last_used_at),
      }
      return { key: key ?? null, perMinute: me.limits.apiPerMinute }
    },

    async refreshKey({ caller }) {
      const now = deps.clock.now()
      const { key, prefix } = await deps.db.transaction(tx =>
        replaceApiKey(tx, asAccount(caller).accountId, now),
      )
      return { key, prefix, createdAt: isoTime(now) }
    },
  } satisfies Partial<Handlers>
}
