/**
 * Checks a domain's DNS: it looks up all expected records in parallel, each within its own time, and stores
 * the findings. Two things can follow: a claim whose token is there becomes a domain, and a waiting key whose
 * record is there begins to sign.
 */
import type { DnsKind, DnsRecord } from '@yanshu/contract'
import type { Db } from '../database/types.ts'
import { AppError } from '../kernel/app-error.ts'
import { type Clock, day, isoTime, isoTimeOrNull } from '../kernel/clock.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { type SayFact, storedFact } from '../ledger/fact/fact.ts'
import { proveClaim } from './add-domain.ts'
import { findClaim } from './claim-repository.ts'
import { type AskDns, valuesOf } from './dns/ask-dns.ts'
import { type ExpectedRecord, expectedRecords, type ProgramPorts } from './dns/expected-records.ts'
import { type JudgeDeps, type Judgement, judgeRecord, unknown } from './dns/judge-records.ts'
import { ownershipName } from './dns/record-texts.ts'
import { isLostClaim, isVerified } from './domain.ts'
import { activateKey, type DkimKeyRow } from './key-repository.ts'
import { proveAgain } from './lapse-domain.ts'
import { type DomainHosts, type HostDeps, hostsOf } from './mail-hosts.ts'
import { keepOnlyRecords, listRecords, type RecordRow, saveRecords } from './record-repository.ts'
import { findHeldDomain, type HeldDomain, updateDomain } from './repository.ts'
import { keysOf } from './signing-keys.ts'
import { domainWords } from './words/words.ts'

export type DomainChange = {
  readonly domainId: string
  readonly ownerId: string | null
  readonly name: string
  /** The names of records that were right and no longer are. */
  readonly broke: readonly string[]
}

export type CheckDeps = HostDeps & {
  db: Db
  clock: Clock
  secrets: Secrets
  dns: AskDns
  ports: ProgramPorts
  blocklists(): Promise<readonly string[]>
  tell(change: DomainChange): Promise<void>
  sayFact: SayFact
}

/**
 * Mail may be under way for as long as it can be queued, and receivers may verify it again when it is read.
 */
export const keyOverlapMs = 7 * day
/** The limit for one record with all its look-ups. */
const recordMs = 10_000

async function addressesOf({ dns }: Pick<CheckDeps, 'dns'>, host: string): Promise<string[]> {
  const [four, six] = await Promise.all([dns.a(host), dns.aaaa(host)])
  return [...valuesOf(four), ...valuesOf(six)].slice(0, 8)
}

/** The addresses of the host that receives, and of the one that sends. */
type Addresses = { readonly addresses: readonly string[]; readonly sending: readonly string[] }

const ptrKey = 'ptr:'

/** Returns the addresses that the last check found. */
const savedAddresses = (rows: readonly RecordRow[]): Addresses => ({
  addresses: rows.filter(row => row.kind === 'host').flatMap(row => JSON.parse(row.found) as string[]),
  sending: rows
    .filter(({ record }) => record.startsWith(ptrKey))
    .map(({ record }) => record.slice(ptrKey.length)),
})

/** Where DNS says nothing, what it said last time counts. */
async function addressesNow(
  deps: CheckDeps,
  { mailHost, siteHost }: DomainHosts,
  saved: Addresses,
): Promise<Addresses> {
  const addresses = await addressesOf(deps, mailHost)
  const sending = mailHost === siteHost ? addresses : await addressesOf(deps, siteHost)
  return {
    addresses: addresses.length > 0 ? addresses : saved.addresses,
    sending: sending.length > 0 ? sending : saved.sending,
  }
}

const expectedFor = (
  deps: Pick<CheckDeps, 'ports'>,
  hosts: DomainHosts,
  domain: HeldDomain,
  keys: readonly DkimKeyRow[],
  addresses: Addresses,
): ExpectedRecord[] =>
  expectedRecords({
    name: domain.name,
    token: domain.token,
    keys,
    ...hosts,
    stsId: hosts.sts.id,
    ports: deps.ports,
    ...addresses,
  })

/** Returns a record as the page shows it. */
function shownRecord(say: SayFact, record: ExpectedRecord, row: RecordRow | undefined): DnsRecord {
  return {
    ...record,
    found: row ? (JSON.parse(row.found) as string[]) : [],
    state: row?.state ?? 'unknown',
    advice: row ? say(row.advice) : domainWords.neverChecked,
    checkedAt: isoTimeOrNull(row?.checked_at ?? null),
    brokenAt: isoTimeOrNull(row?.broken_at ?? null),
  }
}

/** The one record shown to the owner of a claim that came too late. */
const lostRecord = (domain: HeldDomain): DnsRecord => ({
  key: 'ownership',
  kind: 'ownership',
  level: 'must',
  settable: false,
  name: ownershipName(domain.name),
  type: 'TXT',
  value: '',
  found: [],
  state: 'wrong',
  advice: domainWords.provedByOtherAdvice,
  checkedAt: null,
  brokenAt: null,
})

/** Returns every record of a domain with the stored findings, without a look-up. */
export async function recordsOf(deps: CheckDeps, domain: HeldDomain): Promise<DnsRecord[]> {
  if (isLostClaim(domain)) return [lostRecord(domain)]
  const [rows, keys, hosts] = await Promise.all([
    listRecords(deps.db.query, [domain.id]),
    keysOf(deps, domain.id),
    hostsOf(deps, domain),
  ])
  const byKey = new Map(rows.map(row => [row.record, row]))
  return expectedFor(deps, hosts, domain, keys, savedAddresses(rows)).map(record =>
    shownRecord(deps.sayFact, record, byKey.get(record.key)),
  )
}

