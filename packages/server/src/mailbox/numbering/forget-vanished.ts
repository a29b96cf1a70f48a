/**
 * Forgets which mails left their folders long ago. A program that was away longer is told of every number that is not
 * there, which is as true and only longer. Removals of which no program has heard yet are kept.
 */
import type { Db } from '../../database/types.ts'
import { type Clock, day } from '../../kernel/clock.ts'
import { lockMailboxes } from '../account/repository.ts'
import { findLongVanished, forgetVanished } from './number-repository.ts'

const rememberedMs = 30 * day
const foldersAtOnce = 100

export async function forgetLongVanished({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = clock.now() - rememberedMs
  for (;;) {
    const found = await findLongVanished(db.query, before, foldersAtOnce)
    for (const place of found)
      await db.transaction(async tx => {
        await lockMailboxes(tx, db.kind, [place.mailbox_id])
        await forgetVanished(tx, place)
      })
    if (found.length < foldersAtOnce) return
  }
}
