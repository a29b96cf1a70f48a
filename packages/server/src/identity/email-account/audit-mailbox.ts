import type { Tx } from '../../database/types.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import type { LoggedIn } from '../access.ts'
import type { MailboxRow } from './repository.ts'

/** What an admin does to a mailbox of somebody else, or of nobody, is written down; what it does to its own is not. */
export async function auditMailbox(
  tx: Tx,
  caller: LoggedIn,
  mailbox: Pick<MailboxRow, 'owner_id' | 'address'>,
  now: number,
  deed: { action: string; detail: string },
): Promise<void> {
  if (caller.role !== 'admin' || mailbox.owner_id === caller.accountId) return
  await writeAudit(tx, caller, now, { ...deed, target: mailbox.address })
}
