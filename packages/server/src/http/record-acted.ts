/**
 * Records in the audit log each successful call with which an admin changes something in somebody's name. It
 * records only the call and never its content, because bodies hold letters and passwords.
 */
import type { Call, CallName } from '@yanshu/contract'
import type { Db } from '../database/types.ts'
import { isAccount } from '../identity/access.ts'
import type { Caller } from '../kernel/call/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import { writeAudit } from '../ledger/audit/write-audit.ts'
import { fact } from '../ledger/fact/fact.ts'

/** These write a row of their own for the acting admin. */
const recordsItself: ReadonlySet<CallName> = new Set<CallName>(['logout'])

const onlyLooks = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'dryRun' in body && body.dryRun === true

export type DoneCall = { name: CallName; call: Call; body: unknown; caller: Caller }

export async function recordActed(deps: { db: Db; clock: Clock }, done: DoneCall): Promise<void> {
  const { name, call, body, caller } = done
  if (!isAccount(caller) || !caller.actedBy || call.method === 'GET') return
  if (recordsItself.has(name) || onlyLooks(body)) return
  const actor = { ...caller, accountId: caller.actedBy.id, name: caller.actedBy.name }
  const entry = { action: name, target: caller.name, detail: fact('calledInName', { call: name }) }
  await deps.db.transaction(tx => writeAudit(tx, actor, deps.clock.now(), entry))
}
