/** Writes the audit log: the acts of admins, as facts. The program cannot change or remove a row. */
import type { Tx } from '../../database/types.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { newId } from '../../kernel/ids.ts'
import { type Fact, fact, factTexts, storedFact } from '../fact/fact.ts'
import type { AuditAction } from '../words/acts.ts'
import { insertAudit } from './repository.ts'

export type AuditEntry = {
  action: AuditAction
  /** A name, or a fact that names several things or none. */
  target: string | Fact
  detail: Fact | null
  /** The row of what this is a step of. */
  partOf?: string
}

function stored({ action, target, detail, partOf }: AuditEntry) {
  const what = typeof target === 'string' ? fact('named', { name: target }) : target
  return {
    action,
    target: storedFact(what),
    detail: storedFact(detail),
    search_text: `${factTexts(what)}\n${factTexts(detail)}`,
    part_of: partOf ?? null,
  }
}

/** Returns the id of the row. */
export async function writeAudit(
  tx: Tx,
  actor: Pick<AccountCaller, 'accountId' | 'name' | 'client'>,
  now: number,
  entry: AuditEntry,
): Promise<string> {
  const id = newId(now)
  await insertAudit(tx, {
    id,
    at: now,
    actor_id: actor.accountId,
    actor_name: actor.name,
    ...stored(entry),
    client: actor.client,
  })
  return id
}

/** Writes an event that the program noticed by itself, without an actor. */
export const writeNotice = (tx: Tx, now: number, entry: AuditEntry): Promise<void> =>
  insertAudit(tx, { id: newId(now), at: now, actor_id: '', actor_name: '', ...stored(entry), client: '' })
