/** Card codes, in batches. */
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  const { schema } = tx

  await schema
    .createTable('card_batch')
    .addColumn('id', 'text', c => c.primaryKey())
    // When the seller's account is removed, sold cards keep their worth and belong to the site.
    .addColumn('owner_id', 'text', c => c.references('sys_account.id').onDelete('set null'))
    .addColumn('by_admin', 'integer', c => c.notNull())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('days', 'integer')
    .addColumn('domain_ids', 'text', c => c.notNull())
    .addColumn('quota_bytes', 'bigint')
    .addColumn('may_send', 'integer', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
  await schema.createIndex('card_batch_owner').on('card_batch').column('owner_id').execute()

  await schema
    .createTable('card')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('batch_id', 'text', c => c.notNull().references('card_batch.id'))
    .addColumn('owner_id', 'text', c => c.references('sys_account.id').onDelete('set null'))
    .addColumn('code_hash', 'text', c => c.notNull().unique())
    .addColumn('tail', 'text', c => c.notNull())
    .addColumn('standing', 'text', c => c.notNull())
    .addColumn('uses_left', 'integer', c => c.notNull())
    .addColumn('note', 'text', c => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('used_by', 'text', c => c.notNull())
    .execute()
  await schema.createIndex('card_batch_cards').on('card').columns(['batch_id', 'id']).execute()
  await schema.createIndex('card_owner').on('card').columns(['owner_id', 'id']).execute()
}
