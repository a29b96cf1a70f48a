import type { Query, Tx } from '../../database/types.ts'
import type { HandedOut } from './deeds.ts'
import type { ExpiryReminderTable } from './table.ts'

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

/** A letter that is to greet whoever opens the mailbox. */
export async function oweWelcome(tx: Tx, mailboxId: string, now: number): Promise<void> {
  await tx
    .insertInto('welcome_letter')
    .values({ mailbox_id: mailboxId, due_at: now, tries: 0 })
    .onConflict(oc => oc.doNothing())
    .execute()
}

export const listWelcomes = (query: Query, now: number, limit: number) =>
  query
    .selectFrom('welcome_letter')
    .innerJoin('mailbox', 'mailbox.id', 'welcome_letter.mailbox_id')
    .select(['welcome_letter.mailbox_id', 'due_at', 'tries', 'mailbox.address', 'mailbox.expires_at'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()

/** True for the one who is to send it now; should that fail, it is due again later. */
export async function claimWelcome(
  tx: Tx,
  letter: { mailbox_id: string; tries: number },
  nextAt: number,
): Promise<boolean> {
  const claimed = await tx
    .updateTable('welcome_letter')
    .set({ due_at: nextAt, tries: letter.tries + 1 })
    .where('mailbox_id', '=', letter.mailbox_id)
    .where('tries', '=', letter.tries)
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

export async function forgetWelcomes(tx: Tx, mailboxIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('welcome_letter')
    .where('mailbox_id', 'in', [...mailboxIds])
    .execute()
}

/** False when this reminder was sent before. */
export async function noteReminder(tx: Tx, reminder: ExpiryReminderTable): Promise<boolean> {
  const made = await tx
    .insertInto('expiry_reminder')
    .values(reminder)
    .onConflict(oc => oc.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export async function forgetReminder(tx: Tx, reminder: ExpiryReminderTable): Promise<void> {
  await tx
    .deleteFrom('expiry_reminder')
    .where('mailbox_id', '=', reminder.mailbox_id)
    .where('expires_at', '=', reminder.expires_at)
    .where('days_before', '=', reminder.days_before)
    .execute()
}
