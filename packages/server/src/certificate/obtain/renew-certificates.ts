/**
 * Gets and renews certificates: one name after the other, each by one node. A try that fails leaves the certificate in use
 * as it is, notes the reason, and comes again after hours. Whatever is done for an order can be done again, so that a
 * kill at any point costs nothing but time.
 */
import { randomBytes } from 'node:crypto'
import type { Updateable } from 'kysely'
import { day, hour, minute } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { fact, storedFact } from '../../ledger/fact/fact.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import type { SiteValues } from '../../ledger/setting/site-table.ts'
import { OrderUnderWay } from '../acme/order.ts'
import {
  addName,
  type CertificateRow,
  claimCertificate,
  findAccount,
  findCertificate,
  listCertificates,
  updateAccount,
  updateClaimed,
} from '../kept/repository.ts'
import type { CertificateTable } from '../kept/table.ts'
import {
  type Authority,
  type AuthorityDeps,
  accountId,
  forgetClosedAccount,
  openAuthority,
} from './authority.ts'
import { type Fault, faultOf, NotHere, waitAfter } from './fault-of.ts'
import { ClaimLost, chooseWay, OverBudget, type TryDeps, tryCertificate } from './try-certificate.ts'
import { type WantedName, wantedNames } from './wanted-names.ts'

export type RenewDeps = Omit<TryDeps, 'by'> &
  AuthorityDeps & {
    site: SiteSettings
    log: Log
    nodeId: string
    /** Whether the operator's own files are for the name. */
    hasFileFor(name: string): boolean
    /** A new certificate is stored. */
    stored(): Promise<void>
  }

/** Longer than any try takes; a node that was killed is waited for so long. */
const claimMs = 30 * minute
const goOnAfterMs = 5 * minute
const farthestRetryMs = 8 * day
const silenceMs = hour / 2
const longestSilenceMs = 6 * hour
const longestLookMs = 6 * hour

/** Whether certificates are to be had from an authority at all. */
export const isOn = ({ acme, acmeTerms, acmeDirectory }: SiteValues): boolean =>
  acme && acmeTerms && acmeDirectory !== ''

/** A time that is too far ahead was noted under a wrong clock: it lies behind the end, or behind any wait. */
function isDue({ next_at, valid_until, failures }: CertificateRow, now: number): boolean {
  const farthest = failures > 0 || valid_until === null ? now + farthestRetryMs : valid_until
  return next_at <= now || next_at > farthest
}

/** Names that we want from an authority; those of the operator's own files are not among them. */
export async function namesToObtain(
  deps: Pick<RenewDeps, 'db' | 'config' | 'names' | 'hasFileFor'>,
  values: SiteValues,
): Promise<WantedName[]> {
  const wanted = await wantedNames(deps.db.query, deps, values.acmeDomainHosts)
  return wanted.filter(({ name }) => !deps.hasFileFor(name))
}

/** Notes down the names that are wanted and not known yet. */
async function noteNames(
  deps: RenewDeps,
  wanted: readonly WantedName[],
): Promise<Map<string, CertificateRow>> {
  const rows = new Map((await listCertificates(deps.db.query)).map(row => [row.name, row]))
  const missing = wanted.filter(({ name, domainId }) => rows.get(name)?.domain_id !== domainId)
  if (missing.length === 0) return rows
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    for (const { name, domainId } of missing)
      await addName(tx, { name, domain_id: domainId, next_at: now, created_at: now })
  })
  return new Map((await listCertificates(deps.db.query)).map(row => [row.name, row]))
}

const spread = (ms: number): number => Math.round(ms * (0.95 + Math.random() / 10))

function afterFailure(
  row: CertificateRow,
  fault: Fault,
  cause: unknown,
  now: number,
): Updateable<CertificateTable> {
  const failures = row.failures + 1
  const waitMs =
    cause instanceof NotHere
      ? Math.min(fault.retryAfterMs * failures, longestLookMs)
      : Math.max(waitAfter(failures), fault.retryAfterMs)
  return { failures, fault: storedFact(fault.told), next_at: now + spread(waitMs) }
}

