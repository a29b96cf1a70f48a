/**
 * Records in the audit log each successful call with which an admin changes something in somebody's name. It
 * records only the call and never its content, because bodies hold letters and passwords.
 */
import type { Call, CallName } from '@yanshu/contract'
import type { Db } from '../database/types.ts'
import { isAccount } from '../identity/access.ts'
import type { Caller } from '../kernel/call/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { writeAudit } from '../ledger/audit/write-audit.ts'
import { fact } from '../ledger/fact/fact.ts'

/** These write a row of their own for the acting admin. */
const recordsItself: ReadonlySet<CallName> = new Set<CallName>(['logout'])

const onlyLooks = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'dryRun' in body && body.dryRun === true

export type DoneCall = { name: CallName; call: Call; body: unknown; caller: Caller }

/** Tells the log of every call with which an admin may have changed something, also in somebody's name. */
export function tellAct(log: Log, { name, call, body, caller }: DoneCall): void {
  if (!isAccount(caller) || call.method === 'GET' || onlyLooks(body)) return
  const { client, actedBy } = caller
  if (caller.role === 'admin') log.event('admin.act', { client, act: name, who: caller.name, as: null })
  else if (actedBy) log.event('admin.act', { client, act: name, who: actedBy.name, as: caller.name })
}

export async function recordActed(deps: { db: Db; clock: Clock }, done: DoneCall): Promise<void> {
  const { name, call, body, caller } = done
  if (!isAccount(caller) || !caller.actedBy || call.method === 'GET') return
  if (recordsItself.has(name) || onlyLooks(body)) return
  const actor = { ...caller, accountId: caller.actedBy.id, name: caller.actedBy.name }
  const entry = { action: name, target: caller.name, detail: fact('calledInName', { call: name }) }
  await deps.db.transaction(tx => writeAudit(tx, actor, deps.clock.now(), entry))
}
