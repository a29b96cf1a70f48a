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
import type { AccountCaller, Visitor } from '../../kernel/call/caller.ts'
import { everything, nothing, unlimited } from '../access.ts'
import type { AccountRow } from './repository.ts'

/** The rights of a new user account when the admin chooses nothing. */
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

type RightsRow = Pick<AccountRow, 'role' | 'pages' | 'abilities' | 'limits'>

export const noRights: { pages: readonly Page[]; can: AbilitySet; limits: LimitSet } = {
  pages: [],
  can: nothing,
  limits: { domains: 0, mailboxes: 0, storageMb: 0, sendsPerDay: 0, apiPerMinute: 0 },
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isLimit = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'number' && value >= 0)

/** The stored rights; null when any of them cannot be read. A right that an older row lacks is denied. */
function storedRights(row: RightsRow): typeof noRights | null {
  try {
    const [open, can, most]: unknown[] = [row.pages, row.abilities, row.limits].map(text => JSON.parse(text))
    if (!Array.isArray(open) || !isObject(can) || !isObject(most)) return null
    if (!limits.every(name => isLimit(most[name]))) return null
    return {
      pages: open.filter(isPage),
      can: Object.fromEntries(abilities.map(name => [name, can[name] === true])) as AbilitySet,
      limits: Object.fromEntries(
        limits.map(name => [name, most[name] === undefined ? 0 : most[name]]),
      ) as LimitSet,
    }
  } catch {
    return null
  }
}

/** Whether nobody can tell what the account may do. */
export const lostRights = (row: RightsRow): boolean => storedRights(row) === null

/**
 * Reads the rights of an account from its row; rights that cannot be read are none. The page of system accounts depends
 * on the role alone, because nobody could give it back to an admin without it.
 */
export function readRights(row: RightsRow) {
  const { pages: open, can, limits: most } = storedRights(row) ?? noRights
  return {
    pages: pages.filter(page => (page === 'sysAccount' ? row.role === 'admin' : open.includes(page))),
    can,
    limits: most,
  }
}

/** How the caller came: with a session, in somebody's name, at somebody's mailbox or neither, or with an API key. */
export type CameWith =
  | ({ sessionId: string } & Pick<AccountCaller, 'actedBy' | 'look'>)
  | { sessionId: null; keyHash: string }

/** The pages of letters are not for an admin in somebody's name. */
const withoutLetters = (open: readonly Page[]) => open.filter(page => page !== 'inbox' && page !== 'sent')

export function accountCaller(row: AccountRow, cameWith: CameWith, visitor: Visitor): AccountCaller {
  const rights = readRights(row)
  const acted = 'actedBy' in cameWith && cameWith.actedBy !== undefined
  return {
    ...visitor,
    ...cameWith,
    role: row.role,
    accountId: row.id,
    name: row.username,
    ...rights,
    pages: acted ? withoutLetters(rights.pages) : rights.pages,
  }
}

/** Where a log-in leads: the first page that the account may see. */
export function landingPath(row: AccountRow, { acted = false } = {}): string {
  const { pages: open } = readRights(row)
  const [first] = acted ? withoutLetters(open) : open
  return first === undefined ? '/home' : `/user/${first}`
}

/** Whether an account counts as an admin who can act. */
export const isActingAdmin = (account: { role: SysRole; status: SysStatus }): boolean =>
  account.role === 'admin' && account.status === 'active'
