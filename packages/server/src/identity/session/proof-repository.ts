import type { Tx } from '../../database/types.ts'

/** False when the proof was handed in before. */
export async function insertSpentProof(tx: Tx, signature: string, expiresAt: number): Promise<boolean> {
  const spent = await tx
    .insertInto('spent_proof')
    .values({ signature, expires_at: expiresAt })
    .onConflict(oc => oc.column('signature').doNothing())
    .executeTakeFirst()
  return spent.numInsertedOrUpdatedRows === 1n
}

/** Forgets proofs that are good no more anyway. */
export async function sweepProofs(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('spent_proof').where('expires_at', '<=', now).execute()
}
