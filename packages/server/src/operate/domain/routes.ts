import { isoTime } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { Handlers } from '../../http/handlers.ts'
import { asAccount } from '../../identity/access.ts'
import { listDomains } from './repository.ts'

export function domainRoutes(deps: { db: Db }) {
  return {
    async getDomains({ query, caller }) {
      const me = asAccount(caller)
      const { rows, total } = await listDomains(deps.db.query, {
        ownerId: me.role === 'admin' ? null : me.accountId,
        q: query.q,
        page: query.page ?? 1,
        pageSize: query.pageSize ?? 20,
      })
      return {
        list: rows.map(row => ({
          id: row.id,
          name: row.name,
          ownerId: row.owner_id,
          verified: row.verified_at !== null,
          open: row.open === 1,
          store: row.store === 1,
          catchAll: row.catch_all === 1,
          subdomains: row.subdomains === 1,
          mailboxes: Number(row.mailboxes),
          // DNS is not checked in this version.
          state: 'unknown' as const,
          checkedAt: null,
          createdAt: isoTime(row.created_at),
        })),
        total,
      }
    },
  } satisfies Partial<Handlers>
}
