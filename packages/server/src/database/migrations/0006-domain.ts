/**
 * Creates proof of ownership, signing keys, results of DNS checks, and changes made through DNS providers.
 */
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  const { schema } = tx

  await schema
    .alterTable('domain')
    .addColumn('token', 'text', c => c.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('domain').addColumn('checked_at', 'bigint').execute()
  await schema.alterTable('domain').addColumn('removed_at', 'bigint').execute()

  // A row is a name that an account claims. Several may claim it; the first to prove it gets the row in
  // `domain`.
  await schema
    .createTable('domain_claim')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('owner_id', 'text', c => c.notNull().references('sys_account.id').onDelete('cascade'))
    .addColumn('token', 'text', c => c.notNull())
    .addColumn('checked_at', 'bigint')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addUniqueConstraint('domain_claim_once', ['owner_id', 'name'])
    .execute()
  await schema.createIndex('domain_claim_name').on('domain_claim').column('name').execute()

  await schema
    .createTable('dkim_key')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('domain_id', 'text', c => c.notNull())
    .addColumn('selector', 'text', c => c.notNull())
    .addColumn('algorithm', 'text', c => c.notNull())
    .addColumn('private_key', 'text', c => c.notNull())
    .addColumn('public_key', 'text', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('retire_at', 'bigint')
    .addUniqueConstraint('dkim_key_selector', ['domain_id', 'selector'])
    .execute()

  await schema
    .createTable('domain_record')
    .addColumn('domain_id', 'text', c => c.notNull())
    .addColumn('record', 'text', c => c.notNull())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('level', 'text', c => c.notNull())
    .addColumn('found', 'text', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('advice', 'text', c => c.notNull())
    .addColumn('checked_at', 'bigint', c => c.notNull())
    .addColumn('broken_at', 'bigint')
    .addPrimaryKeyConstraint('domain_record_key', ['domain_id', 'record'])
    .execute()

  await schema
    .createTable('dns_plan')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('domain_id', 'text', c => c.notNull())
    .addColumn('provider', 'text', c => c.notNull())
    .addColumn('changes', 'text', c => c.notNull())
    .addColumn('seen', 'text', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('changed_at', 'bigint', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
  await schema
    .createTable('dns_access')
    .addColumn('domain_id', 'text', c => c.primaryKey())
    .addColumn('provider', 'text', c => c.notNull())
    .addColumn('credentials', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
  await schema.createIndex('dns_plan_domain').on('dns_plan').columns(['domain_id', 'id']).execute()
}
