import type { FilterRule } from '@yanshu/contract'
import { useMemo } from 'react'
import { useMailboxesById } from '../../../mail/queries.ts'
import { useDomainChoices, useMailboxChoices } from './queries.ts'

type Scope = FilterRule['scope']

/** Says what a rule is for; null when it is for all. What cannot be opened any more is still one of its kind. */
export function useScopeNames(scopes: readonly Scope[]): (scope: Scope) => string | null {
  const listed = useMailboxChoices('').data?.list
  const unlisted = scopes.flatMap(({ kind, id }) =>
    listed && kind === 'mailbox' && id && !listed.some(box => box.id === id) ? [id] : [],
  )
  const others = useMailboxesById(unlisted).data
  const domains = useDomainChoices().data?.list
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const { id, address } of [...(listed ?? []), ...(others ?? [])]) names.set(id, address)
    for (const { id, name } of domains ?? []) names.set(id, `@${name}`)
    return ({ kind, id }) => {
      if (kind === 'all') return null
      return names.get(id ?? '') ?? (kind === 'domain' ? '一个域名' : '一个邮箱')
    }
  }, [listed, others, domains])
}
