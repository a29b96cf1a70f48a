import type { Selectable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { AppPasswordTable } from './table.ts'

export type AppPasswordRow = Selectable<AppPasswordTable>

export async function insertAppPassword(tx: Tx, row: AppPasswordRow): Promise<void> {
  await tx.insertInto('app_password').values(row).execute()
}

/** Returns those that were made under the password that the mailbox has now, oldest first. */
export const appPasswordsOf = (
  query: Query,
  mailboxId: string,
  madeUnder: string,
): Promise<AppPasswordRow[]> =>
  query
    .selectFrom('app_password')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('made_under', '=', madeUnder)
    .orderBy('id')
    .execute()

export const findAppPasswordBySecret = (query: Query, mailboxId: string, secretHash: string) =>
  query
    .selectFrom('app_password')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()

export const findAppPassword = (query: Query, id: string) =>
  query.selectFrom('app_password').selectAll().where('id', '=', id).executeTakeFirst()

/** False when it was ended meanwhile. */
export async function markAppPasswordUse(
  tx: Tx,
  id: string,
  use: Pick<AppPasswordRow, 'last_used_at' | 'last_client' | 'last_channel'>,
): Promise<boolean> {
  const marked = await tx.updateTable('app_password').set(use).where('id', '=', id).executeTakeFirst()
  return marked.numUpdatedRows === 1n
}

export async function deleteAppPassword(tx: Tx, id: string): Promise<boolean> {
  const gone = await tx.deleteFrom('app_password').where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** Deletes those that ended with an earlier password of the mailbox. */
export async function deleteAppPasswordsBut(tx: Tx, mailboxId: string, madeUnder: string): Promise<void> {
  await tx
    .deleteFrom('app_password')
    .where('mailbox_id', '=', mailboxId)
    .where('made_under', '!=', madeUnder)
    .execute()
}

export const isAppPasswordsOnly = async (query: Query, mailboxId: string): Promise<boolean> =>
  (await query
    .selectFrom('app_passwords_only')
    .select('since')
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()) !== undefined

export async function setAppPasswordsOnly(
  tx: Tx,
  mailboxId: string,
  only: boolean,
  now: number,
): Promise<void> {
  if (only) {
    await tx
      .insertInto('app_passwords_only')
      .values({ mailbox_id: mailboxId, since: now })
      .onConflict(oc => oc.doNothing())
      .execute()
  } else await tx.deleteFrom('app_passwords_only').where('mailbox_id', '=', mailboxId).execute()
}
