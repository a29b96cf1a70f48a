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
