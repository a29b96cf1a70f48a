/**
 * The one place that answers "may this caller do this to that". Roles and abilities decide which calls are open;
 * ownership decides which things. It knows no SQL and no HTTP: repositories turn a scope into conditions, the HTTP edge
 * turns a refusal into an answer. Not yours and not there must look alike, so a refusal of a thing is always `notFound`.
 */
import type { AbilitySet, Call, LimitSet, Page, Role } from '@yanshu/contract'
import { AppError } from '../app-error.ts'

export type Visitor = { readonly role: 'visitor'; readonly client: string; readonly agent: string }

export type MailboxCaller = {
  readonly role: 'mailbox'
  readonly client: string
  readonly agent: string
  readonly sessionId: string
  readonly mailboxId: string
  readonly address: string
  readonly maySend: boolean
}

export type AccountCaller = {
  readonly role: 'user' | 'admin'
  readonly client: string
  readonly agent: string
  /** Null when the caller came with an API key. */
  readonly sessionId: string | null
  /** The digest of the API key, when the caller came with one. */
  readonly keyHash?: string
  readonly accountId: string
  readonly name: string
  readonly pages: readonly Page[]
  readonly can: AbilitySet
  readonly limits: LimitSet
  /** The admin who acts in this account's name, as a session that `loginAs` made. */
  readonly actedBy?: { readonly id: string; readonly name: string }
}

export type Caller = Visitor | MailboxCaller | AccountCaller

export type LoggedIn = MailboxCaller | AccountCaller

export const nothing: AbilitySet = {
  send: false,
  upload: false,
  createDomain: false,
  createCard: false,
  useApi: false,
}
export const everything: AbilitySet = {
  send: true,
  upload: true,
  createDomain: true,
  createCard: true,
  useApi: true,
}
export const unlimited: LimitSet = {
  domains: null,
  mailboxes: null,
  storageMb: null,
  sendsPerDay: null,
  apiPerMinute: null,
}

export const mailboxPages: readonly Page[] = [
  'inbox',
  'sent',
  'contentFilter',
  'dashboard',
  'setting',
  'version',
]

export function abilitiesOf(caller: Caller): AbilitySet {
  switch (caller.role) {
    case 'visitor':
      return nothing
    case 'mailbox':
      return { ...nothing, send: caller.maySend, upload: caller.maySend }
    case 'user':
    case 'admin':
      return caller.can
  }
}

/** The pages a caller may open. */
export function pagesOf(caller: Caller): readonly Page[] {
  if (isAccount(caller)) return caller.pages
  return caller.role === 'mailbox' ? mailboxPages : []
}

/** An admin reaches everything: pages only tidy an admin's menu. */
const reachesPage = (caller: Caller, page: Page): boolean =>
  caller.role === 'admin' || pagesOf(caller).includes(page)

/** Throws unless the caller's role, pages and abilities open the call. */
export function checkCall(
  caller: Caller,
  call: Pick<Call, 'method' | 'who' | 'page' | 'ability' | 'sessionOnly'>,
): void {
  if (!call.who.includes(caller.role)) {
    throw new AppError(caller.role === 'visitor' ? 'loginNeeded' : 'forbidden')
  }
  if (call.page && caller.role !== 'visitor' && !reachesPage(caller, call.page))
    throw new AppError('forbidden')
  if (call.ability && caller.role !== 'visitor' && !abilitiesOf(caller)[call.ability])
    throw new AppError('forbidden')
  if (call.sessionOnly && caller.role !== 'visitor' && caller.sessionId === null)
    throw new AppError('forbidden')
  // An admin in somebody's name may look and work, but changes neither its password nor its keys.
  if (call.sessionOnly && call.method !== 'GET' && isAccount(caller) && caller.actedBy)
    throw new AppError('forbidden', { msg: handsOff })
}

const handsOff = '代为登录时不能改对方的密码、密钥和登录'

/** The same for a call of which one field sets a password. */
export function checkOwnHand(caller: Caller, field: string): void {
  if (isAccount(caller) && caller.actedBy)
    throw new AppError('forbidden', { msg: handsOff, fields: { [field]: handsOff } })
}

/** The mailboxes a caller reaches. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'owner'; accountId: string }
  | { kind: 'mailbox'; mailboxId: string }

export function mailboxScope(caller: LoggedIn): Scope {
  switch (caller.role) {
    case 'admin':
      return { kind: 'all' }
    case 'user':
      return { kind: 'owner', accountId: caller.accountId }
    case 'mailbox':
      return { kind: 'mailbox', mailboxId: caller.mailboxId }
  }
}

/** Whether the caller reaches a thing that an account owns: a domain, a card, a mailbox. */
export function ownsOrRules(caller: AccountCaller, ownerId: string | null): boolean {
  return caller.role === 'admin' || (ownerId !== null && ownerId === caller.accountId)
}

export function isAccount(caller: Caller): caller is AccountCaller {
  return caller.role === 'user' || caller.role === 'admin'
}

export function isLoggedIn(caller: Caller): caller is LoggedIn {
  return caller.role !== 'visitor'
}

/** The system account of whoever is logged in to one. */
export const accountIdOf = (caller: Caller): string | undefined =>
  isAccount(caller) ? caller.accountId : undefined

/** For handlers of calls whose `who` lets only accounts in; keeps the compiler as informed as the contract is. */
export function asAccount(caller: Caller): AccountCaller {
  if (!isAccount(caller)) throw new AppError('forbidden')
  return caller
}

export function asLoggedIn(caller: Caller): LoggedIn {
  if (!isLoggedIn(caller)) throw new AppError('loginNeeded')
  return caller
}

export const roleOf = (caller: Caller): Role => caller.role
