/** The queries of the page, under one key that its changes renew. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf, Calls, ExpiryFilter, MailboxStatus } from '@yanshu/contract'
import { useSearchParams } from 'react-router'
import { clientSettingKeys, limitKeys } from '../../../account/account-keys.ts'
import { usePermission } from '../../../account/permission.ts'
import { api } from '../../../api/index.ts'
import { mailKeys } from '../../../mail/mail-keys.ts'
import type { Found } from '../../../ui/search-select.tsx'
import type { TableQuery } from '../../../ui/table-query.ts'
import { emailAccountKeys } from './keys.ts'

export const tabs = ['account', 'temporary', 'deleted'] as const
export type Tab = (typeof tabs)[number]

export const statusNames: Readonly<Record<MailboxStatus, string>> = {
  active: '正常',
  paused: '已暂停',
  stopped: '已停用',
}
const statuses = Object.keys(statusNames) as MailboxStatus[]
export const statusOptions = statuses.map(value => ({ value, label: statusNames[value] }))
const expiryNames: Readonly<Record<ExpiryFilter, string>> = {
  soon: '七天内到期',
  past: '已到期',
  never: '长期',
}
const expiries = Object.keys(expiryNames) as ExpiryFilter[]
export const expiryOptions = expiries.map(value => ({ value, label: expiryNames[value] }))
const sendWays = ['1', '0'] as const
export const sendOptions = [
  { value: '1', label: '能发信' },
  { value: '0', label: '只收信' },
]
const sorts = ['address', 'createdAt', 'expiresAt', 'usedBytes', 'lastLoginAt'] as const

export function useTab(): Tab {
  const [params] = useSearchParams()
  return tabs.find(tab => tab === params.get('tab')) ?? 'account'
}

export type AccountFilter = NonNullable<BodyOf<Calls['batchEditEmailAccount']>['filter']>

/** The filter that the URL names, as the server takes it. */
export function useFilter(table: TableQuery): AccountFilter {
  const [params] = useSearchParams()
  const tab = useTab()
  const status = table.filter('status', statuses)
  const expires = table.filter('expires', expiries)
  const send = table.filter('send', sendWays)
  const [domain, owner] = [params.get('domain'), params.get('owner')]
  return {
    ...(table.q && { q: table.q }),
    ...(tab !== 'deleted' && { kind: tab }),
    ...(status && { status }),
    ...(expires && { expires }),
    ...(send && { maySend: send === '1' }),
    ...(domain && { domain }),
    ...(owner && { owner }),
  }
}

export function useAccounts(table: TableQuery) {
  const tab = useTab()
  const filter = useFilter(table)
  const sort = sorts.find(name => name === table.sort)
  const query = {
    page: table.page,
    pageSize: table.pageSize,
    ...filter,
    ...(tab === 'deleted' && { deleted: true }),
    ...(sort && { sort, order: table.order }),
  }
  return useQuery({
    queryKey: emailAccountKeys.list(query),
    queryFn: ({ signal }) => api.getEmailAccount({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Returns the accounts to which mailboxes can be given; only an admin gets them. */
export function useOwners() {
  const { role } = usePermission()
  const { data } = useQuery({
    queryKey: emailAccountKeys.owners,
    queryFn: ({ signal }) => api.getSysAccount({ query: { pageSize: 100, sort: 'username' } }, { signal }),
    enabled: role === 'admin',
    staleTime: 60_000,
  })
  return data?.list.map(({ id, username }) => ({ value: id, label: username })) ?? []
}

/** The same, found by what is typed. */
export function useOwnerChoices(words: string, wanted: boolean): Found {
  const { data, isFetching, isError } = useQuery({
    queryKey: [...emailAccountKeys.owners, words],
    queryFn: async ({ signal }) =>
      (
        await api.getSysAccount(
          { query: { pageSize: 50, sort: 'username', ...(words !== '' && { q: words }) } },
          { signal },
        )
      ).list.map(({ id, username }) => ({ value: id, label: username })),
    placeholderData: keepPreviousData,
    enabled: wanted,
    staleTime: 60_000,
  })
  return { data, isFetching, isError }
}

/** The name of one of them. */
export function useOwnerName(id: string | null | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: [...emailAccountKeys.owners, 'named', id],
    queryFn: async ({ signal }) =>
      (await api.getSysAccount({ query: { ids: id ?? '' } }, { signal })).list[0],
    enabled: id !== null && id !== undefined,
    staleTime: 60_000,
  })
  return data?.username
}

export const noOwner = [{ value: '', label: '没有归属' }]

/** The domains on which the caller gives room, end and the right to send. Null for all of them. */
export function useRuledDomains(): ReadonlySet<string> | null {
  const { role } = usePermission()
  const { data } = useQuery({
    queryKey: emailAccountKeys.ruled,
    queryFn: async ({ signal }) => (await api.getDomains({ query: { pageSize: 100 } }, { signal })).list,
    enabled: role !== 'admin',
    staleTime: 60_000,
    retry: false,
  })
  return role === 'admin' ? null : new Set(data?.map(domain => domain.name))
}

/** Asks again after a change. Lists of mailboxes elsewhere are old then, too. */
export function useRenew(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: emailAccountKeys.all })
    await client.invalidateQueries({ queryKey: clientSettingKeys.all })
    await client.invalidateQueries({ queryKey: mailKeys.every })
    await client.invalidateQueries({ queryKey: limitKeys.all })
  }
}
