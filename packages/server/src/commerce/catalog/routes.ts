import { asAccount } from '../../identity/access.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import {
  addPlan,
  type CatalogDeps,
  editPlan,
  listSpecialNames,
  plansOf,
  removePlan,
  removeSpecialNames,
  setSpecialNames,
} from './manage-catalog.ts'
import type { PlanFields } from './plan.ts'

type Given<T> = { [K in keyof T]?: T[K] | undefined }

/** Only what was given. */
const changesOf = (given: Given<PlanFields>): Partial<PlanFields> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

export function catalogRoutes(deps: CatalogDeps) {
  return {
    getPlans: async ({ query, caller }) => ({ list: await plansOf(deps, asAccount(caller), query.domainId) }),

    addPlan: async ({ body, caller }) => ({
      plan: await addPlan(deps, asAccount(caller), body.domainId, {
        name: body.name,
        hint: body.hint ?? '',
        days: body.days,
        price: body.price,
        renewPrice: body.renewPrice,
        quotaMb: body.quotaMb,
        maySend: body.maySend,
        recommended: body.recommended ?? false,
        onSale: body.onSale ?? true,
      }),
    }),

    async editPlan({ body, caller }) {
      const { id, position, seen, ...fields } = body
      const more = { position, seen: seen && changesOf(seen) }
      return { plan: await editPlan(deps, asAccount(caller), id, changesOf(fields), more) }
    },

    async delPlan({ body, caller }) {
      await removePlan(deps, asAccount(caller), body.id)
      return {}
    },

    getSpecialNames: ({ query, caller }) =>
      listSpecialNames(deps, asAccount(caller), query.domainId, {
        q: query.q,
        kind: query.kind,
        page: query.page ?? 1,
        pageSize: query.pageSize ?? 20,
      }),

    setSpecialNames: async ({ body, caller }) => ({
      set: await setSpecialNames(deps, asAccount(caller), {
        domainId: body.domainId,
        names: body.names,
        kind: body.kind,
        price: body.price,
      }),
    }),

    delSpecialNames: async ({ body, caller }) => ({
      deleted: await removeSpecialNames(deps, asAccount(caller), body.domainId, body.names),
    }),
  } satisfies Partial<Handlers>
}
