import type { Query, Tx } from '../../database/types.ts'
import type { HandedOut } from './grants.ts'
import type { ExpiryReminderTable } from './table.ts'

/**
 * Returns false when this purchase was handed out before. Concurrent calls wait here for the first to finish.
 */
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
    .innerJoin('domain', 'domain.id', 'mailbox.domain_id')
    .select([
      'welcome_letter.mailbox_id',
      'due_at',
      'tries',
      'mailbox.address',
      'mailbox.expires_at',
      'domain.store',
    ])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()

/** False when somebody else has done so. */
export async function forgetWelcome(tx: Tx, mailboxId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('welcome_letter').where('mailbox_id', '=', mailboxId).executeTakeFirst()
  return gone.numDeletedRows === 1n
}

export async function putWelcomeOff(tx: Tx, mailboxId: string, until: number): Promise<void> {
  await tx
    .updateTable('welcome_letter')
    .set(eb => ({ due_at: until, tries: eb('tries', '+', 1) }))
    .where('mailbox_id', '=', mailboxId)
    .execute()
}

/** Accounts that are in use and end after `from`, at `to` at the latest. They come by id, from the one after `after`. */
export const listEnding = (
  query: Query,
  { from, to, after }: { from: number; to: number; after: string },
  limit: number,
) =>
  query
    .selectFrom('mailbox')
    .innerJoin('domain', 'domain.id', 'mailbox.domain_id')
    .select(['mailbox.id', 'address', 'expires_at', 'mailbox.created_at', 'domain.store'])
    .where('kind', '=', 'account')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', from)
    .where('expires_at', '<=', to)
    .where('mailbox.id', '>', after)
    .orderBy('mailbox.id')
    .limit(limit)
    .execute()

/** False when this reminder was sent before. */
export async function noteReminder(tx: Tx, reminder: ExpiryReminderTable): Promise<boolean> {
  const made = await tx
    .insertInto('expiry_reminder')
    .values(reminder)
    .onConflict(oc => oc.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** Asked before a letter is written; the note decides. */
export async function wasReminded(query: Query, reminder: ExpiryReminderTable): Promise<boolean> {
  const found = await query
    .selectFrom('expiry_reminder')
    .select('at')
    .where('mailbox_id', '=', reminder.mailbox_id)
    .where('expires_at', '=', reminder.expires_at)
    .where('days_before', '=', reminder.days_before)
    .executeTakeFirst()
  return found !== undefined
}
