/** How many mailboxes there are in a scope, of which kind and in which state, and what they hold. */
import type { Query } from '../../database/types.ts'
import type { Scope } from '../../kernel/call/caller.ts'
import { countByState } from './count-repository.ts'

export type Census = {
  kinds: { account: number; temporary: number; active: number; paused: number; stopped: number }
  usedBytes: number
  /** The room of a single mailbox; null for scopes of several, or where it is not limited. */
  quotaBytes: number | null
}

export async function countMailboxes(query: Query, scope: Scope): Promise<Census> {
  const rows = await countByState(query, scope)
  const kinds = { account: 0, temporary: 0, active: 0, paused: 0, stopped: 0 }
  let usedBytes = 0
  for (const { kind, status, count, used } of rows) {
    kinds[kind] += Number(count)
    kinds[status] += Number(count)
    usedBytes += Number(used ?? 0)
  }
  const quotaBytes = scope.kind === 'mailbox' ? (rows[0]?.quota ?? null) : null
  return { kinds, usedBytes, quotaBytes }
}
