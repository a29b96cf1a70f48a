import type { FilterRule } from '@yanshu/contract'
import { useMemo } from 'react'
import { useMailboxesById } from '../../../mail/queries.ts'
import { useDomainChoices, useMailboxChoices } from './queries.ts'

type Scope = FilterRule['scope']

export const everyonesBoxes = '全站的邮箱'
export const everyonesOn = (domain: string): string => `@${domain} 上所有人的邮箱`

/**
 * Says what a rule is for; null when it is for all of the own. A mailbox or domain that is no longer accessible is named
 * by its kind.
 */
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
    const domainNames = new Map(domains?.map(({ id, name }) => [id, name]))
    return ({ kind, id = '', everyone }) => {
      if (kind === 'all') return everyone ? everyonesBoxes : null
      if (kind === 'mailbox') return names.get(id) ?? '一个邮箱'
      const name = domainNames.get(id)
      if (name === undefined) return '一个域名'
      return everyone ? everyonesOn(name) : `@${name}`
    }
  }, [listed, others, domains])
}
