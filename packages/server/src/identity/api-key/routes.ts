import type { Db } from '../../database/types.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isoTime, isoTimeOrNull, minute } from '../../kernel/clock.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { peek } from '../../ledger/throttle/throttle.ts'
import { asAccount } from '../access.ts'
import { tellKeyEnded } from './api-key.ts'
import { findApiKey, replaceApiKey } from './repository.ts'
import { type ApiUsage, usageOf } from './usage.ts'

/** The name under which calls of an account with its key are counted. */
export const rateKey = (accountId: string): string => `api:${accountId}`

export function apiKeyRoutes(deps: { db: Db; clock: Clock; usage: ApiUsage }) {
  return {
    async getKey({ caller }) {
      const me = asAccount(caller)
      const now = deps.clock.now()
      await deps.usage.flush()
      const row = await findApiKey(deps.db.query, me.accountId)
      const counts = await peek(deps.db.query, [rateKey(me.accountId)], minute, now)
      const key = row && {
        prefix: row.prefix,
        createdAt: isoTime(row.created_at),
        lastUsedAt: isoTimeOrNull(row.last_used_at),
      }
      return {
        key: key ?? null,
        perMinute: me.limits.apiPerMinute,
        usedThisMinute: counts.get(rateKey(me.accountId))?.count ?? 0,
        usage: await usageOf(deps.db.query, me.accountId, now),
      }
    },

    async refreshKey({ caller }) {
      const me = asAccount(caller)
      const now = deps.clock.now()
      const { key, prefix } = await deps.db.transaction(async tx => {
        const made = await replaceApiKey(tx, me.accountId, now)
        if (me.role === 'admin') {
          const detail = fact('apiKeyRenewed', { prefix: made.prefix })
          await writeAudit(tx, me, now, { action: 'refreshKey', target: me.name, detail })
        }
        return made
      })
      await tellKeyEnded(deps.db, me.accountId)
      return { key, prefix, createdAt: isoTime(now) }
    },
  } satisfies Partial<Handlers>
}
