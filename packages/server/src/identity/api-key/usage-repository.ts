import { sql } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'

export type UsageCount = { calls: number; refused: number }

/** Adds to the counts of one day. An account that was deleted meanwhile is not counted any more. */
export async function addUsage(tx: Tx, accountId: string, onDay: string, count: UsageCount): Promise<void> {
  await tx
    .insertInto('api_usage')
    .columns(['sys_account_id', 'day', 'calls', 'refused'])
    .expression(eb =>
      eb
        .selectFrom('sys_account')
        .select([
          'sys_account.id',
          sql<string>`CAST(${onDay} AS text)`.as('day'),
          sql<number>`CAST(${count.calls} AS bigint)`.as('calls'),
          sql<number>`CAST(${count.refused} AS bigint)`.as('refused'),
        ])
        .where('sys_account.id', '=', accountId),
    )
    .onConflict(oc =>
      oc.columns(['sys_account_id', 'day']).doUpdateSet({
        calls: sql`api_usage.calls + ${count.calls}`,
        refused: sql`api_usage.refused + ${count.refused}`,
      }),
    )
    .execute()
}

/** The days since the first that had a call. */
export async function findUsage(
  query: Query,
  accountId: string,
  firstDay: string,
): Promise<({ day: string } & UsageCount)[]> {
  const rows = await query
    .selectFrom('api_usage')
    .select(['day', 'calls', 'refused'])
    .where('sys_account_id', '=', accountId)
    .where('day', '>=', firstDay)
    .execute()
  return rows.map(row => ({ day: row.day, calls: Number(row.calls), refused: Number(row.refused) }))
}

export async function deleteUsageBefore(tx: Tx, day: string): Promise<void> {
  await tx.deleteFrom('api_usage').where('day', '<', day).execute()
}
