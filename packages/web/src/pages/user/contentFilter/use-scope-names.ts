import type { FilterRule } from '@yanshu/contract'
import { useMemo } from 'react'
import { useDomainChoices, useMailboxChoices } from './queries.ts'

/** Says what a rule is for; null when it is for all. What is not among those known here is still one of its kind. */
export function useScopeNames(): (scope: FilterRule['scope']) => string | null {
  const mailboxes = useMailboxChoices('').data?.list
  const domains = useDomainChoices().data?.list
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const { id, address } of mailboxes ?? []) names.set(id, address)
    for (const { id, name } of domains ?? []) names.set(id, `@${name}`)
    return ({ kind, id }) => {
      if (kind === 'all') return null
      return names.get(id ?? '') ?? (kind === 'domain' ? '一个域名' : '一个邮箱')
    }
  }, [mailboxes, domains])
}
