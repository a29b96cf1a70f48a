import type { FilterRow } from '@yanshu/contract'
import { asLoggedIn } from '../../identity/access.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import { isoTimeOrNull } from '../../kernel/clock.ts'
import { type Action, type Condition, ownerOf, scopeOf } from './filter.ts'
import { addFilter, delFilters, editFilter, type ManageDeps } from './manage-filter.ts'
import { type FilterRecord, listFilters } from './repository.ts'
import { type TryDeps, tryFilter } from './try-filter.ts'

const shown = (row: FilterRecord): FilterRow => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled === 1,
  match: row.match,
  conditions: JSON.parse(row.conditions) as Condition[],
  actions: JSON.parse(row.actions) as Action[],
  scope: scopeOf(row),
  position: row.position,
  hits: row.hits,
  lastHitAt: isoTimeOrNull(row.last_hit_at),
})

export function filterRoutes(deps: ManageDeps & TryDeps) {
  return {
    async getFilters({ caller }) {
      const rows = await listFilters(deps.db.query, ownerOf(asLoggedIn(caller)))
      return { list: rows.map(shown) }
    },

    addFilter: async ({ body, caller }) => ({
      filter: shown(await addFilter(deps, asLoggedIn(caller), body)),
    }),

    editFilter: async ({ body, caller }) => ({
      filter: shown(await editFilter(deps, asLoggedIn(caller), body)),
    }),

    delFilter: async ({ body, caller }) => ({
      deleted: await delFilters(deps, asLoggedIn(caller), body.ids),
    }),

    testFilter: ({ body, caller, signal }) => tryFilter(deps, asLoggedIn(caller), body.rule, signal),
  } satisfies Partial<Handlers>
}
