/** Adds letters that welcome the buyer of a mailbox. */
import type { Tx } from '../types.ts'

export async function up({ schema }: Tx): Promise<void> {
  await schema
    .createTable('welcome_letter')
    .addColumn('mailbox_id', 'text', c => c.primaryKey().references('mailbox.id').onDelete('cascade'))
    .addColumn('due_at', 'bigint', c => c.notNull())
    .addColumn('tries', 'integer', c => c.notNull())
    .execute()
  await schema.createIndex('welcome_letter_due').on('welcome_letter').column('due_at').execute()
}
