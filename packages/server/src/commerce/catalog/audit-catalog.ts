/** Writes changes that admins make in the catalogue into the audit log. */

import type { Tx } from '../../database/types.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import type { Fact } from '../../ledger/fact/fact.ts'

export type CatalogAct = 'addPlan' | 'editPlan' | 'delPlan' | 'setSpecialNames' | 'delSpecialNames'

export async function auditCatalog(
  tx: Tx,
  clock: Clock,
  caller: AccountCaller,
  entry: { action: CatalogAct; target: string; detail: Fact | null },
): Promise<void> {
  if (caller.role === 'admin') await writeAudit(tx, caller, clock.now(), entry)
}
