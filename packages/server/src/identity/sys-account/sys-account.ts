/**
 * System accounts: the people who run the site and its customers. An admin reaches everything; a user what it owns,
 * on the pages and within the abilities and limits that an admin gave it.
 */
import {
  type AbilitySet,
  abilities,
  type LimitSet,
  limits,
  type Page,
  pages,
  type SysRole,
  type SysStatus,
} from '@yanshu/contract'
import { builtPages } from '../../operate/version/built.ts'
import { type AccountCaller, everything, unlimited, type Visitor } from '../access.ts'
import type { AccountRow } from './repository.ts'

/** What a new user account gets when the admin chooses nothing. */
export const userDefaults: { pages: readonly Page[]; can: AbilitySet; limits: LimitSet } = {
  pages: pages.filter(page => page !== 'sysAccount'),
  can: { send: true, upload: true, createDomain: true, createCard: false, useApi: true },
  limits: { domains: 5, mailboxes: 200, storageMb: 2048, sendsPerDay: 200, apiPerMinute: 120 },
}

export const adminDefaults: { pages: readonly Page[]; can: AbilitySet; limits: LimitSet } = {
  pages,
  can: everything,
  limits: unlimited,
}

export const defaultsFor = (role: SysRole) => (role === 'admin' ? adminDefaults : userDefaults)

const isPage = (value: unknown): value is Page => pages.some(page => page === value)

/**
 * What an account may, read back from its row. The page of system accounts goes by the role alone: an admin without it could
 * not be given it back. Whatever a row lacks, because it is older than the ability, is denied.
 */
export function readRights(row: Pick<AccountRow, 'role' | 'pages' | 'abilities' | 'limits'>) {
  const stored: unknown = JSON.parse(row.pages)
  const list = Array.isArray(stored) ? stored.filter(isPage) : []
  const can = JSON.parse(row.abilities) as Partial<AbilitySet>
  const most = JSON.parse(row.limits) as Partial<LimitSet>
  return {
    pages: pages.filter(page => (page === 'sysAccount' ? row.role === 'admin' : list.includes(page))),
    can: Object.fromEntries(abilities.map(name => [name, can[name] === true])) as AbilitySet,
    limits: Object.fromEntries(
      limits.map(name => [name, most[name] === undefined ? 0 : most[name]]),
    ) as LimitSet,
  }
}

/** How the caller came: with a session, in somebody's name or not, or with an API key. */
export type CameWith =
  | { sessionId: string; actedBy?: NonNullable<AccountCaller['actedBy']> }
  | { sessionId: null; keyHash: string }

export function accountCaller(row: AccountRow, cameWith: CameWith, visitor: Visitor): AccountCaller {
  return {
    ...visitor,
    ...cameWith,
    role: row.role,
    accountId: row.id,
    name: row.username,
    ...readRights(row),
  }
}

/** Where a log-in leads: the first page that exists and may be seen. */
export function landingPath(row: AccountRow): string {
  const page = readRights(row).pages.find(candidate => builtPages.includes(candidate))
  return `/user/${page ?? 'setting'}`
}

/** Whether an account counts as an admin who can act. */
export const isActingAdmin = (account: { role: SysRole; status: SysStatus }): boolean =>
  account.role === 'admin' && account.status === 'active'
