import type { SpecialKind } from '@yanshu/contract'
import { type Selectable, sql } from 'kysely'
import { containing } from '../../database/like.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import type { PlanTable, SpecialNameTable } from './table.ts'

export type PlanRow = Selectable<PlanTable>
export type SpecialNameRow = Selectable<SpecialNameTable>

/** Rows of one statement: well under the number of values that either database takes. */
const portion = 500

export const findPlan = (query: Query, id: string): Promise<PlanRow | undefined> =>
  query.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirst()

/** Others wait until the transaction ends; on SQLite writers are alone anyway. */
export async function lockPlan(tx: Tx, kind: DatabaseKind, id: string): Promise<void> {
  if (kind !== 'postgres') return
  await tx.selectFrom('plan').select('id').where('id', '=', id).forUpdate().execute()
}

const withSold = (query: Query) =>
  query
    .selectFrom('plan')
    .selectAll('plan')
    .select(eb =>
      eb
        .selectFrom('shop_order')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('shop_order.plan_id', '=', 'plan.id')
        .where('shop_order.paid_at', 'is not', null)
        .as('sold'),
    )

export type SoldPlan = PlanRow & { sold: number | string | null }

export const listPlans = (query: Query, domainId: string): Promise<SoldPlan[]> =>
  withSold(query).where('domain_id', '=', domainId).orderBy('position').orderBy('id').execute()

export const findSoldPlan = (query: Query, id: string): Promise<SoldPlan> =>
  withSold(query).where('id', '=', id).executeTakeFirstOrThrow()

export async function insertPlan(tx: Tx, row: PlanRow): Promise<void> {
  await tx.insertInto('plan').values(row).execute()
}

export async function updatePlan(tx: Tx, id: string, change: Partial<PlanRow>): Promise<void> {
  if (Object.keys(change).length > 0) await tx.updateTable('plan').set(change).where('id', '=', id).execute()
}

export async function deletePlan(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('plan').where('id', '=', id).execute()
}

/** Domains that are for sale and have something to sell, with their plans in order. */
export async function listGoods(query: Query) {
  const rows = await query
    .selectFrom('plan')
    .innerJoin('domain', 'domain.id', 'plan.domain_id')
    .selectAll('plan')
    .select(['domain.name as domain_name', 'domain.created_at as domain_created_at'])
    .where('domain.store', '=', 1)
    .where('domain.verified_at', 'is not', null)
    .where('plan.on_sale', '=', 1)
    .orderBy('domain.created_at')
    .orderBy('domain.name')
    .orderBy('plan.position')
    .orderBy('plan.id')
    .execute()
  return [...Map.groupBy(rows, row => row.domain_id).values()]
}

/** Summarises the offer of all plans on sale. */
export async function offerOf(query: Query) {
  const plans = query
    .selectFrom('plan')
    .innerJoin('domain', 'domain.id', 'plan.domain_id')
    .where('domain.store', '=', 1)
    .where('domain.verified_at', 'is not', null)
    .where('plan.on_sale', '=', 1)
  const { total, forGood, maySend } = await plans
    .select(eb => [
      eb.fn.countAll<number>().as('total'),
      sql<number | null>`max(CASE WHEN plan.days IS NULL THEN 1 ELSE 0 END)`.as('forGood'),
      eb.fn.max<number | null>('plan.may_send').as('maySend'),
    ])
    .executeTakeFirstOrThrow()
  return { any: Number(total) > 0, forGood: Number(forGood) === 1, maySend: Number(maySend) === 1 }
}

export const findSpecialNames = (
  query: Query,
  domainId: string,
  names: readonly string[],
): Promise<SpecialNameRow[]> =>
  names.length === 0
    ? Promise.resolve([])
    : query
        .selectFrom('special_name')
        .selectAll()
        .where('domain_id', '=', domainId)
        .where('local_part', 'in', [...names])
        .execute()

export async function countSpecialNames(query: Query, domainId: string): Promise<number> {
  const { total } = await query
    .selectFrom('special_name')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('domain_id', '=', domainId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function putSpecialNames(tx: Tx, rows: readonly SpecialNameRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += portion) {
    await tx
      .insertInto('special_name')
      .values(rows.slice(at, at + portion))
      .onConflict(oc =>
        oc.columns(['domain_id', 'local_part']).doUpdateSet(eb => ({
          kind: eb.ref('excluded.kind'),
          price: eb.ref('excluded.price'),
        })),
      )
      .execute()
  }
}

export async function deleteSpecialNames(
  tx: Tx,
  domainId: string,
  names: readonly string[],
): Promise<number> {
  const gone = await tx
    .deleteFrom('special_name')
    .where('domain_id', '=', domainId)
    .where('local_part', 'in', [...names])
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

export async function tableOfSpecialNames(
  query: Query,
  domainId: string,
  filter: { q: string | undefined; kind: SpecialKind | undefined; page: number; pageSize: number },
) {
  const filtered = () => {
    let rows = query.selectFrom('special_name').where('special_name.domain_id', '=', domainId)
    const { q, kind } = filter
    if (q) rows = rows.where(eb => containing(eb.ref('special_name.local_part'), q))
    if (kind) rows = rows.where('special_name.kind', '=', kind)
    return rows
  }
  const rows = await filtered()
    .selectAll('special_name')
    .select(eb =>
      eb
        .selectFrom('mailbox')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('mailbox.domain_id', '=', 'special_name.domain_id')
        .whereRef('mailbox.local_part', '=', 'special_name.local_part')
        .as('taken'),
    )
    .orderBy('special_name.local_part')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  const { total } = await filtered()
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
