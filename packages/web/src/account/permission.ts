/**
 * Reads the permission data for the interface: who the caller is, which pages it may open, and its rights. It
 * only shows and hides; the server decides.
 */
import type { Ability, AbilitySet, LimitSet, Page, PermissionData, Role } from '@yanshu/contract'
import { pages, roles } from '@yanshu/contract/permission'
import { useMemo } from 'react'
import { type StoredPermission, useKeptPermission } from '../api/kept-permission.ts'

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

/** Returns permission data with every part in place. Missing or invalid parts are read as a visitor's. */
export function readPermission(stored: StoredPermission): PermissionData {
  const account = stored.account
  return {
    role: roles.find(role => role === stored.role) ?? 'visitor',
    account: typeof account === 'object' && account !== null ? account : null,
    pages: Array.isArray(stored.pages) ? pages.filter(page => stored.pages?.includes(page)) : [],
    can: { ...nothing, ...stored.can },
    limits: { ...noLimits, ...stored.limits },
    actedBy: stored.actedBy ?? null,
    ended: stored.ended ?? null,
  }
}

export function usePermission(): PermissionData {
  const stored = useKeptPermission(state => state.permissionData)
  return useMemo(() => readPermission(stored), [stored])
}

/** Whether calls of this page are open: an admin reaches all, whatever the menu shows. */
export const reaches = ({ role, pages }: Pick<PermissionData, 'role' | 'pages'>, page: Page): boolean =>
  role === 'admin' || pages.includes(page)

export function useReaches(page: Page): boolean {
  return reaches(usePermission(), page)
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

/** Returns the page to open first: the inbox if there is one, else the first of the menu. */
export function firstPage(allowed: readonly Page[]): Page | null {
  return allowed.includes('inbox') ? 'inbox' : (allowed[0] ?? null)
}
