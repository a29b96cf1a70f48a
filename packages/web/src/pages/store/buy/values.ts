/** The values of the form, and their start. */
import type { Plan, StoreDomain } from '@yanshu/contract'
import type { Catalogue } from '../shared/queries.ts'
import { readDraft } from './draft.ts'
import { payKey } from './looks.tsx'

export type Values = {
  domainId: string
  localPart: string
  planId: string
  phone: string
  queryPassword: string
  pay: { way: string; cardCode: string }
}

/**
 * Returns the first values of the form: the address to renew, the earlier choices, or the first of
 * everything.
 */
export function startOf({ list, payOptions }: Catalogue, renew: string | null): Values {
  const draft = readDraft()
  const [first] = list
  const at = renew?.lastIndexOf('@') ?? -1
  const named = renew && list.find(domain => domain.name === renew.slice(at + 1))
  const domain = named || (list.find(({ id }) => id === draft.domainId) ?? first)
  const plan =
    domain?.plans.find(({ id }) => id === draft.planId) ??
    domain?.plans.find(({ recommended }) => recommended) ??
    domain?.plans[0]
  const pay = payOptions.find(option => payKey(option) === draft.pay) ?? payOptions[0]
  return {
    domainId: domain?.id ?? '',
    localPart: renew && at > 0 ? renew.slice(0, at) : (draft.localPart ?? ''),
    planId: plan?.id ?? '',
    phone: draft.phone ?? '',
    queryPassword: '',
    pay: { way: pay ? payKey(pay) : '', cardCode: '' },
  }
}

/** Another domain has other plans: the one most like the chosen one, else the one most people choose. */
export function planLike(
  domain: StoreDomain,
  plan: Pick<StoreDomain['plans'][number], 'name' | 'days'>,
): string {
  const same = domain.plans.find(one => one.name === plan.name && one.days === plan.days)
  return (same ?? domain.plans.find(one => one.recommended) ?? domain.plans[0])?.id ?? ''
}

export const priceOf = (plan: Pick<Plan, 'price' | 'renewPrice'>, renew: boolean): number =>
  renew ? plan.renewPrice : plan.price

/** The cheapest first; plans of one price stay in the order of the seller. */
export const byPrice = (plans: readonly Plan[], renew: boolean): Plan[] =>
  plans.toSorted((one, other) => priceOf(one, renew) - priceOf(other, renew))
