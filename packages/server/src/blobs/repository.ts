/** Reads and writes the rows of contents, and of the keys that no other row names. */
import type { Query, Tx } from '../database/types.ts'

export async function insertBlobPart(tx: Tx, key: string, part: number, bytes: Buffer): Promise<void> {
  await tx.insertInto('blob').values({ key, part, bytes }).execute()
}

/** Returns the parts of a content in their order. */
export async function findBlobParts(
  query: Query,
  key: string,
  range?: { first: number; last: number },
): Promise<Uint8Array[]> {
  let parts = query.selectFrom('blob').select('bytes').where('key', '=', key)
  if (range) parts = parts.where('part', '>=', range.first).where('part', '<=', range.last)
  return (await parts.orderBy('part').execute()).map(row => row.bytes)
}

export async function deleteBlob(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('blob').where('key', '=', key).execute()
}

export async function insertLooseKey(tx: Tx, key: string, since: number): Promise<void> {
  await tx.insertInto('loose_blob').values({ key, since }).execute()
}

/** Leaves keys that are already there unchanged. */
export async function addLooseKeys(tx: Tx, keys: readonly string[], since: number): Promise<void> {
  await tx
    .insertInto('loose_blob')
    .values(keys.map(key => ({ key, since })))
    .onConflict(oc => oc.column('key').doNothing())
    .execute()
}

/** Deletes those keys that are loose since a later time than this. Returns how many. */
export async function deleteLooseKeysSince(tx: Tx, keys: readonly string[], after: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('loose_blob')
    .where('key', 'in', [...keys])
    .where('since', '>', after)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** False when the key is not loose. */
export async function deleteLooseKey(tx: Tx, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('loose_blob').where('key', '=', key).executeTakeFirst()
  return numDeletedRows === 1n
}

export async function findLooseKeys(query: Query, sinceAtMost: number, limit: number): Promise<string[]> {
  const rows = await query
    .selectFrom('loose_blob')
    .select('key')
    .where('since', '<=', sinceAtMost)
    .orderBy('since')
    .limit(limit)
    .execute()
  return rows.map(row => row.key)
}

export async function markLooseKeys(tx: Tx, keys: readonly string[], since: number): Promise<void> {
  await tx
    .updateTable('loose_blob')
    .set({ since })
    .where('key', 'in', [...keys])
    .execute()
}

export async function deleteMarkedKeys(tx: Tx, keys: readonly string[], since: number): Promise<void> {
  await tx
    .deleteFrom('loose_blob')
    .where('key', 'in', [...keys])
    .where('since', '=', since)
    .execute()
}
