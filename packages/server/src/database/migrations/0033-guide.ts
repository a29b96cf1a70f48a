/** What the guide has seen of each step of setting the site up, and which steps somebody skipped. */
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await tx.schema
    .createTable('guide_step')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('done_at', 'bigint')
    .addColumn('broken_at', 'bigint')
    .addColumn('skipped_at', 'bigint')
    .execute()
}
