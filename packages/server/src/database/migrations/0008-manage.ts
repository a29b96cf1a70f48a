/** Use of API keys, block list, complaints, history of settings, and log-ins of admins as somebody else. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

async function apiUsage(tx: Tx): Promise<void> {
  await tx.schema
    .createTable('api_usage')
    .addColumn('sys_account_id', 'text', c => c.notNull().references('sys_account.id').onDelete('cascade'))
    .addColumn('day', 'text', c => c.notNull())
    .addColumn('calls', 'bigint', c => c.notNull())
    .addColumn('refused', 'bigint', c => c.notNull())
    .addPrimaryKeyConstraint('api_usage_key', ['sys_account_id', 'day'])
    .execute()
}

async function abuse(tx: Tx): Promise<void> {
  await tx.schema
    .createTable('block')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('pattern', 'text', c => c.notNull())
    .addColumn('note', 'text', c => c.notNull())
    .addColumn('created_by', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addUniqueConstraint('block_once', ['kind', 'pattern'])
    .execute()
  await tx.schema
    .createTable('complaint')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('at', 'bigint', c => c.notNull())
    .addColumn('address', 'text', c => c.notNull())
    .addColumn('reason', 'text', c => c.notNull())
    .addColumn('words', 'text', c => c.notNull())
    .addColumn('contact', 'text', c => c.notNull())
    .addColumn('client', 'text', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('note', 'text', c => c.notNull())
    .addColumn('handled_by', 'text', c => c.notNull())
    .addColumn('handled_at', 'bigint')
    .execute()
  await tx.schema.createIndex('complaint_state').on('complaint').columns(['state', 'id']).execute()
}

async function settingHistory(tx: Tx): Promise<void> {
  await tx.schema
    .createTable('setting_change')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('at', 'bigint', c => c.notNull())
    .addColumn('scope', 'text', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('actor_name', 'text', c => c.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute()
  await tx.schema.createIndex('setting_change_scope').on('setting_change').columns(['scope', 'id']).execute()
}

export async function up(tx: Tx): Promise<void> {
  await apiUsage(tx)
  await abuse(tx)
  await settingHistory(tx)
  // When the admin's account is removed, its sessions in the names of others end too.
  await sql`ALTER TABLE session ADD COLUMN acted_by text REFERENCES sys_account (id) ON DELETE CASCADE`.execute(
    tx,
  )
  // Keeps the mail's id, so that a notice can be sent again although its text is forgotten after delivery.
  await sql`ALTER TABLE webhook_delivery ADD COLUMN mail_id text`.execute(tx)
  // A hook for one mailbox is removed with that mailbox; this removes those that earlier versions left
  // behind.
  await sql`DELETE FROM webhook WHERE for_mailbox_id IS NOT NULL AND for_mailbox_id NOT IN (SELECT id FROM mailbox)`.execute(
    tx,
  )
}
