/** The queries of the page, under keys that its changes can renew together. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SysRole, SysStatus } from '@yanshu/contract'
import { api } from '../../../api/index.ts'
import type { TableQuery } from '../../../ui/table-query.ts'
import { sysAccountKeys } from './keys.ts'

export const roleOptions: readonly { value: SysRole; label: string }[] = [
  { value: 'admin', label: '管理员' },
  { value: 'user', label: '普通用户' },
]
export const statusOptions: readonly { value: SysStatus; label: string }[] = [
  { value: 'active', label: '正常' },
  { value: 'stopped', label: '已停用' },
]
const sorts = ['username', 'createdAt', 'lastLoginAt'] as const

export function useSysAccounts(table: TableQuery) {
  const role = table.filter('role', ['admin', 'user'] as const)
  const status = table.filter('status', ['active', 'stopped'] as const)
  const sort = sorts.find(name => name === table.sort)
  const query = {
    page: table.page,
    pageSize: table.pageSize,
    ...(table.q && { q: table.q }),
    ...(role && { role }),
    ...(status && { status }),
    ...(sort && { sort, order: table.order }),
  }
  return useQuery({
    queryKey: sysAccountKeys.list(query),
    queryFn: ({ signal }) => api.getSysAccount({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** One account that the table does not show; null when there is none. */
export function useSysAccount(id: string | null) {
  return useQuery({
    queryKey: sysAccountKeys.one(id),
    queryFn: async ({ signal }) =>
      (await api.getSysAccount({ query: { ids: id ?? '' } }, { signal })).list[0] ?? null,
    enabled: id !== null,
  })
}

export function useAuditLog(table: TableQuery) {
  const query = { page: table.page, pageSize: table.pageSize, ...(table.q && { q: table.q }) }
  return useQuery({
    queryKey: sysAccountKeys.log(query),
    queryFn: ({ signal }) => api.getAuditLog({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useBlocks(table: TableQuery) {
  const kind = table.filter('kind', ['sender', 'client'] as const)
  const query = {
    page: table.page,
    pageSize: table.pageSize,
    ...(table.q && { q: table.q }),
    ...(kind && { kind }),
  }
  return useQuery({
    queryKey: sysAccountKeys.blocks(query),
    queryFn: ({ signal }) => api.getBlocks({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useComplaints(table: TableQuery) {
  const state = table.filter('state', ['new', 'working', 'done', 'rejected'] as const)
  const query = {
    page: table.page,
    pageSize: table.pageSize,
    ...(table.q && { q: table.q }),
    ...(state && { state }),
  }
  return useQuery({
    queryKey: sysAccountKeys.complaints(query),
    queryFn: ({ signal }) => api.getComplaints({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Asks again for everything on the page after a change. */
export function useRenew(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sysAccountKeys.all })
}
