/**
 * Importing e-mail accounts from the cells of a table. Each line is read and judged by itself; what is wrong with it is
 * said with its number and column, and no other line suffers for it.
 */
import { type ImportColumn, importFields, type MailboxStatus } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import { parseMailboxAddress } from '../../mail/address/mailbox-address.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import { type DomainRow, findDomainByName } from '../../operate/domain/repository.ts'
import { isZone, momentOf } from '../../zone.ts'
import { type AccountCaller, ownsOrRules } from '../access.ts'
import { findAccountByName } from '../sys-account/repository.ts'
import { checkRights, ownerWord } from './account-rights.ts'
import { planColumns } from './change-columns.ts'
import { type CreateDeps, words } from './create-accounts.ts'
import { insertAccounts, type MadeAccount, type NewAccount } from './insert-accounts.ts'
import { isReservedName, type SpecialNames } from './names.ts'
import { takenAddresses } from './repository.ts'

export type ImportRow = { line: number; address: string } & {
  [C in Exclude<ImportColumn, 'address'>]?: string | undefined
}

export type Imported = {
  made: (MadeAccount & { line: number })[]
  failed: { line: number; address: string; column: ImportColumn; msg: string }[]
}

/** What is wrong with one cell. */
class CellFault extends Error {
  readonly column: ImportColumn
  constructor(column: ImportColumn, msg: string) {
    super(msg)
    this.column = column
  }
}

const maxMb = 10_000_000
const yes = new Set(['1', '是', '能', 'true', 'yes', 'y'])
const no = new Set(['', '0', '否', '不能', 'false', 'no', 'n'])
const statuses: ReadonlyMap<string, MailboxStatus> = new Map([
  ['', 'active'],
  ['active', 'active'],
  ['正常', 'active'],
  ['paused', 'paused'],
  ['暂停', 'paused'],
  ['已暂停', 'paused'],
  ['stopped', 'stopped'],
  ['停用', 'stopped'],
  ['已停用', 'stopped'],
])

/** Spreadsheets keep the apostrophe that our own export puts before what could be a formula. */
const plainCell = (text = ''): string => text.trim().replace(/^'(?=[=+\-@＝＋－＠])/, '')

function readQuota(text: string): number | null {
  if (text === '' || text === '不限') return null
  const digits = /^(0|[1-9][0-9]{0,7})$/.exec(text)
  if (!digits || Number(text) > maxMb) throw new CellFault('quotaMb', `要填 0 到 ${maxMb} 的整数，或留空`)
  return Number(text)
}

function readEnd(text: string, zone: string, now: number): string | null {
  if (text === '' || text === '长期') return null
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2}))?$/.exec(text)
  if (!match) throw new CellFault('expiresAt', '要写成 2027-01-31 或 2027-01-31 18:00')
  const [year = 0, month = 0, date = 0, hour = 23, minute = 59] = match
    .slice(1)
    .map(part => (part === undefined ? undefined : Number(part)))
  const real = new Date(Date.UTC(year, month - 1, date))
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== date || hour > 23 || minute > 59)
    throw new CellFault('expiresAt', '没有这一天')
  const at = momentOf(zone, { year, month, date, hour, minute })
  if (at <= now) throw new CellFault('expiresAt', '要晚于现在')
  return new Date(at).toISOString()
}

function readFlag(text: string): boolean {
  const word = text.toLowerCase()
  if (yes.has(word)) return true
  if (no.has(word)) return false
  throw new CellFault('maySend', '要填“是”或“否”')
}

type Readers = {
  domainOf: (name: string) => Promise<DomainRow | undefined>
  ownerOf: (username: string) => Promise<string | undefined>
  reservedNames: readonly string[]
  specialNames: SpecialNames
  zone: string
  now: number
}

/** Remembers what was asked; many lines name the same domain and owner. */
function once<Value>(ask: (name: string) => Promise<Value>): (name: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>()
  return name => {
    const found = known.get(name) ?? ask(name)
    known.set(name, found)
    return found
  }
}

async function readName(caller: AccountCaller, row: ImportRow, readers: Readers) {
  const parsed = parseMailboxAddress(plainCell(row.address).toLowerCase())
  if (!parsed) throw new CellFault('address', '不是完整的邮箱地址')
  const localPart = importFields.localPart.safeParse(parsed.local)
  if (!localPart.success) throw new CellFault('address', localPart.error.issues[0]?.message ?? '名字不对')
  const domain = await readers.domainOf(parsed.domain)
  const rules = domain !== undefined && ownsOrRules(caller, domain.owner_id)
  if (!domain || (domain.open !== 1 && !rules)) throw new CellFault('address', '这个域名没有开放')
  const isReserved = async () =>
    isReservedName(localPart.data, readers.reservedNames) ||
    (await readers.specialNames(domain.id, [localPart.data])).size > 0
  if (!rules && (await isReserved())) throw new CellFault('address', words.reserved)
  return { localPart: localPart.data, domain }
}

