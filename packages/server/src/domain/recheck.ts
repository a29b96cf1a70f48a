/**
 * Checks again by itself: domains now and then, so that owners learn of broken records; claims more often, so
 * that nobody has to press a button when DNS is slow. It checks a bounded number at a time, the longest
 * unchecked first.
 */
import { AppError } from '../kernel/app-error.ts'
import { day, hour, minute } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { writeNotice } from '../ledger/audit/write-audit.ts'
import { fact } from '../ledger/fact/fact.ts'
import { type CheckDeps, checkDomain } from './check-domain.ts'
import { domainsToCheck, noteClaimChecked, noteDomainChecked } from './check-repository.ts'
import { claimsToCheck, deleteOldClaims } from './claim-repository.ts'
import { ownershipName } from './dns/record-texts.ts'
import { deleteRetiredKeys } from './key-repository.ts'
import { lapseIfUnseen } from './lapse-domain.ts'
import { findHeldDomain } from './repository.ts'

export type RecheckDeps = CheckDeps & { log: Log }

const domainEveryMs = 6 * hour
const claimEveryMs = 10 * minute
const domainsAtATime = 20
const claimsAtATime = 40
const atOnce = 4
const claimLivesMs = 30 * day

/** Works through a list, a few items at a time, until it is done or the program stops. */
async function inParallel<T>(
  list: readonly T[],
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...list]
  const worker = async () => {
    for (let next = left.shift(); next !== undefined && !signal.aborted; next = left.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

async function checkOne(deps: RecheckDeps, id: string): Promise<void> {
  const domain = await findHeldDomain(deps.db.query, id)
  if (!domain) return
  const began = deps.clock.now()
  try {
    await checkDomain(
      {
        ...deps,
        async tell(change) {
          if (change.broke.length > 0)
            await deps.db.transaction(tx =>
              writeNotice(tx, deps.clock.now(), {
                action: 'domainBroke',
                target: change.name,
                detail: fact('recordsBroke', { names: change.broke }),
              }),
            )
          await deps.tell(change)
        },
      },
      domain,
      { careful: true, ...(domain.verified_at === null ? { kinds: ['ownership'] as const } : {}) },
    )
    if (await lapseIfUnseen(deps, domain, began)) {
      const broke = [ownershipName(domain.name)]
      await deps.tell({ domainId: domain.id, ownerId: domain.owner_id, name: domain.name, broke })
    }
  } catch (cause) {
    // Somebody else has proved the name meanwhile; the page tells the owner of the claim.
    if (!(cause instanceof AppError))
      deps.log.warn({ err: cause, domain: domain.name }, 'domain check failed')
  }
}

export async function recheckDomains(deps: RecheckDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const due = await domainsToCheck(deps.db.query, now - domainEveryMs, now, domainsAtATime)
  await inParallel(due, signal, async id => {
    // The time is noted before the check, so that a failing check does not keep the others from their turn.
    await deps.db.transaction(tx => noteDomainChecked(tx, id, now))
    await checkOne(deps, id)
  })
}

export async function recheckClaims(deps: RecheckDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const due = await claimsToCheck(deps.db.query, now - claimEveryMs, claimsAtATime)
  await inParallel(due, signal, async ({ id }) => {
    await deps.db.transaction(tx => noteClaimChecked(tx, id, now))
    await checkOne(deps, id)
  })
}

/** Removes keys whose overlap is over, and claims that nobody proved. */
export async function sweepDomains(deps: Pick<RecheckDeps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    await deleteRetiredKeys(tx, now)
    await deleteOldClaims(tx, now - claimLivesMs)
  })
}
