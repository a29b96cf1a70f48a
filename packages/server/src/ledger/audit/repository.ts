import type { Insertable } from 'kysely'
import { containing } from '../../database/like.ts'
import type { Query, Tx } from '../../database/types.ts'
import type { AuditTable } from './table.ts'

export async function insertAudit(tx: Tx, row: Insertable<AuditTable>): Promise<void> {
  await tx.insertInto('audit').values(row).execute()
}

/** The steps of these acts, in order. */
export const listAuditParts = (query: Query, of: readonly string[]) =>
  of.length === 0
    ? Promise.resolve([])
    : query
        .selectFrom('audit')
        .select(['part_of', 'at', 'action', 'detail'])
        .where('part_of', 'in', [...of])
        .orderBy('id')
        .execute()

/** Steps of an act stand with it; a search finds them by themselves too. */
export async function listAudit(
  query: Query,
  filter: {
    q: string | undefined
    /** Whole values that also match: the words of the search are part of their names. */
    also: { actors: readonly string[]; actions: readonly string[]; facts: readonly string[] }
    page: number
    pageSize: number
  },
) {
  const { q, also } = filter
  let rows = query.selectFrom('audit')
  if (!q) rows = rows.where('part_of', 'is', null)
  else {
    rows = rows.where(eb =>
      eb.or([
        containing(eb.ref('actor_name'), q),
        containing(eb.ref('action'), q),
        containing(eb.ref('search_text'), q),
        ...(also.actors.length > 0 ? [eb('actor_name', 'in', [...also.actors])] : []),
        ...(also.actions.length > 0 ? [eb('action', 'in', [...also.actions])] : []),
        ...(also.facts.length > 0 ? [eb('target', 'in', [...also.facts])] : []),
        ...(also.facts.length > 0 ? [eb('detail', 'in', [...also.facts])] : []),
      ]),
    )
  }
  const { total } = await rows.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const list = await rows
    .selectAll()
    .orderBy('id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  return { rows: list, total: Number(total) }
}

/** The newest rows about these things, as they are stored. */
export const newestAuditOf = (query: Query, targets: readonly string[], limit: number) =>
  query
    .selectFrom('audit')
    .select(['at', 'actor_name', 'detail'])
    .where('target', 'in', [...targets])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
