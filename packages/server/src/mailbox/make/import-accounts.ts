/**
 * Importing e-mail accounts from the cells of a table. Each line is read and judged by itself; what is wrong with it is
 * said with its number and column, and no other line suffers for it.
 */
import { type ImportColumn, importFields, type MailboxStatus } from '@yanshu/contract'
import type { Tx } from '../../database/types.ts'
import { type DomainRow, findDomainByName } from '../../domain/domains.ts'
import { ownsOrRules } from '../../identity/access.ts'
import { findAccountByName } from '../../identity/sys-account/accounts.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { isZone, momentOf } from '../../kernel/zone.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { parseMailboxAddress } from '../../mail/address/mailbox-address.ts'
import { checkRights } from '../account/account-rights.ts'
import { unavailable } from '../account/hold.ts'
import { isReservedName, type SpecialNames } from '../account/names.ts'
import { mailboxWords } from '../words/words.ts'
import { type CreateDeps, failureWords } from './create-accounts.ts'
import { insertAccounts, type MadeAccount, type NewAccount, type Outcome } from './insert-accounts.ts'
import { planColumns } from './plan-columns.ts'

const taken = { failed: 'taken' } as const

export type ImportRow = { line: number; address: string } & {
  [C in Exclude<ImportColumn, 'address'>]?: string | undefined
}

export type Imported = {
  made: (MadeAccount & { line: number })[]
  failed: { line: number; address: string; column: ImportColumn; msg: string }[]
}

/** The fault of one cell. */
class CellFault extends Error {
  readonly column: ImportColumn
  constructor(column: ImportColumn, msg: string) {
    super(msg)
    this.column = column
  }
}

const { cellFaults, cellsRead } = mailboxWords

const maxMb = 10_000_000
const yes = new Set(['1', 'true', 'yes', 'y', ...cellsRead.yes])
const no = new Set(['', '0', 'false', 'no', 'n', ...cellsRead.no])
const statuses: ReadonlyMap<string, MailboxStatus> = new Map([
  ['', 'active'],
  ...(['active', 'paused', 'stopped'] as const).flatMap(status =>
    [status, ...cellsRead[status]].map(word => [word, status] as const),
  ),
])

/** Spreadsheets keep the apostrophe that our own export puts before what could be a formula. */
const plainCell = (text = ''): string => text.trim().replace(/^'(?=[=+\-@＝＋－＠])/, '')

function readQuota(text: string): number | null {
  if (text === '' || text === cellsRead.unlimited) return null
  const digits = /^(0|[1-9][0-9]{0,7})$/.exec(text)
  if (!digits || Number(text) > maxMb) throw new CellFault('quotaMb', cellFaults.quota(maxMb))
  return Number(text)
}

function readEnd(text: string, zone: string, now: number): string | null {
  if (text === '' || text === cellsRead.lasting) return null
  const match = cellsRead.moment.exec(text)
  if (!match) throw new CellFault('expiresAt', cellFaults.end)
  const [year = 0, month = 0, date = 0, hour = 23, minute = 59] = match
    .slice(1)
    .map(part => (part === undefined ? undefined : Number(part)))
  const real = new Date(Date.UTC(year, month - 1, date))
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== date || hour > 23 || minute > 59)
    throw new CellFault('expiresAt', cellFaults.noSuchDay)
  const at = momentOf(zone, { year, month, date, hour, minute })
  if (at <= now) throw new CellFault('expiresAt', mailboxWords.endsInPast)
  return new Date(at).toISOString()
}

function readFlag(text: string): boolean {
  const word = text.toLowerCase()
  if (yes.has(word)) return true
  if (no.has(word)) return false
  throw new CellFault('maySend', cellFaults.yesOrNo)
}

export type ImportRequest = {
  rows: readonly ImportRow[]
  zone?: string | undefined
  dryRun?: boolean | undefined
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
  if (!parsed) throw new CellFault('address', mailboxWords.noAddress)
  const localPart = importFields.localPart.safeParse(parsed.local)
  if (!localPart.success)
    throw new CellFault('address', localPart.error.issues[0]?.message ?? mailboxWords.wrongName)
  const domain = await readers.domainOf(parsed.domain)
  const rules = domain !== undefined && ownsOrRules(caller, domain.owner_id)
  if (!domain || (domain.open !== 1 && !rules)) throw new CellFault('address', mailboxWords.domainClosed)
  const isReserved = async () =>
    isReservedName(localPart.data, readers.reservedNames) ||
    (await readers.specialNames(domain.id, [localPart.data])).size > 0
  if (!rules && (await isReserved())) throw new CellFault('address', mailboxWords.nameReserved)
  return { localPart: localPart.data, domain }
}

async function readOwner(caller: AccountCaller, username: string, readers: Readers): Promise<string> {
  if (username === '' || username === caller.name) return caller.accountId
  // Said before looking, or anyone could learn here who has an account.
  if (caller.role !== 'admin') throw new CellFault('owner', mailboxWords.ownerByAdmin)
  const ownerId = await readers.ownerOf(username)
  if (ownerId === undefined) throw new CellFault('owner', mailboxWords.noSuchAccount)
  return ownerId
}

