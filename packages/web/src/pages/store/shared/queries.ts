/** The queries of the store. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AnswerOf, Calls, PayOption } from '@yanshu/contract'
import { buyEmail } from '@yanshu/contract/calls/store'
import { useEffect, useState } from 'react'
import { shopKeys } from '../../../account/account-keys.ts'
import { shapeOf } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'

export type Catalogue = AnswerOf<Calls['getAdminDomains']>
export type NameAnswer = AnswerOf<Calls['checkName']>

export function useCatalogue() {
  return useQuery({
    queryKey: shopKeys.all,
    queryFn: ({ signal }) => api.getAdminDomains({}, { signal }),
    staleTime: 60_000,
  })
}

/** The value once it has rested. */
function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}

const nameSchema = shapeOf(buyEmail).localPart

/** Returns the fault of a name before the server is asked; null when there is none, or nothing is typed. */
export function nameFault(typed: string): string | null {
  if (typed.trim() === '') return null
  const { success, error } = nameSchema.safeParse(typed)
  return success ? null : (error?.issues[0]?.message ?? '名字不对')
}

const TYPING_MS = 250
const FRESH_MS = 15_000

/** Whether a name can be bought, asked once the typing rests. `mine` is the token of an own unpaid order. */
export function useNameCheck(domainId: string, typed: string, mine: string | undefined) {
  const name = typed.trim().toLowerCase()
  const asked = useRested(name, TYPING_MS)
  const fit = asked !== '' && nameFault(asked) === null
  const result = useQuery({
    queryKey: shopKeys.name(domainId, asked, mine ?? ''),
    queryFn: ({ signal }) =>
      api.checkName(
        {
          query: { domainId, localPart: asked },
          ...(mine !== undefined && { headers: { 'x-claim-token': mine } }),
        },
        { signal },
      ),
    enabled: fit && domainId !== '',
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
  const current = fit && asked === name && !result.isPlaceholderData
  return {
    /** The answer to what stands in the field now. */
    answer: current ? result.data : undefined,
    suggestions: result.data?.suggestions ?? [],
    error: current ? result.error : null,
    again: () => void result.refetch(),
    busy: result.isFetching,
  }
}

/** 支付宝, 微信支付, as the site calls it. */
export function payName(options: readonly PayOption[], way: PayOption['way'], channel: string): string {
  const found =
    options.find(option => option.way === way && option.channel === channel) ??
    options.find(option => option.way === way)
  return found?.name ?? { card: '卡密', epay: '易支付', stripe: '银行卡', manual: '人工收款' }[way]
}

/** A gateway's address may only be a web page. */
export function isWebAddress(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//i.test(url)
}