async function noteAuthority(deps: RenewDeps, id: string, fault: Fault): Promise<void> {
  const row = await findAccount(deps.db.query, id)
  const failures = (row?.failures ?? 0) + 1
  const waitMs = Math.max(
    Math.min(silenceMs * 2 ** Math.min(failures - 1, 5), longestSilenceMs),
    fault.retryAfterMs,
  )
  const change = { failures, fault: storedFact(fault.told), next_at: deps.clock.now() + spread(waitMs) }
  await deps.db.transaction(tx => updateAccount(tx, id, change))
  deps.log.event('certificate.authority', { reply: wordsOf(fault) })
}

const wordsOf = ({ told }: Fault): string => ('said' in told.values ? String(told.values.said) : told.key)

/** Returns false when the authority cannot be worked with, so that the other names wait too. */
async function renewOne(
  deps: RenewDeps,
  { authority, values }: { authority: Authority; values: SiteValues },
  wanted: WantedName,
  seen: CertificateRow,
): Promise<boolean> {
  const { db, clock, log } = deps
  const by = `${deps.nodeId}:${randomBytes(6).toString('hex')}`
  const now = clock.now()
  const claim = { by, seen: seen.next_at, until: now + claimMs, now, longest: now + 2 * claimMs }
  if (!(await db.transaction(tx => claimCertificate(tx, seen.name, claim)))) return true
  const row = await findCertificate(db.query, seen.name)
  if (!row) return true
  const free = (change: Updateable<CertificateTable>) =>
    db.transaction(tx => updateClaimed(tx, row.name, by, { claim: '', claimed_until: 0, ...change }))
  const hasZone = values.acmeWay === 'auto' && (await deps.zoneFor(row.name).catch(() => null)) !== null
  const way = chooseWay(values.acmeWay, row, hasZone)
  try {
    const until = await tryCertificate({ ...deps, by }, authority, row, { wanted, way })
    await deps.stored()
    log.event('certificate.obtained', { names: row.name, until: new Date(until).toISOString() })
    return true
  } catch (cause) {
    if (cause instanceof ClaimLost) return true
    if (deps.signal.aborted) {
      await free({})
      return false
    }
    const wait =
      cause instanceof OrderUnderWay ? goOnAfterMs : cause instanceof OverBudget ? cause.waitMs : null
    if (wait !== null) {
      const fault =
        cause instanceof OverBudget
          ? { fault: storedFact(fact('ownBudget', { minutes: Math.ceil(cause.waitMs / minute) })) }
          : {}
      await free({ next_at: clock.now() + wait, ...fault })
      return true
    }
    const closed = await forgetClosedAccount(deps, authority.id, cause)
    const fault = faultOf(cause, { name: row.name, way, atAccount: closed })
    if (fault.told.key === 'notStored')
      log.error({ err: cause, name: row.name }, 'a certificate was not stored')
    if (fault.ofAuthority) {
      await free({})
      await noteAuthority(deps, authority.id, fault)
      return false
    }
    log.event('certificate.failed', { names: row.name, reply: wordsOf(fault) })
    await free(afterFailure(row, fault, cause, clock.now()))
    return true
  }
}

/** Tries what is due. */
export async function renewCertificates(deps: RenewDeps): Promise<void> {
  const values = await deps.site.read()
  if (!isOn(values)) return
  const wanted = await namesToObtain(deps, values)
  const rows = await noteNames(deps, wanted)
  const now = deps.clock.now()
  const due = wanted.filter(({ name }) => {
    const row = rows.get(name)
    return row !== undefined && isDue(row, now)
  })
  if (due.length === 0) return
  const id = accountId(values)
  const account = await findAccount(deps.db.query, id)
  if (account && account.next_at > now && account.next_at <= now + farthestRetryMs) return
  let authority: Authority
  try {
    authority = await openAuthority(deps, values)
  } catch (cause) {
    if (deps.signal.aborted) return
    await noteAuthority(deps, id, faultOf(cause, { name: '', way: '', atAccount: true }))
    return
  }
  for (const one of due) {
    const row = rows.get(one.name)
    if (deps.signal.aborted || !row) return
    if (!(await renewOne(deps, { authority, values }, one, row))) return
  }
  const done = await findAccount(deps.db.query, id)
  if (done && done.fault !== '')
    await deps.db.transaction(tx => updateAccount(tx, id, { fault: '', failures: 0, next_at: 0 }))
}
