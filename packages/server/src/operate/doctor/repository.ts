import type { Query } from '../../database/types.ts'

/** When the last message came; undefined when none ever did. */
export async function lastReceivedAt(query: Query): Promise<number | undefined> {
  const last = await query
    .selectFrom('message')
    .select('received_at')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.received_at
}

/** Domains on which everybody may register, and which are sold as well. */
export async function openAndSold(query: Query): Promise<string[]> {
  const rows = await query
    .selectFrom('domain')
    .select('name')
    .where('open', '=', 1)
    .where('store', '=', 1)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map(row => row.name)
}
