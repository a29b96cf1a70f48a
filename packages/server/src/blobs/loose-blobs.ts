/**
 * Tracks contents that no row names, not yet or no longer. A content and the row that names it cannot be
 * written in one step, so a crash between the two would leave the content behind for ever. Its key therefore
 * stays in `loose_blob` from before the write until the transaction that uses it, and again from the
 * transaction that gives it up. A sweep removes contents whose keys have been there for a while, so nobody
 * ever has to search for uses of a content.
 */
import type { Db, Tx } from '../database/types.ts'
import { type Clock, hour } from '../kernel/clock.ts'
import { newBlobKey, newFileKey } from './blob-key.ts'
import type { BlobStore } from './blob-store.ts'
import {
  addLooseKeys,
  deleteLooseKey,
  deleteLooseKeysSince,
  deleteMarkedKeys,
  findLooseKeys,
  insertLooseKey,
  markLooseKeys,
} from './repository.ts'

export type LooseDeps = { db: Db; clock: Clock; blobs: BlobStore }

/** This is far longer than any write takes from its content to its row. */
const looseForMs = hour
const portion = 100
/** Stands in place of a time and marks a content that is being removed. */
const doomed = 0
/** Marks a content that nobody is about to use. */
const longAgo = 1

const noteLoose = ({ db, clock }: Pick<LooseDeps, 'db' | 'clock'>, key: string): Promise<void> =>
  db.transaction(tx => insertLooseKey(tx, key, clock.now()))

/**
 * Writes a content that the coming transaction will use. The sweep removes it unless that transaction calls
 * `useBlobs`.
 */
export async function putLoose(deps: LooseDeps, bytes: Uint8Array): Promise<string> {
  const key = newBlobKey(bytes)
  await noteLoose(deps, key)
  return deps.blobs.put(bytes, key)
}

/** Does the same for a file, which it takes over. */
export async function putLooseFile(deps: LooseDeps, path: string): Promise<string> {
  const key = await newFileKey(path)
  await noteLoose(deps, key)
  return deps.blobs.putFile(path, key)
}

/** Declares that a row of this transaction now names these contents. */
export async function useBlobs(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const used = await deleteLooseKeysSince(tx, keys, doomed)
  if (used !== keys.length) throw new Error('a content was given up before it was used')
}

/**
 * Declares that no row names these contents any more. They may be removed right after the commit; the next
 * sweep does it in any case.
 */
export async function giveUpBlobs(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await addLooseKeys(tx, keys, longAgo)
}

/**
 * Removes a content whose transaction failed, if it really failed. If that cannot be decided now, the sweep
 * removes it.
 */
export async function dropLoose({ db, blobs }: Pick<LooseDeps, 'db' | 'blobs'>, key: string): Promise<void> {
  if (await db.transaction(tx => deleteLooseKey(tx, key))) await blobs.remove(key)
}

/** Marks the contents first, so that nobody can begin to use them. Returns how many it removed. */
export async function sweepLooseBlobs({ db, clock, blobs }: LooseDeps): Promise<number> {
  let swept = 0
  for (;;) {
    const keys = await db.transaction(async tx => {
      const found = await findLooseKeys(tx, clock.now() - looseForMs, portion)
      if (found.length > 0) await markLooseKeys(tx, found, doomed)
      return found
    })
    for (const key of keys) await blobs.remove(key)
    if (keys.length > 0) await db.transaction(tx => deleteMarkedKeys(tx, keys, doomed))
    swept += keys.length
    if (keys.length < portion) return swept
  }
}
