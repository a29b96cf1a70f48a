/** Makes the domain that exists from the first start, so that a fresh install can make mailboxes at once. */
import type { Db } from '../database/types.ts'
import { newId } from '../kernel/ids.ts'
import { hasDomains, insertDomain } from './repository.ts'

export async function makeLocalDomain(db: Db, name: string, now: number): Promise<void> {
  if (await hasDomains(db.query)) return
  await db.transaction(tx =>
    insertDomain(tx, {
      id: newId(now),
      name: name.toLowerCase(),
      owner_id: null,
      open: 1,
      store: 0,
      catch_all: 0,
      subdomains: 0,
      verified_at: now,
      created_at: now,
    }),
  )
}
