/**
 * A proof holds as long as it can be seen. When clear answers show for days that the ownership record is
 * missing or wrong, the domain is suspended: it receives and sends nothing, and nobody can use it. Nothing is
 * deleted, and the owner gets the domain back as soon as the record is there again. Until then somebody else
 * may prove the name; then everything of the former owner is removed first.
 */
import type { Db, Tx } from '../database/types.ts'
import { type Clock, day } from '../kernel/clock.ts'
import { writeNotice } from '../ledger/audit/write-audit.ts'
import { fact } from '../ledger/fact/fact.ts'
import { endProof, renewProof } from './check-repository.ts'
import { voidClaims } from './claim-repository.ts'
import { registrableDomain } from './domain-name.ts'
import { listRecords, type RecordRow } from './record-repository.ts'
import { beginRemoval, type DomainRow, type HeldDomain, lockNames } from './repository.ts'

type Deps = { db: Db; clock: Clock }

/** The time is long enough to notice a mistake in a zone; the owner is told when the record breaks. */
export const lapseAfterMs = 7 * day

/** True when the domain was proved once and no longer is. */
export const isLapsed = (domain: Pick<DomainRow, 'verified_at' | 'removed_at'>): boolean =>
  domain.verified_at === null && domain.removed_at === null

/** A failed look-up is not stored, so a row of this check is an answer. */
const isUnseen = (row: RecordRow, checkedSince: number, now: number): boolean =>
  row.record === 'ownership' &&
  row.state !== 'ok' &&
  row.checked_at >= checkedSince &&
  row.broken_at !== null &&
  row.broken_at <= now - lapseAfterMs

/**
 * Returns true when this check suspends the domain. Domains that the operator vouches for have no proof to
 * lose.
 */
export async function lapseIfUnseen(deps: Deps, domain: HeldDomain, checkedSince: number): Promise<boolean> {
  if (domain.verified_at === null || domain.token === '') return false
  const now = deps.clock.now()
  const rows = await listRecords(deps.db.query, [domain.id])
  if (!rows.some(row => isUnseen(row, checkedSince, now))) return false
  return deps.db.transaction(async tx => {
    if (!(await endProof(tx, domain))) return false
    const detail = fact('proofLapsed', {})
    await writeNotice(tx, now, { action: 'domainLapsed', target: domain.name, detail })
    return true
  })
}

/** Restores the domain when its record is there again. Returns false when somebody else was faster. */
export async function proveAgain(deps: Deps, domain: HeldDomain): Promise<boolean> {
  return deps.db.transaction(async tx => {
    await lockNames(tx, deps.db, registrableDomain(domain.name) ?? domain.name)
    if (!(await renewProof(tx, domain, deps.clock.now()))) return false
    await voidClaims(tx, domain.name)
    return true
  })
}

/**
 * Runs when somebody else has proved the name: everything of the former owner is removed, and then the name
 * is free.
 */
export async function giveWay(tx: Tx, domain: DomainRow, now: number): Promise<void> {
  await beginRemoval(tx, domain.id, now)
  const detail = fact('proofTaken', {})
  await writeNotice(tx, now, { action: 'domainTaken', target: domain.name, detail })
}
