/**
 * The one place that answers "may this caller do this to that". Roles and abilities decide which calls are open;
 * ownership decides which things. It knows no SQL and no HTTP: repositories turn a scope into conditions, the HTTP edge
 * turns a refusal into an answer. Not yours and not there must look alike, so a refusal of a thing is always `notFound`.
 */
import {
  type AbilitySet,
  type Call,
  type EndReason,
  type LimitSet,
  type Page,
  pagesOfCall,
  type Role,
} from '@yanshu/contract'
import { AppError } from '../kernel/app-error.ts'
import type {
  AccountCaller,
  Caller,
  LetterScope,
  LoggedIn,
  Scope,
  Visitor,
  WhyEnded,
} from '../kernel/call/caller.ts'
import type { Audience } from '../ledger/event/event-hub.ts'
import { identityWords } from './words/words.ts'

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
export const reachesPage = (caller: Caller, page: Page): boolean =>
  caller.role === 'admin' || pagesOf(caller).includes(page)

function pagesOpen(caller: Caller, call: Pick<Call, 'page'>): boolean {
  const pages = pagesOfCall(call)
  return pages === null || caller.role === 'visitor' || pages.some(page => reachesPage(caller, page))
}

/** The reason for a visitor whose login others ended. */
export function endOf({ ended }: Visitor): { reason: EndReason; msg: string } | null {
  if (!ended) return null
  const reason = ended.why === 'mailboxExpired' ? 'expired' : 'stopped'
  return { reason, msg: wordsOfEnd(ended.why, ended.contact) }
}

export function wordsOfEnd(why: WhyEnded, contact: string): string {
  switch (why) {
    case 'accountStopped':
      return identityWords.accountStopped(contact)
    case 'mailboxStopped':
      return identityWords.mailboxStopped(contact)
    case 'mailboxExpired':
      return identityWords.mailboxExpired(contact)
  }
}

const loginNeeded = (visitor: Visitor) => new AppError('loginNeeded', endOf(visitor) ?? {})

/** The part of a call that says who may make it. */
export type CalledFor = Pick<
  Call,
  'method' | 'who' | 'page' | 'ability' | 'sessionOnly' | 'letters' | 'inLook'
>

/** Throws unless the caller's role, pages and abilities open the call. */
export function checkCall(caller: Caller, call: CalledFor): void {
  if (!call.who.includes(caller.role)) {
    throw caller.role === 'visitor' ? loginNeeded(caller) : new AppError('forbidden')
  }
  if (isAccount(caller)) {
    if (caller.look && !call.inLook) throw new AppError('forbidden', { msg: identityWords.onlyLooks })
    if (caller.actedBy && call.letters) throw new AppError('forbidden', { msg: identityWords.lettersOff })
  }
  if (!pagesOpen(caller, call))
    throw new AppError('forbidden', { msg: identityWords.pageNotOpen(pagesOfCall(call) ?? []) })
  if (call.ability && caller.role !== 'visitor' && !abilitiesOf(caller)[call.ability])
    throw new AppError('forbidden', { msg: identityWords.abilityMissing(call.ability) })
  if (call.sessionOnly && caller.role !== 'visitor' && caller.sessionId === null)
    throw new AppError('forbidden', { msg: identityWords.notByKey })
  // An admin in somebody's name may look and work, but changes neither its password nor its keys.
  if (call.sessionOnly && call.method !== 'GET' && isAccount(caller) && caller.actedBy)
    throw new AppError('forbidden', { msg: identityWords.handsOff })
}

/** The same for a call of which one field sets a password. */
export function checkOwnHand(caller: Caller, field: string): void {
  if (isAccount(caller) && caller.actedBy)
    throw new AppError('forbidden', {
      msg: identityWords.handsOff,
      fields: { [field]: identityWords.handsOff },
    })
}

/** The same for one that would lead letters elsewhere. */
export function checkOwnLetters(caller: Caller, field: string): void {
  if (isAccount(caller) && caller.actedBy)
    throw new AppError('forbidden', {
      msg: identityWords.lettersOff,
      fields: { [field]: identityWords.lettersOff },
    })
}

/**
 * The mailboxes whose letters the caller reads. To an admin as to everybody these are its own; to one who looks at a
 * mailbox, that mailbox alone.
 */
export function mailboxScope(caller: LoggedIn): LetterScope {
  if (!isAccount(caller)) return { kind: 'mailbox', mailboxId: caller.mailboxId }
  return caller.look
    ? { kind: 'mailbox', mailboxId: caller.look.mailboxId }
    : { kind: 'owner', accountId: caller.accountId }
}

/** The mailboxes that the caller manages: their names, storage, ends and holders, never their letters. */
export function managedScope(caller: LoggedIn): Scope {
  return caller.role === 'admin' && !caller.look ? { kind: 'all' } : mailboxScope(caller)
}

/** The events that the caller hears. An admin in somebody's name hears nothing of letters. */
export function audienceOf(caller: LoggedIn): Audience {
  if (!isAccount(caller)) return { mail: mailboxScope(caller), matters: null }
  return { mail: caller.actedBy ? null : mailboxScope(caller), matters: managedScope(caller) }
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
  if (!isLoggedIn(caller)) throw loginNeeded(caller)
  return caller
}

export const roleOf = (caller: Caller): Role => caller.role
