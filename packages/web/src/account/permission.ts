/**
 * What the permission data means to the interface: who the caller is, which pages it may open, what it may do. It only
 * shows and hides; the server decides.
 */
import {
  type Ability,
  type AbilitySet,
  type LimitSet,
  type Page,
  type PermissionData,
  pages,
  type Role,
  roles,
} from '@yanshu/contract'
import { useMemo } from 'react'
import { type StoredPermission, usePermissionStore } from '../store/permission.ts'

const nothing: AbilitySet = {
  send: false,
  upload: false,
  createDomain: false,
  createCard: false,
  useApi: false,
}
const noLimits: LimitSet = {
  domains: null,
  mailboxes: null,
  storageMb: null,
  sendsPerDay: null,
  apiPerMinute: null,
}

/** Permission data with every part in place. What is missing or strange is read as a visitor's. */
export function readPermission(stored: StoredPermission): PermissionData {
  const account = stored.account
  return {
    role: roles.find(role => role === stored.role) ?? 'visitor',
    account: typeof account === 'object' && account !== null ? account : null,
    pages: Array.isArray(stored.pages) ? pages.filter(page => stored.pages?.includes(page)) : [],
    can: { ...nothing, ...stored.can },
    limits: { ...noLimits, ...stored.limits },
    actedBy: stored.actedBy ?? null,
  }
}

export function usePermission(): PermissionData {
  const stored = usePermissionStore(state => state.permissionData)
  return useMemo(() => readPermission(stored), [stored])
}

export function useCan(ability: Ability): boolean {
  return usePermission().can[ability]
}

export const roleNames: Readonly<Record<Role, string>> = {
  visitor: '访客',
  mailbox: '邮箱',
  user: '普通用户',
  admin: '管理员',
}

/** The page to open first: the inbox where there is one, else the first in the order of the rail. */
export function firstPage(allowed: readonly Page[]): Page | null {
  return allowed.includes('inbox') ? 'inbox' : (allowed[0] ?? null)
}