async function readOwner(caller: AccountCaller, username: string, readers: Readers): Promise<string> {
  if (username === '' || username === caller.name) return caller.accountId
  // Said before looking, or anyone could learn here who has an account.
  if (caller.role !== 'admin') throw new CellFault('owner', ownerWord)
  const ownerId = await readers.ownerOf(username)
  if (ownerId === undefined) throw new CellFault('owner', '没有这个账号')
  return ownerId
}

async function readRow(caller: AccountCaller, row: ImportRow, readers: Readers): Promise<NewAccount> {
  const { localPart, domain } = await readName(caller, row, readers)
  const status = statuses.get(plainCell(row.status).toLowerCase())
  if (status === undefined) throw new CellFault('status', '要填正常、暂停或停用')
  const note = importFields.note.safeParse(plainCell(row.note))
  if (!note.success) throw new CellFault('note', note.error.issues[0]?.message ?? '备注不对')
  const password = row.password === undefined || row.password === '' ? undefined : row.password
  const judged = password === undefined ? undefined : importFields.newPassword.safeParse(password)
  if (judged?.success === false)
    throw new CellFault('password', judged.error.issues[0]?.message ?? '密码不对')
  const ownerId = await readOwner(caller, plainCell(row.owner), readers)
  const quotaMb = readQuota(plainCell(row.quotaMb))
  const expiresAt = readEnd(plainCell(row.expiresAt), readers.zone, readers.now)
  const maySend = readFlag(plainCell(row.maySend))
  // Only what differs from what everyone gets has to be within the caller's rights.
  const given = {
    ...(quotaMb === null ? {} : { quotaMb }),
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(maySend ? { maySend } : {}),
    ...(status === 'active' ? {} : { status }),
    ...(ownerId === caller.accountId ? {} : { ownerId }),
  }
  checkCells(caller, given, domain.owner_id)
  return {
    localPart,
    domain,
    ownerId,
    password,
    ...planColumns({ quotaMb, expiresAt, maySend, status, note: note.data }),
  }
}

/** A right that is missing is said at the cell that asks for it. */
function checkCells(
  caller: AccountCaller,
  given: Parameters<typeof checkRights>[1],
  owner: string | null,
): void {
  try {
    checkRights(caller, given, [owner])
  } catch (cause) {
    const [field, msg] =
      Object.entries((cause instanceof AppError ? cause.details.fields : undefined) ?? {})[0] ?? []
    if (field === undefined || msg === undefined) throw cause
    throw new CellFault(field === 'ownerId' ? 'owner' : (field as ImportColumn), msg)
  }
}

/** How many, not which: the lines are in the file, and passwords may be among them. */
async function auditImport(deps: CreateDeps, caller: AccountCaller, made: number): Promise<void> {
  if (caller.role !== 'admin' || made === 0) return
  const entry = { action: 'importEmailAccount', target: `${made} 个邮箱`, detail: '从文件导入' }
  await deps.db.transaction(tx => writeAudit(tx, caller, deps.clock.now(), entry))
}

export async function importAccounts(
  deps: CreateDeps,
  caller: AccountCaller,
  request: { rows: readonly ImportRow[]; zone?: string | undefined; dryRun?: boolean | undefined },
): Promise<Imported> {
  const zone = request.zone ?? 'UTC'
  if (!isZone(zone)) throw invalidField('zone', '没有这个时区')
  const { reservedNames } = await deps.site.read()
  const { query } = deps.db
  const readers: Readers = {
    domainOf: once(name => findDomainByName(query, name)),
    ownerOf: once(async name => (await findAccountByName(query, name))?.id),
    reservedNames,
    specialNames: deps.specialNames,
    zone,
    now: deps.clock.now(),
  }
  const failed: Imported['failed'] = []
  const good: { row: ImportRow; account: NewAccount }[] = []
  const seen = new Set<string>()
  for (const row of request.rows) {
    const fail = (column: ImportColumn, msg: string) =>
      failed.push({ line: row.line, address: row.address.slice(0, 320), column, msg })
    try {
      const account = await readRow(caller, row, readers)
      const address = `${account.localPart}@${account.domain.name}`
      if (seen.has(address)) fail('address', words.twice)
      else good.push({ row, account })
      seen.add(address)
    } catch (cause) {
      if (!(cause instanceof CellFault)) throw cause
      fail(cause.column, cause.message)
    }
  }
  const made: Imported['made'] = []
  if (request.dryRun) {
    const taken = await takenAddresses(query, [...seen])
    for (const { row, account } of good) {
      if (taken.has(`${account.localPart}@${account.domain.name}`))
        failed.push({ line: row.line, address: row.address, column: 'address', msg: words.taken })
    }
    return { made, failed: failed.sort((a, b) => a.line - b.line) }
  }
  const outcomes = await insertAccounts(
    deps,
    caller,
    good.map(item => item.account),
  )
  outcomes.forEach((outcome, at) => {
    const line = good[at]?.row.line ?? 0
    if ('made' in outcome) made.push({ ...outcome.made, line })
    else
      failed.push({
        line,
        address: good[at]?.row.address ?? '',
        column: 'address',
        msg: words[outcome.failed],
      })
  })
  await auditImport(deps, caller, made.length)
  return { made, failed: failed.sort((a, b) => a.line - b.line) }
}
