/** Creating e-mail accounts: one, a list of names, or so many with random names. */
import { importFields, type NameStyle } from '@yanshu/contract'
import { type DomainRow, findDomainByName } from '../../domain/domains.ts'
import { ownsOrRules } from '../../identity/access.ts'
import { findAccount } from '../../identity/sys-account/accounts.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact, someNamed } from '../../ledger/fact/fact.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { type AccountChange, checkRights } from '../account/account-rights.ts'
import { noRoom } from '../account/mailbox-limit.ts'
import { isReservedName, type SpecialNames, suggestName } from '../account/names.ts'
import { mailboxWords } from '../words/words.ts'
import {
  type Failed,
  type InsertDeps,
  insertAccounts,
  type MadeAccount,
  type NewAccount,
  type Outcome,
} from './insert-accounts.ts'
import { domainClosed } from './make-mailbox.ts'
import { naturally } from './natural-order.ts'
import { planColumns } from './plan-columns.ts'

export type CreateDeps = InsertDeps & {
  site: SiteSettings
  specialNames: SpecialNames
}

export type CreateAccounts = AccountChange & {
  domain: string
  names?: readonly string[] | undefined
  random?: number | undefined
  style?: NameStyle | undefined
  password?: string | undefined
}

export type Created = { list: MadeAccount[]; failed: { address: string; msg: string; resting?: true }[] }

/** Why a mailbox was not made, in words. */
export function failureWords(outcome: Failed): string {
  if (outcome.failed === 'rests') return mailboxWords.nameRests(outcome.until)
  return outcome.failed === 'taken' ? mailboxWords.nameTaken : mailboxWords.limitReached
}

export const maxRounds = 20

export const lower = (name: string): string => name.trim().toLowerCase()

export function checkEnd(expiresAt: string | null | undefined, now: number): void {
  if (expiresAt != null && Date.parse(expiresAt) <= now)
    throw invalidField('expiresAt', mailboxWords.endsInPast)
}

/** The owner the new ones get: the admin's choice, else whoever makes them. */
async function ownerOf(deps: CreateDeps, caller: AccountCaller, asked: string | null | undefined) {
  if (asked === undefined) return caller.accountId
  if (asked !== null && !(await findAccount(deps.db.query, asked)))
    throw invalidField('ownerId', mailboxWords.noSuchAccount)
  return asked
}

type Sorted = { good: string[]; failed: Created['failed'] }

/** Names as they were typed, sorted into those that can be tried and those that cannot. */
export function sortNames(
  names: readonly string[],
  domain: string,
  isReserved: (name: string) => boolean,
): Sorted {
  const good = new Set<string>()
  const failed: Sorted['failed'] = []
  for (const typed of names) {
    const parsed = importFields.localPart.safeParse(typed)
    const fail = (msg: string) => failed.push({ address: `${typed}@${domain}`, msg })
    if (!parsed.success) fail(parsed.error.issues[0]?.message ?? mailboxWords.wrongName)
    else if (isReserved(parsed.data)) fail(mailboxWords.nameReserved)
    else if (good.has(parsed.data)) fail(mailboxWords.nameTwice)
    else good.add(parsed.data)
  }
  return { good: [...good], failed }
}

/** A single one that fails is an error at its field, as in any form. */
function refuseSingle({ failed }: Created): never {
  const { msg, resting } = failed[0] ?? { msg: '' }
  if (resting) throw new AppError('addressResting', { msg, fields: { names: msg } })
  if (msg === mailboxWords.nameTaken) throw new AppError('addressTaken', { fields: { names: msg } })
  if (msg === mailboxWords.nameReserved) throw new AppError('addressReserved', { fields: { names: msg } })
  throw invalidField('names', msg)
}

/** The data for making accounts on a domain, read and checked. */
type Prepared = {
  domain: DomainRow
  common: Omit<NewAccount, 'localPart'>
  /** Whether a name is not given away here; those of the list are known to be special or not. */
  reserved(names: readonly string[]): Promise<(name: string) => boolean>
}

