/** The domain that is there from the first start, so that a fresh install can make mailboxes at once. */
import type { Db } from '../../database/types.ts'
import { newId } from '../../ids.ts'
import { insertDomain } from './repository.ts'

export async function makeLocalDomain(db: Db, name: string, now: number): Promise<void> {
  const any = await db.query.selectFrom('domain').select('id').limit(1).executeTakeFirst()
  if (any) return
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
