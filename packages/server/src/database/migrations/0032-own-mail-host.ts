/** A domain may have a mail host of its own; null means the host of the site. */
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await tx.schema.alterTable('domain').addColumn('mail_host', 'text').execute()
}
