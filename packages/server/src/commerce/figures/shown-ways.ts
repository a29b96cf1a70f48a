/** The ways to pay for the page of settings: whether buyers see them, what they lack, and what they did lately. */
import type { PayWayState } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import { type Clock, day, isoTimeOrNull } from '../../kernel/clock.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { isOutOfReach, wayStates } from '../order/pay-ways.ts'
import { commerceWords } from '../words/words.ts'
import { countUnpaidByHand, countUnusedPayCards, lastPaidByWay } from './repository.ts'

/** Older payments are not looked for: there may be very many. */
const lookBackMs = 30 * day

type Deps = {
  db: Db
  clock: Clock
  site: SiteSettings
  /** As the operator set it; empty without. */
  setUrl: () => string
}

async function shownWays(deps: Deps): Promise<PayWayState[]> {
  const { query } = deps.db
  const now = deps.clock.now()
  const lastPaid = await lastPaidByWay(query, now - lookBackMs)
  const unused = await countUnusedPayCards(query, now)
  const unpaid = await countUnpaidByHand(query)
  return wayStates(await deps.site.read()).map(state => {
    const { way, switchedBy, missing, needs, others } = state
    return {
      way,
      name: commerceWords.wayNames[way],
      hint: commerceWords.waySays[way],
      state: state.state,
      warning: isOutOfReach(state, deps.setUrl()) ? commerceWords.outOfReach : null,
      switchedBy,
      missing: [...missing],
      settings: [...needs, ...others],
      lastPaidAt: isoTimeOrNull(lastPaid.get(way) ?? null),
      ...(way === 'card' ? { unused } : {}),
      ...(way === 'manual' ? { unpaid } : {}),
    }
  })
}

export const wayRoutes = (deps: Deps) =>
  ({
    getPayWays: async () => ({ list: await shownWays(deps) }),
  }) satisfies Partial<Handlers>
