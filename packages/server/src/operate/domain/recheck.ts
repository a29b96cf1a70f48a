/**
 * Looking again by itself: domains now and then, so that their owners hear of what broke; claims more often, so that
 * nobody has to press a button when DNS is slow. A bounded number at a time, the longest unseen first.
 */
import { AppError } from '../../app-error.ts'
import { day, hour, minute } from '../../clock.ts'
import type { Log } from '../../log.ts'
import { writeNotice } from '../audit/write-audit.ts'
import { type CheckDeps, checkDomain } from './check-domain.ts'
import { claimsToCheck, deleteOldClaims } from './claim-repository.ts'
import { ownershipName } from './domain.ts'
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

/** Works through a list, a few at a time, until it is done or the program stops. */
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
                detail: `不再正常：${change.broke.join('，')}`,
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
    // Somebody else has proved the name meanwhile; the owner of the claim sees it on the page.
    if (!(cause instanceof AppError))
      deps.log.warn({ err: cause, domain: domain.name }, 'domain check failed')
  }
}

export async function recheckDomains(deps: RecheckDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const due = await deps.db.query
    .selectFrom('domain')
    .select('id')
    .where('removed_at', 'is', null)
    // Those that nobody ever looked at are left alone: a name for trying things out is in no DNS.
    .where(eb => eb.or([eb('checked_at', '<=', now - domainEveryMs), eb('checked_at', '>', now)]))
    .orderBy('checked_at')
    .limit(domainsAtATime)
    .execute()
  await inParallel(due, signal, async ({ id }) => {
    // First, so that one whose check fails does not keep the others from their turn.
    await deps.db.transaction(async tx => {
      await tx.updateTable('domain').set({ checked_at: now }).where('id', '=', id).execute()
    })
    await checkOne(deps, id)
  })
}

export async function recheckClaims(deps: RecheckDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const due = await claimsToCheck(deps.db.query, now - claimEveryMs, claimsAtATime)
  await inParallel(due, signal, async ({ id }) => {
    await deps.db.transaction(async tx => {
      await tx.updateTable('domain_claim').set({ checked_at: now }).where('id', '=', id).execute()
    })
    await checkOne(deps, id)
  })
}

/** Keys whose overlap is over, and claims that nobody proved. */
export async function sweepDomains(deps: Pick<RecheckDeps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    await deleteRetiredKeys(tx, now)
    await deleteOldClaims(tx, now - claimLivesMs)
  })
}
