import type { Selectable } from 'kysely'
import type { Query, Tx } from '../database/types.ts'
import type { DnsAccessTable, DnsPlanState, DnsPlanTable } from './table.ts'

export type PlanRow = Selectable<DnsPlanTable>
export type AccessRow = Selectable<DnsAccessTable>

const plansKept = 20

export async function insertPlan(tx: Tx, row: PlanRow): Promise<void> {
  await tx.insertInto('dns_plan').values(row).execute()
  const kept = tx
    .selectFrom('dns_plan')
    .select('id')
    .where('domain_id', '=', row.domain_id)
    .orderBy('id', 'desc')
    .limit(plansKept)
  await tx.deleteFrom('dns_plan').where('domain_id', '=', row.domain_id).where('id', 'not in', kept).execute()
}

export const findPlan = (query: Query, domainId: string, id: string): Promise<PlanRow | undefined> =>
  query
    .selectFrom('dns_plan')
    .selectAll()
    .where('id', '=', id)
    .where('domain_id', '=', domainId)
    .executeTakeFirst()

/** Returns the last plan that changed something. */
export const latestPlan = (query: Query, domainId: string): Promise<PlanRow | undefined> =>
  query
    .selectFrom('dns_plan')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('state', '!=', 'planned')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns false when the plan has changed since it was read: one of several callers succeeds. */
export async function movePlan(
  tx: Tx,
  plan: Pick<PlanRow, 'id' | 'state' | 'changed_at'>,
  change: { state: DnsPlanState; changed_at: number; changes?: string },
): Promise<boolean> {
  const moved = await tx
    .updateTable('dns_plan')
    .set(change)
    .where('id', '=', plan.id)
    .where('state', '=', plan.state)
    .where('changed_at', '=', plan.changed_at)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

export const findAccess = (query: Query, domainId: string): Promise<AccessRow | undefined> =>
  query.selectFrom('dns_access').selectAll().where('domain_id', '=', domainId).executeTakeFirst()

export async function keepAccess(tx: Tx, row: AccessRow): Promise<void> {
  await tx
    .insertInto('dns_access')
    .values(row)
    .onConflict(oc =>
      oc.column('domain_id').doUpdateSet({ provider: row.provider, credentials: row.credentials }),
    )
    .execute()
}

export async function forgetAccess(tx: Tx, domainId: string): Promise<void> {
  await tx.deleteFrom('dns_access').where('domain_id', '=', domainId).execute()
}