async function readRow(caller: AccountCaller, row: ImportRow, readers: Readers): Promise<NewAccount> {
  const { localPart, domain } = await readName(caller, row, readers)
  const status = statuses.get(plainCell(row.status).toLowerCase())
  if (status === undefined) throw new CellFault('status', cellFaults.status)
  const note = importFields.note.safeParse(plainCell(row.note))
  if (!note.success) throw new CellFault('note', note.error.issues[0]?.message ?? cellFaults.note)
  const password = row.password === undefined || row.password === '' ? undefined : row.password
  const judged = password === undefined ? undefined : importFields.newPassword.safeParse(password)
  if (judged?.success === false)
    throw new CellFault('password', judged.error.issues[0]?.message ?? cellFaults.password)
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
export async function auditImport(tx: Tx, caller: AccountCaller, now: number, made: number): Promise<void> {
  if (caller.role !== 'admin' || made === 0) return
  const target = fact('someMailboxes', { count: made })
  const detail = fact('importedFromFile', {})
  await writeAudit(tx, caller, now, { action: 'importEmailAccount', target, detail })
}

export async function openReaders(deps: CreateDeps, zone = 'UTC'): Promise<Readers> {
  if (!isZone(zone)) throw invalidField('zone', mailboxWords.noSuchZone)
  const { reservedNames } = await deps.site.read()
  const { query } = deps.db
  return {
    domainOf: once(name => findDomainByName(query, name)),
    ownerOf: once(async name => (await findAccountByName(query, name))?.id),
    reservedNames,
    specialNames: deps.specialNames,
    zone,
    now: deps.clock.now(),
  }
}

type Fault = Imported['failed'][number]
type ReadRows = { good: { row: ImportRow; account: NewAccount }[]; failed: Fault[] }

/** The address that a line means, as far as it can be read: lines with the same one are the same mailbox. */
export const addressKey = (row: ImportRow): string => plainCell(row.address).toLowerCase()

/** `seen` has the addresses of lines before. */
export async function readRows(
  caller: AccountCaller,
  rows: readonly ImportRow[],
  readers: Readers,
  seen: Set<string> = new Set(),
): Promise<ReadRows> {
  const read: ReadRows = { good: [], failed: [] }
  for (const row of rows) {
    const fail = (column: ImportColumn, msg: string) =>
      read.failed.push({ line: row.line, address: row.address.slice(0, 320), column, msg })
    try {
      const account = await readRow(caller, row, readers)
      if (seen.has(addressKey(row))) fail('address', mailboxWords.nameTwice)
      else read.good.push({ row, account })
      seen.add(addressKey(row))
    } catch (cause) {
      if (!(cause instanceof CellFault)) throw cause
      fail(cause.column, cause.message)
    }
  }
  return read
}

/** Sorts the outcomes of the lines that were tried. */
export function sortImported(good: ReadRows['good'], outcomes: readonly Outcome[]): Imported {
  const imported: Imported = { made: [], failed: [] }
  outcomes.forEach((outcome, at) => {
    const { line, address } = good[at]?.row ?? { line: 0, address: '' }
    if ('made' in outcome) imported.made.push({ ...outcome.made, line })
    else imported.failed.push({ line, address, column: 'address', msg: failureWords(outcome) })
  })
  return imported
}

async function checkOnly(deps: CreateDeps, { good, failed }: ReadRows, now: number): Promise<Imported> {
  const claims = good.map(({ account }) => ({
    address: `${account.localPart}@${account.domain.name}`,
    ownerId: account.ownerId,
  }))
  const occupied = await unavailable(deps.db.query, deps.resting, claims, now)
  const refused = good.flatMap(({ row }, at): Fault[] => {
    const occupant = occupied.get(claims[at]?.address ?? '')
    if (!occupant) return []
    const why = occupant.by === 'rest' ? { failed: 'rests' as const, until: occupant.until } : taken
    return [{ line: row.line, address: row.address, column: 'address', msg: failureWords(why) }]
  })
  return { made: [], failed: byLine([...failed, ...refused]) }
}

const byLine = (faults: Fault[]): Fault[] => faults.sort((a, b) => a.line - b.line)

export async function importAccounts(
  deps: CreateDeps,
  caller: AccountCaller,
  request: ImportRequest,
): Promise<Imported> {
  const readers = await openReaders(deps, request.zone)
  const read = await readRows(caller, request.rows, readers)
  if (request.dryRun) return checkOnly(deps, read, readers.now)
  const accounts = read.good.map(item => item.account)
  const { made, failed } = sortImported(read.good, await insertAccounts(deps, caller, accounts))
  await deps.db.transaction(tx => auditImport(tx, caller, deps.clock.now(), made.length))
  return { made, failed: byLine([...read.failed, ...failed]) }
}
