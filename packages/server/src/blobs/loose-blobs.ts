/**
 * Contents that no row points to: not yet, or no longer. A content and the row that names it cannot be written in one
 * step, so a crash between the two would leave it behind for ever. Its key therefore stands in `loose_blob` from before it is
 * written until the transaction that uses it, and again from the transaction that gives it up; what still stands there
 * after a while is removed. It never has to be found out whether something somewhere uses a content.
 */
import { type Clock, hour } from '../clock.ts'
import type { Db, Tx } from '../database/types.ts'
import { type BlobStore, newBlobKey, newFileKey } from './blob-store.ts'

export type LooseDeps = { db: Db; clock: Clock; blobs: BlobStore }

/** Far longer than any write takes from its content to its row. */
const looseForMs = hour
const portion = 100
/** Instead of a time: it is being removed. */
const doomed = 0
/** Nobody is about to use it. */
const longAgo = 1

async function noteLoose({ db, clock }: Pick<LooseDeps, 'db' | 'clock'>, key: string): Promise<void> {
  await db.transaction(async tx => {
    await tx.insertInto('loose_blob').values({ key, since: clock.now() }).execute()
  })
}

/** Writes a content that the coming transaction will use; it is lost again unless that calls `useBlobs`. */
export async function putLoose(deps: LooseDeps, bytes: Uint8Array): Promise<string> {
  const key = newBlobKey(bytes)
  await noteLoose(deps, key)
  return deps.blobs.put(bytes, key)
}

/** The same for a file, which it takes over. */
export async function putLooseFile(deps: LooseDeps, path: string): Promise<string> {
  const key = await newFileKey(path)
  await noteLoose(deps, key)
  return deps.blobs.putFile(path, key)
}

/** From here on a row of this transaction names these contents. */
export async function useBlobs(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const { numDeletedRows } = await tx
    .deleteFrom('loose_blob')
    .where('key', 'in', [...keys])
    .where('since', '>', doomed)
    .executeTakeFirst()
  if (Number(numDeletedRows) !== keys.length) throw new Error('a content was given up before it was used')
}

/** No row names these contents any more. They may be removed right after the commit; the next sweep does it in any case. */
export async function giveUpBlobs(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insertInto('loose_blob')
    .values(keys.map(key => ({ key, since: longAgo })))
    .onConflict(oc => oc.column('key').doNothing())
    .execute()
}

/** Removes a content whose transaction failed, if it really did; where that cannot be told now, the sweep will. */
export async function dropLoose({ db, blobs }: Pick<LooseDeps, 'db' | 'blobs'>, key: string): Promise<void> {
  const { numDeletedRows } = await db.transaction(tx =>
    tx.deleteFrom('loose_blob').where('key', '=', key).executeTakeFirst(),
  )
  if (numDeletedRows === 1n) await blobs.remove(key)
}

/** Marked first, so that from then on nobody can begin to use them. Returns how many were removed. */
export async function sweepLooseBlobs({ db, clock, blobs }: LooseDeps): Promise<number> {
  let swept = 0
  for (;;) {
    const keys = await db.transaction(async tx => {
      const old = await tx
        .selectFrom('loose_blob')
        .select('key')
        .where('since', '<=', clock.now() - looseForMs)
        .orderBy('since')
        .limit(portion)
        .execute()
      const found = old.map(row => row.key)
      if (found.length > 0)
        await tx.updateTable('loose_blob').set({ since: doomed }).where('key', 'in', found).execute()
      return found
    })
    for (const key of keys) await blobs.remove(key)
    if (keys.length > 0) {
      await db.transaction(async tx => {
        await tx.deleteFrom('loose_blob').where('key', 'in', keys).where('since', '=', doomed).execute()
      })
    }
    swept += keys.length
    if (keys.length < portion) return swept
  }
}
