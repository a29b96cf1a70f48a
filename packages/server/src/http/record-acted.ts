/**
 * What an admin changes in somebody's name, in the audit log: one row for each call that went well, whichever it was. Only
 * which call, never what was sent with it: bodies hold letters and passwords.
 */
import type { Call, CallName } from '@yanshu/contract'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/types.ts'
import { type Caller, isAccount } from '../identity/access.ts'
import { writeAudit } from '../operate/audit/write-audit.ts'

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
  const entry = { action: name, target: caller.name, detail: `代为登录：${call.summary.zh}` }
  await deps.db.transaction(tx => writeAudit(tx, actor, deps.clock.now(), entry))
}
