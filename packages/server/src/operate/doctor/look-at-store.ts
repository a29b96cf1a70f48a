/** The store: what is missing until it is open, whether gateways can reach us, and what is given away that is sold. */
import { isOutOfReach, wayStates } from '../../commerce/order/pay-ways.ts'
import { isoTime } from '../../kernel/clock.ts'
import { type Says, says } from '../words/says.ts'
import type { Place } from './place.ts'
import { countPlans, lastDoneOrder, openAndSold, soldDomains } from './repository.ts'

export async function lookAtStore({ query, values, publicUrl }: Place): Promise<Says[]> {
  const states = wayStates(values)
  const unreached = states.filter(way => isOutOfReach(way, publicUrl))
  const given = await openAndSold(query)
  const warnings = [
    ...unreached.map(({ way }) => says('todo', 'gatewayOutOfReach', { way })),
    ...given.map(domain => says('todo', 'openAndSold', { domain })),
  ]
  const domains = await soldDomains(query)
  const plans = await countPlans(query)
  const ways = states.filter(one => one.state === 'ready' && !unreached.includes(one)).map(({ way }) => way)
  const order = await lastDoneOrder(query)
  return [
    ...warnings,
    domains.length > 0 ? says('ok', 'soldDomains', { domains }) : says('todo', 'soldNone', {}),
    plans > 0 ? says('ok', 'plansOnSale', { plans }) : says('todo', 'plansNone', {}),
    ways.length > 0 ? says('ok', 'waysReady', { ways }) : says('todo', 'waysNone', {}),
    values.store ? says('ok', 'storeOpen', {}) : says('todo', 'storeClosed', {}),
    order === undefined ? says('todo', 'orderNone', {}) : says('ok', 'orderDone', { at: isoTime(order) }),
  ]
}
