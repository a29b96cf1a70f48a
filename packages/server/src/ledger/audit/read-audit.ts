/** Reads the audit log, for the page of the admins and for people to whom its steps are shown. */
import type { Query } from '../../database/types.ts'
import { isoTime } from '../../kernel/clock.ts'
import type { SayFact } from '../fact/fact.ts'
import { listAuditParts } from './repository.ts'

export { listAudit } from './repository.ts'

export type ShownPart = { at: string; action: string; detail: string }

/** Returns the steps of acts, by the row of the act. */
export async function partsOf(
  query: Query,
  of: readonly string[],
  sayFact: SayFact,
): Promise<(id: string) => ShownPart[]> {
  const parts = Map.groupBy(await listAuditParts(query, of), part => part.part_of)
  return id =>
    (parts.get(id) ?? []).map(({ at, action, detail }) => ({
      at: isoTime(at),
      action,
      detail: sayFact(detail),
    }))
}