async function judgeInTime(deps: JudgeDeps, record: ExpectedRecord): Promise<Judgement> {
  const late = Promise.withResolvers<Judgement>()
  const timer = setTimeout(() => late.resolve(unknown({ reason: 'timeout' })), recordMs)
  try {
    return await Promise.race([judgeRecord(deps, record), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const isBad = ({ state }: Pick<Judgement, 'state'>): boolean => state === 'missing' || state === 'wrong'

/** True when a record was there before. A domain in force had its proof, whatever the last check found. */
const wasThere = (domain: HeldDomain, record: ExpectedRecord, before: RecordRow | undefined): boolean =>
  before?.state === 'ok' || (record.kind === 'ownership' && isVerified(domain))

function rowOf(
  domain: HeldDomain,
  record: ExpectedRecord,
  judged: Judgement,
  before: RecordRow | undefined,
  now: number,
): RecordRow {
  const brokenNow = before?.broken_at ?? (wasThere(domain, record, before) ? now : null)
  return {
    domain_id: domain.id,
    record: record.key,
    kind: record.kind,
    level: record.level,
    found: JSON.stringify(judged.found),
    state: judged.state,
    advice: storedFact(judged.advice),
    checked_at: now,
    broken_at: judged.state === 'ok' ? null : isBad(judged) ? brokenNow : (before?.broken_at ?? null),
  }
}

/** Throws when the token is there although the name belongs to somebody else. */
async function proveIfFound(
  deps: CheckDeps,
  domain: HeldDomain,
  rows: readonly RecordRow[],
): Promise<boolean> {
  if (isVerified(domain) || !rows.some(row => row.record === 'ownership' && row.state === 'ok')) return false
  const claim = await findClaim(deps.db.query, domain.id)
  return claim === undefined ? proveAgain(deps, domain) : proveClaim(deps, claim)
}

async function beginFoundKeys(
  deps: CheckDeps,
  keys: readonly DkimKeyRow[],
  rows: readonly RecordRow[],
): Promise<boolean> {
  const found = new Set(rows.filter(row => row.state === 'ok').map(row => row.record))
  const begun = keys.filter(key => key.state === 'waiting' && found.has(`dkim:${key.selector}`))
  if (begun.length === 0) return false
  const retireAt = deps.clock.now() + keyOverlapMs
  await deps.db.transaction(async tx => {
    for (const key of begun) await activateKey(tx, key, retireAt)
  })
  return true
}

export type CheckOptions = {
  /** Only these kinds of records; all when left out. */
  readonly kinds?: readonly DnsKind[] | undefined
  /**
   * For checks that nobody waits for: a failed look-up leaves the old finding, and bad news is checked twice.
   */
  readonly careful?: boolean
}

export async function checkDomain(
  deps: CheckDeps,
  domain: HeldDomain,
  options: CheckOptions = {},
): Promise<DnsRecord[]> {
  if (isLostClaim(domain)) throw new AppError('conflict', { msg: domainWords.provedByOther })
  const asked = deps.clock.now()
  const [hosts, keys, saved, blocklists] = await Promise.all([
    hostsOf(deps, domain),
    keysOf(deps, domain.id),
    listRecords(deps.db.query, [domain.id]),
    deps.blocklists(),
  ])
  const before = new Map(saved.map(row => [row.record, row]))
  const addresses = await addressesNow(deps, hosts, savedAddresses(saved))
  const all = expectedFor(deps, hosts, domain, keys, addresses)
  const wanted = options.kinds ? all.filter(record => options.kinds?.includes(record.kind)) : all
  const judge: JudgeDeps = {
    dns: deps.dns,
    ...hosts,
    addresses: addresses.sending,
    blocklists,
    retiring: new Set(keys.filter(key => key.state === 'retiring').map(key => key.selector)),
  }
  const breaks = (record: ExpectedRecord, judged: Judgement) => {
    const row = before.get(record.key)
    const isNew = row === undefined || !isBad(row)
    return isBad(judged) && isNew && record.level !== 'may' && wasThere(domain, record, row)
  }
  const judged = await Promise.all(
    wanted.map(async record => {
      const first = await judgeInTime(judge, record)
      const result = options.careful && breaks(record, first) ? await judgeInTime(judge, record) : first
      return { record, judged: result }
    }),
  )
  const now = deps.clock.now()
  const kept = judged.filter(
    one => !(options.careful && one.judged.state === 'unknown' && before.has(one.record.key)),
  )
  const rows = kept.map(one => rowOf(domain, one.record, one.judged, before.get(one.record.key), asked))
  await deps.db.transaction(async tx => {
    await updateDomain(tx, domain.id, { checked_at: now })
    await saveRecords(tx, rows, now, options.careful)
    await keepOnlyRecords(
      tx,
      domain.id,
      all.map(record => record.key),
    )
  })
  const proved = await proveIfFound(deps, domain, rows)
  const begun = await beginFoundKeys(deps, keys, rows)
  // A person who asked for the check sees the findings anyway.
  const broke = options.careful
    ? kept.filter(one => breaks(one.record, one.judged)).map(one => one.record.name)
    : []
  const changed = rows.some(row => row.state !== before.get(row.record)?.state)
  if (changed || proved || begun)
    await deps.tell({ domainId: domain.id, ownerId: domain.owner_id, name: domain.name, broke })
  const after = (await findHeldDomain(deps.db.query, domain.id)) ?? domain
  const records = await recordsOf(deps, after)
  return options.kinds ? records.filter(record => options.kinds?.includes(record.kind)) : records
}

export const checkedAtOf = (rows: readonly Pick<RecordRow, 'checked_at'>[]): string | null =>
  rows.length === 0 ? null : isoTime(Math.max(...rows.map(row => row.checked_at)))
