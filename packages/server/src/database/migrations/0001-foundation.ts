/** Identity, domains, mailboxes, settings, throttles, jobs and the audit log. */
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  const { schema } = tx

  await schema
    .createTable('sys_account')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('username', 'text', c => c.notNull().unique())
    .addColumn('password_hash', 'text', c => c.notNull())
    .addColumn('role', 'text', c => c.notNull())
    .addColumn('status', 'text', c => c.notNull())
    .addColumn('note', 'text', c => c.notNull())
    .addColumn('pages', 'text', c => c.notNull())
    .addColumn('abilities', 'text', c => c.notNull())
    .addColumn('limits', 'text', c => c.notNull())
    .addColumn('totp_secret', 'text')
    .addColumn('totp_on', 'integer', c => c.notNull())
    .addColumn('totp_last_step', 'bigint', c => c.notNull())
    .addColumn('recovery_codes', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('last_login_at', 'bigint')
    .execute()

  await schema
    .createTable('domain')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('name', 'text', c => c.notNull().unique())
    .addColumn('owner_id', 'text', c => c.references('sys_account.id'))
    .addColumn('open', 'integer', c => c.notNull())
    .addColumn('store', 'integer', c => c.notNull())
    .addColumn('catch_all', 'integer', c => c.notNull())
    .addColumn('subdomains', 'integer', c => c.notNull())
    .addColumn('verified_at', 'bigint')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
  await schema.createIndex('domain_owner').on('domain').column('owner_id').execute()

  await schema
    .createTable('mailbox')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('address', 'text', c => c.notNull().unique())
    .addColumn('local_part', 'text', c => c.notNull())
    .addColumn('domain_id', 'text', c => c.notNull().references('domain.id'))
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('status', 'text', c => c.notNull())
    .addColumn('owner_id', 'text', c => c.references('sys_account.id'))
    .addColumn('password_hash', 'text')
    .addColumn('note', 'text', c => c.notNull())
    .addColumn('may_send', 'integer', c => c.notNull())
    .addColumn('quota_bytes', 'bigint')
    .addColumn('used_bytes', 'bigint', c => c.notNull())
    .addColumn('unread', 'integer', c => c.notNull())
    .addColumn('received', 'integer', c => c.notNull())
    .addColumn('pinned', 'integer', c => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('end_after_mails', 'integer')
    .addColumn('end_after_code', 'integer', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('last_login_at', 'bigint')
    .execute()
  await schema.createIndex('mailbox_owner').on('mailbox').columns(['owner_id', 'created_at']).execute()
  await schema.createIndex('mailbox_domain').on('mailbox').column('domain_id').execute()
  await schema.createIndex('mailbox_expiry').on('mailbox').column('expires_at').execute()

  await schema
    .createTable('session')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('token_hash', 'text', c => c.notNull().unique())
    .addColumn('sys_account_id', 'text', c => c.references('sys_account.id').onDelete('cascade'))
    .addColumn('mailbox_id', 'text', c => c.references('mailbox.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('last_seen_at', 'bigint', c => c.notNull())
    .addColumn('expires_at', 'bigint', c => c.notNull())
    .addColumn('span', 'bigint', c => c.notNull())
    .addColumn('client', 'text', c => c.notNull())
    .addColumn('agent', 'text', c => c.notNull())
    .execute()
  await schema.createIndex('session_account').on('session').column('sys_account_id').execute()
  await schema.createIndex('session_mailbox').on('session').column('mailbox_id').execute()
  await schema.createIndex('session_expiry').on('session').column('expires_at').execute()

  await schema
    .createTable('api_key')
    .addColumn('sys_account_id', 'text', c => c.primaryKey().references('sys_account.id').onDelete('cascade'))
    .addColumn('key_hash', 'text', c => c.notNull().unique())
    .addColumn('prefix', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()

  await schema
    .createTable('throttle')
    .addColumn('key', 'text', c => c.primaryKey())
    .addColumn('count', 'integer', c => c.notNull())
    .addColumn('window_ends_at', 'bigint', c => c.notNull())
    .execute()
  await schema.createIndex('throttle_end').on('throttle').column('window_ends_at').execute()

  await schema
    .createTable('spent_proof')
    .addColumn('signature', 'text', c => c.primaryKey())
    .addColumn('expires_at', 'bigint', c => c.notNull())
    .execute()

  await schema
    .createTable('setting')
    .addColumn('scope', 'text', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('value', 'text', c => c.notNull())
    .addColumn('updated_at', 'bigint', c => c.notNull())
    .addPrimaryKeyConstraint('setting_key', ['scope', 'name'])
    .execute()

  await schema
    .createTable('audit')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('at', 'bigint', c => c.notNull())
    .addColumn('actor_id', 'text', c => c.notNull())
    .addColumn('actor_name', 'text', c => c.notNull())
    .addColumn('action', 'text', c => c.notNull())
    .addColumn('target', 'text', c => c.notNull())
    .addColumn('detail', 'text', c => c.notNull())
    .addColumn('client', 'text', c => c.notNull())
    .execute()

  await schema
    .createTable('job')
    .addColumn('name', 'text', c => c.primaryKey())
    .addColumn('next_at', 'bigint', c => c.notNull())
    .execute()
}
