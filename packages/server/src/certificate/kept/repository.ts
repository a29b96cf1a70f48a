import type { Selectable, Updateable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { AcmeAccountTable, AcmeChallengeTable, CertificateTable } from './table.ts'

export type CertificateRow = Selectable<CertificateTable>
export type AccountRow = Selectable<AcmeAccountTable>

export const listCertificates = (query: Query): Promise<CertificateRow[]> =>
  query.selectFrom('certificate').selectAll().orderBy('name').execute()

export const findCertificate = (query: Query, name: string): Promise<CertificateRow | undefined> =>
  query.selectFrom('certificate').selectAll().where('name', '=', name).executeTakeFirst()

/** Those that can be presented. */
export const listObtained = (
  query: Query,
): Promise<Pick<CertificateRow, 'name' | 'chain' | 'private_key'>[]> =>
  query.selectFrom('certificate').select(['name', 'chain', 'private_key']).where('chain', '!=', '').execute()

export async function addName(
  tx: Tx,
  row: Pick<CertificateRow, 'name' | 'domain_id' | 'next_at' | 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('certificate')
    .values(row)
    .onConflict(oc => oc.column('name').doUpdateSet({ domain_id: row.domain_id }))
    .execute()
}

/** Returns false when somebody else is at it, or was since it was seen. */
export async function claimCertificate(
  tx: Tx,
  name: string,
  claim: { by: string; seen: number; until: number; now: number; longest: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('certificate')
    .set({ claim: claim.by, claimed_until: claim.until, tried_at: claim.now })
    .where('name', '=', name)
    .where('next_at', '=', claim.seen)
    // A claim from the future was made under a wrong clock.
    .where(eb => eb.or([eb('claimed_until', '<=', claim.now), eb('claimed_until', '>', claim.longest)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns false when the claim was lost meanwhile: whoever has it now decides. */
export async function updateClaimed(
  tx: Tx,
  name: string,
  by: string,
  change: Updateable<CertificateTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('certificate')
    .set(change)
    .where('name', '=', name)
    .where('claim', '=', by)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function setDue(tx: Tx, name: string, now: number): Promise<void> {
  await tx.updateTable('certificate').set({ next_at: now }).where('name', '=', name).execute()
}

/** Returns false when admins were told already. */
export async function noteTold(tx: Tx, name: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('certificate')
    .set({ told_at: now })
    .where('name', '=', name)
    .where('told_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const findAccount = (query: Query, id: string): Promise<AccountRow | undefined> =>
  query.selectFrom('acme_account').selectAll().where('id', '=', id).executeTakeFirst()

/** The one that was first stays: two nodes may make a key at the same time. */
export async function addAccount(
  tx: Tx,
  row: Pick<AccountRow, 'id' | 'directory' | 'private_key' | 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('acme_account')
    .values(row)
    .onConflict(oc => oc.column('id').doNothing())
    .execute()
}

export async function updateAccount(tx: Tx, id: string, change: Updateable<AcmeAccountTable>): Promise<void> {
  await tx.updateTable('acme_account').set(change).where('id', '=', id).execute()
}

export async function putChallenge(tx: Tx, row: AcmeChallengeTable): Promise<void> {
  await tx
    .insertInto('acme_challenge')
    .values(row)
    .onConflict(oc => oc.column('token').doUpdateSet({ answer: row.answer, expires_at: row.expires_at }))
    .execute()
}

export async function findAnswer(query: Query, token: string): Promise<string | null> {
  const row = await query
    .selectFrom('acme_challenge')
    .select('answer')
    .where('token', '=', token)
    .executeTakeFirst()
  return row?.answer ?? null
}

export async function deleteChallenges(tx: Tx, expiredBefore: number): Promise<void> {
  await tx.deleteFrom('acme_challenge').where('expires_at', '<=', expiredBefore).execute()
}
