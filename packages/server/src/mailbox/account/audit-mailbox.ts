import type { Tx } from '../../database/types.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { type AuditEntry, writeAudit } from '../../ledger/audit/write-audit.ts'
import type { MailboxRow } from './repository.ts'

/**
 * Records an admin's acts on a mailbox of somebody else, or without an owner; acts on an own mailbox are not
 * recorded.
 */
export async function auditMailbox(
  tx: Tx,
  caller: LoggedIn,
  mailbox: Pick<MailboxRow, 'owner_id' | 'address'>,
  now: number,
  act: Pick<AuditEntry, 'action' | 'detail'>,
): Promise<void> {
  if (caller.role !== 'admin' || mailbox.owner_id === caller.accountId) return
  await writeAudit(tx, caller, now, { ...act, target: mailbox.address })
}
