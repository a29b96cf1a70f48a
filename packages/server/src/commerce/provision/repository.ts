import type { Query, Tx } from '../../database/types.ts'
import type { HandedOut } from './deeds.ts'

/** False when this purchase was handed out before. Of several at once the others wait here for the first to finish. */
export async function reserveProvision(tx: Tx, key: string, now: number): Promise<boolean> {
  const made = await tx
    .insertInto('provision')
    .values({ key, mailbox_id: '', address: '', expires_at: null, at: now })
    .onConflict(oc => oc.column('key').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export async function keepProvision(tx: Tx, key: string, handed: HandedOut): Promise<void> {
  await tx
    .updateTable('provision')
    .set({ mailbox_id: handed.mailboxId, address: handed.address, expires_at: handed.expiresAt })
    .where('key', '=', key)
    .execute()
}

export async function forgetProvision(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('provision').where('key', '=', key).execute()
}

export async function findProvision(query: Query, key: string): Promise<HandedOut> {
  const row = await query.selectFrom('provision').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  return { mailboxId: row.mailbox_id, address: row.address, expiresAt: row.expires_at }
}
