import type { Query, Tx } from '../database/types.ts'
import type { ClaimRow } from './repository.ts'

export const findClaim = (query: Query, id: string): Promise<ClaimRow | undefined> =>
  query.selectFrom('domain_claim').selectAll().where('id', '=', id).executeTakeFirst()

export const findClaimOf = (query: Query, ownerId: string, name: string): Promise<ClaimRow | undefined> =>
  query
    .selectFrom('domain_claim')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('name', '=', name)
    .executeTakeFirst()

/** Returns false when the account has already claimed the name. */
export async function insertClaim(tx: Tx, row: ClaimRow): Promise<boolean> {
  const made = await tx
    .insertInto('domain_claim')
    .values(row)
    .onConflict(oc => oc.columns(['owner_id', 'name']).doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export async function deleteClaim(tx: Tx, id: string): Promise<boolean> {
  const gone = await tx.deleteFrom('domain_claim').where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** Voids all other claims of the name, so that their published tokens never prove anything again. */
export async function voidClaims(tx: Tx, name: string): Promise<void> {
  await tx.updateTable('domain_claim').set({ token: '' }).where('name', '=', name).execute()
}

/** Returns the claims to check next, those first that waited longest. */
export const claimsToCheck = (query: Query, checkedBefore: number, limit: number): Promise<ClaimRow[]> =>
  query
    .selectFrom('domain_claim')
    .selectAll()
    .where('token', '!=', '')
    .where(eb => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', checkedBefore)]))
    .orderBy('checked_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Deletes claims that were not proved in time, with everything that was made for them. */
export async function deleteOldClaims(tx: Tx, madeBefore: number): Promise<void> {
  const old = tx.selectFrom('domain_claim').select('id').where('created_at', '<=', madeBefore)
  for (const table of ['dkim_key', 'domain_record', 'dns_plan', 'dns_access'] as const)
    await tx.deleteFrom(table).where('domain_id', 'in', old).execute()
  await tx.deleteFrom('domain_claim').where('created_at', '<=', madeBefore).execute()
}