export async function prepare(
  deps: CreateDeps,
  caller: AccountCaller,
  request: CreateAccounts,
): Promise<Prepared> {
  const { names, random } = request
  if ((names === undefined) === (random === undefined))
    throw invalidField('names', mailboxWords.namesOrNumber)
  const domain = await findDomainByName(deps.db.query, request.domain)
  const rules = domain !== undefined && ownsOrRules(caller, domain.owner_id)
  if (!domain || (domain.open !== 1 && !rules)) throw domainClosed()
  checkRights(caller, request, [domain.owner_id])
  checkEnd(request.expiresAt, deps.clock.now())
  const { reservedNames } = await deps.site.read()
  const { ownerId, ...change } = request
  return {
    domain,
    common: {
      domain,
      ownerId: await ownerOf(deps, caller, ownerId),
      password: request.password,
      ...planColumns(change),
    },
    async reserved(wanted) {
      // The owner of the domain may give its names away freely; others get no withheld or priced name.
      const special = rules ? new Set() : await deps.specialNames(domain.id, wanted.map(lower))
      return name => !rules && (isReservedName(name, reservedNames) || special.has(name))
    },
  }
}

export async function createAccounts(
  deps: CreateDeps,
  caller: AccountCaller,
  request: CreateAccounts,
): Promise<Created> {
  const prepared = await prepare(deps, caller, request)
  const { names, random = 0, style = 'word' } = request
  const created =
    names === undefined
      ? await createRandom(deps, caller, prepared, random, style)
      : await createNamed(deps, caller, prepared, names)
  if (created.list.length === 0 && created.failed.some(({ msg }) => msg === mailboxWords.limitReached))
    throw noRoom(caller.limits.mailboxes)
  if (names?.length === 1 && created.list.length === 0) refuseSingle(created)
  await auditCreation(deps, caller, prepared.domain.name, created)
  return created
}

/** Sorts the outcomes of an attempt: made accounts, and failures with their reason. */
export function sortOutcomes(accounts: readonly NewAccount[], outcomes: readonly Outcome[]): Created {
  const created: Created = { list: [], failed: [] }
  outcomes.forEach((outcome, at) => {
    const account = accounts[at]
    if ('made' in outcome) created.list.push(outcome.made)
    else if (account)
      created.failed.push({
        address: `${account.localPart}@${account.domain.name}`,
        msg: failureWords(outcome),
        ...(outcome.failed === 'rests' && { resting: true as const }),
      })
  })
  return created
}

async function createNamed(
  deps: CreateDeps,
  caller: AccountCaller,
  { domain, common, reserved }: Prepared,
  names: readonly string[],
): Promise<Created> {
  const { good, failed } = sortNames(names, domain.name, await reserved(names))
  const accounts = good.map(localPart => ({ ...common, localPart }))
  const { list, failed: refused } = sortOutcomes(accounts, await insertAccounts(deps, caller, accounts))
  return { list, failed: [...failed, ...refused] }
}

/** So many new names as can be tried; `round` rises while they are taken again and again. */
export async function suggestAccounts(
  { common, reserved }: Prepared,
  wanted: number,
  style: NameStyle,
  round: number,
): Promise<NewAccount[]> {
  const names = new Set<string>()
  while (names.size < wanted) names.add(suggestName(style, round))
  // Nobody meant to give away a name that is for sale.
  const isReserved = await reserved([...names])
  return [...names]
    .filter(name => !isReserved(name))
    .sort(naturally)
    .map(localPart => ({ ...common, localPart }))
}

/** Many names from one domain collide more often than one: they begin with a longer number. */
export const roundOf = (wanted: number, tried: number): number => tried * 3 + (wanted > 50 ? 6 : 0)

export const othersMissing = (missing: number) => ({
  address: mailboxWords.othersMissing(missing),
  msg: mailboxWords.limitReached,
})

async function createRandom(
  deps: CreateDeps,
  caller: AccountCaller,
  prepared: Prepared,
  wanted: number,
  style: NameStyle,
): Promise<Created> {
  const list: MadeAccount[] = []
  for (let round = 0; round < maxRounds && list.length < wanted; round++) {
    const accounts = await suggestAccounts(prepared, wanted - list.length, style, roundOf(wanted, round))
    const outcomes = await insertAccounts(deps, caller, accounts)
    for (const outcome of outcomes) if ('made' in outcome) list.push(outcome.made)
    if (outcomes.some(reachedLimit)) return { list, failed: [othersMissing(wanted - list.length)] }
  }
  return { list, failed: [] }
}

export const reachedLimit = (outcome: Outcome): boolean => 'failed' in outcome && outcome.failed === 'limit'

async function auditCreation(deps: CreateDeps, caller: AccountCaller, domain: string, { list }: Created) {
  if (caller.role !== 'admin' || list.length === 0) return
  const target = someNamed(list.map(made => made.address))
  const detail = fact('mailboxesMade', { domain })
  await deps.db.transaction(tx =>
    writeAudit(tx, caller, deps.clock.now(), { action: 'createEmailAccount', target, detail }),
  )
}
