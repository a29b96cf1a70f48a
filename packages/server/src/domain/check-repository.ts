/** Finds the domains to check next, and ends or renews their proofs. */
import type { Query, Tx } from '../database/types.ts'
import type { HeldDomain } from './repository.ts'

/** Leaves out domains that nobody ever checked, because a name for trials is in no DNS. */
export async function domainsToCheck(
  query: Query,
  checkedBefore: number,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await query
    .selectFrom('domain')
    .select('id')
    .where('removed_at', 'is', null)
    .where(eb => eb.or([eb('checked_at', '<=', checkedBefore), eb('checked_at', '>', now)]))
    .orderBy('checked_at')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** Returns the oldest domains that somebody has checked at least once. */
export async function findCheckedNames(query: Query, limit: number): Promise<string[]> {
  const rows = await query
    .selectFrom('domain')
    .select('name')
    .where('removed_at', 'is', null)
    .where('checked_at', 'is not', null)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(row => row.name)
}

export async function noteDomainChecked(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('domain').set({ checked_at: now }).where('id', '=', id).execute()
}

export async function noteClaimChecked(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('domain_claim').set({ checked_at: now }).where('id', '=', id).execute()
}

/** Returns false when the domain is removed, or its proof has changed since it was read. */
export async function endProof(tx: Tx, domain: HeldDomain): Promise<boolean> {
  const ended = await tx
    .updateTable('domain')
    .set({ verified_at: null })
    .where('id', '=', domain.id)
    .where('verified_at', '=', domain.verified_at)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Returns false when the domain is removed, is already in force, or has another token. */
export async function renewProof(tx: Tx, domain: HeldDomain, now: number): Promise<boolean> {
  const proved = await tx
    .updateTable('domain')
    .set({ verified_at: now })
    .where('id', '=', domain.id)
    .where('token', '=', domain.token)
    .where('verified_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return proved.numUpdatedRows > 0n
}
