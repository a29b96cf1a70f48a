/** Creating e-mail accounts: one, a list of names, or so many with random names. */
import { importFields, type NameStyle } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import { someNames } from '../../operate/audit/some-names.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import { findDomainByName } from '../../operate/domain/repository.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import { type AccountCaller, ownsOrRules } from '../access.ts'
import { findAccount } from '../sys-account/repository.ts'
import { type AccountChange, checkRights } from './account-rights.ts'
import { planColumns } from './change-columns.ts'
import { type InsertDeps, insertAccounts, type MadeAccount, type NewAccount } from './insert-accounts.ts'
import { noRoom } from './mailbox-limit.ts'
import { domainClosed } from './make-mailbox.ts'
import { isReservedName, type SpecialNames, suggestName } from './names.ts'

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

export type Created = { list: MadeAccount[]; failed: { address: string; msg: string }[] }

export const words = {
  taken: '这个地址已经有人用了',
  reserved: '这个名字不能使用',
  twice: '名单里有重复',
  limit: '邮箱数已经到上限',
}

const maxRounds = 20

const lower = (name: string): string => name.trim().toLowerCase()

export function checkEnd(expiresAt: string | null | undefined, now: number): void {
  if (expiresAt != null && Date.parse(expiresAt) <= now) throw invalidField('expiresAt', '要晚于现在')
}

/** The owner the new ones get: the admin's choice, else whoever makes them. */
async function ownerOf(deps: CreateDeps, caller: AccountCaller, asked: string | null | undefined) {
  if (asked === undefined) return caller.accountId
  if (asked !== null && !(await findAccount(deps.db.query, asked)))
    throw invalidField('ownerId', '没有这个账号')
  return asked
}

type Sorted = { good: string[]; failed: Created['failed'] }

/** Names as they were typed, sorted into those that can be tried and those that cannot. */
function sortNames(names: readonly string[], domain: string, isReserved: (name: string) => boolean): Sorted {
  const good = new Set<string>()
  const failed: Sorted['failed'] = []
  for (const typed of names) {
    const parsed = importFields.localPart.safeParse(typed)
    const fail = (msg: string) => failed.push({ address: `${typed}@${domain}`, msg })
    if (!parsed.success) fail(parsed.error.issues[0]?.message ?? '名字不对')
    else if (isReserved(parsed.data)) fail(words.reserved)
    else if (good.has(parsed.data)) fail(words.twice)
    else good.add(parsed.data)
  }
  return { good: [...good], failed }
}

/** A single one that fails is an error at its field, as in any form. */
function refuseSingle({ failed }: Created): never {
  const msg = failed[0]?.msg ?? ''
  if (msg === words.taken) throw new AppError('addressTaken', { fields: { names: msg } })
  if (msg === words.reserved) throw new AppError('addressReserved', { fields: { names: msg } })
  throw invalidField('names', msg)
}

export async function createAccounts(
  deps: CreateDeps,
  caller: AccountCaller,
  request: CreateAccounts,
): Promise<Created> {
  const { names, random } = request
  if ((names === undefined) === (random === undefined)) throw invalidField('names', '填名字，或填随机个数')
  const domain = await findDomainByName(deps.db.query, request.domain)
  const rules = domain !== undefined && ownsOrRules(caller, domain.owner_id)
  if (!domain || (domain.open !== 1 && !rules)) throw domainClosed()
  checkRights(caller, request, [domain.owner_id])
  checkEnd(request.expiresAt, deps.clock.now())
  const { reservedNames } = await deps.site.read()
  const { ownerId, ...change } = request
  const common: Omit<NewAccount, 'localPart'> = {
    domain,
    ownerId: await ownerOf(deps, caller, ownerId),
    password: request.password,
    ...planColumns(change),
  }
  // Whoever rules the domain gives its names away as they like; others get none that is kept back or has a price.
  const special = rules ? new Set() : await deps.specialNames(domain.id, (names ?? []).map(lower))
  const isReserved = (name: string) => !rules && (isReservedName(name, reservedNames) || special.has(name))
  const created =
    names === undefined
      ? await createRandom(deps, caller, common, random ?? 0, request.style ?? 'word', isReserved)
      : await createNamed(deps, caller, common, sortNames(names, domain.name, isReserved))
  if (created.list.length === 0 && created.failed.some(({ msg }) => msg === words.limit))
    throw noRoom(caller.limits.mailboxes)
  if (names?.length === 1 && created.list.length === 0) refuseSingle(created)
  await auditCreation(deps, caller, domain.name, created)
  return created
}

async function createNamed(
  deps: CreateDeps,
  caller: AccountCaller,
  common: Omit<NewAccount, 'localPart'>,
  { good, failed }: Sorted,
): Promise<Created> {
  const outcomes = await insertAccounts(
    deps,
    caller,
    good.map(localPart => ({ ...common, localPart })),
  )
  const list: MadeAccount[] = []
  outcomes.forEach((outcome, at) => {
    if ('made' in outcome) list.push(outcome.made)
    else failed.push({ address: `${good[at]}@${common.domain.name}`, msg: words[outcome.failed] })
  })
  return { list, failed }
}

async function createRandom(
  deps: CreateDeps,
  caller: AccountCaller,
  common: Omit<NewAccount, 'localPart'>,
  wanted: number,
  style: NameStyle,
  isReserved: (name: string) => boolean,
): Promise<Created> {
  const list: MadeAccount[] = []
  // Many names from one domain collide more often than one: they begin with a longer number.
  const longer = wanted > 50 ? 6 : 0
  for (let round = 0; round < maxRounds && list.length < wanted; round++) {
    const names = new Set<string>()
    while (names.size < wanted - list.length) {
      const name = suggestName(style, round * 3 + longer)
      if (!isReserved(name)) names.add(name)
    }
    // Nobody meant to give away a name that is for sale.
    for (const special of await deps.specialNames(common.domain.id, [...names])) names.delete(special)
    const accounts = [...names].map(localPart => ({ ...common, localPart }))
    const outcomes = await insertAccounts(deps, caller, accounts)
    for (const outcome of outcomes) if ('made' in outcome) list.push(outcome.made)
    if (outcomes.some(outcome => 'failed' in outcome && outcome.failed === 'limit')) {
      const missing = wanted - list.length
      return { list, failed: [{ address: `另外 ${missing} 个`, msg: words.limit }] }
    }
  }
  return { list, failed: [] }
}

async function auditCreation(deps: CreateDeps, caller: AccountCaller, domain: string, { list }: Created) {
  if (caller.role !== 'admin' || list.length === 0) return
  const target = someNames(list.map(made => made.address))
  await deps.db.transaction(tx =>
    writeAudit(tx, caller, deps.clock.now(), { action: 'createEmailAccount', target, detail: `@${domain}` }),
  )
}
