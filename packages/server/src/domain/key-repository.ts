import type { Selectable } from 'kysely'
import type { Query, Tx } from '../database/types.ts'
import { newId } from '../kernel/ids.ts'
import type { MadeKey } from './dkim-key.ts'
import type { DkimKeyState } from './dns/record-texts.ts'
import type { DkimKeyTable } from './table.ts'

export type DkimKeyRow = Selectable<DkimKeyTable>

export const listKeys = (query: Query, domainId: string): Promise<DkimKeyRow[]> =>
  query
    .selectFrom('dkim_key')
    .selectAll()
    .where('domain_id', '=', domainId)
    .orderBy('created_at')
    .orderBy('algorithm', 'desc')
    .execute()

/** Leaves out keys whose selectors another request has written meanwhile. */
export async function insertKeys(
  tx: Tx,
  domainId: string,
  keys: readonly MadeKey[],
  state: DkimKeyState,
  now: number,
): Promise<void> {
  await tx
    .insertInto('dkim_key')
    .values(
      keys.map(key => ({
        ...key,
        id: newId(now),
        domain_id: domainId,
        state,
        created_at: now,
        retire_at: null,
      })),
    )
    .onConflict(oc => oc.columns(['domain_id', 'selector']).doNothing())
    .execute()
}

/**
 * Returns false when the key is not waiting any more: only one of several checks that find its record
 * activates it.
 */
export async function activateKey(tx: Tx, key: DkimKeyRow, retireAt: number): Promise<boolean> {
  const begun = await tx
    .updateTable('dkim_key')
    .set({ state: 'active' })
    .where('id', '=', key.id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (begun.numUpdatedRows !== 1n) return false
  await tx
    .updateTable('dkim_key')
    .set({ state: 'retiring', retire_at: retireAt })
    .where('domain_id', '=', key.domain_id)
    .where('algorithm', '=', key.algorithm)
    .where('state', '=', 'active')
    .where('id', '!=', key.id)
    .execute()
  return true
}

export async function deleteRetiredKeys(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('dkim_key').where('state', '=', 'retiring').where('retire_at', '<=', now).execute()
}

export async function deleteKeysOf(tx: Tx, domainIds: readonly string[]): Promise<void> {
  if (domainIds.length === 0) return
  await tx
    .deleteFrom('dkim_key')
    .where('domain_id', 'in', [...domainIds])
    .execute()
}
