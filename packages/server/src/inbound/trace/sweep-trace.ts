/** Old trace goes, in portions, so that nobody waits for it. */
import type { Db } from '../../database/types.ts'
import { type Clock, day } from '../../kernel/clock.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { removeOldTrace } from './repository.ts'

const portion = 1000

export async function sweepTrace(deps: { db: Db; clock: Clock; site: SiteSettings }): Promise<void> {
  const { traceDays } = await deps.site.read()
  const before = deps.clock.now() - traceDays * day
  for (;;) {
    const gone = await deps.db.transaction(tx => removeOldTrace(tx, before, portion))
    if (gone < portion) return
  }
}
