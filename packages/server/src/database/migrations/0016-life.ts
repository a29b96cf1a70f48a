/**
 * Gives settings one spelling of scope: `account:ID` and `mailbox:ID`. Some scopes were the bare id before.
 * Settings whose owner no longer exists are removed.
 */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`UPDATE setting SET scope = 'account:' || scope WHERE scope IN (SELECT id FROM sys_account)`.execute(
    tx,
  )
  await sql`UPDATE setting SET scope = 'mailbox:' || scope WHERE scope IN (SELECT id FROM mailbox)`.execute(
    tx,
  )
  await sql`
    DELETE FROM setting WHERE scope NOT IN ('site', 'instance')
    AND scope NOT IN (SELECT 'account:' || id FROM sys_account)
    AND scope NOT IN (SELECT 'mailbox:' || id FROM mailbox)
  `.execute(tx)
}
