/**
 * Removes mailboxes with everything in them, and lets their names rest. The next holder of an address finds
 * nothing of the former one. All removals come through here: by time, by hand, with an account or a domain.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { keepExpiredMailboxes } from '../../identity/session/sessions.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Life } from '../../ledger/life/life.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { tellMailboxesGone } from '../account/mailboxes-gone.ts'
import { mailSeqsIn } from '../mail/removal-repository.ts'
import { removeInPortions } from '../mail/remove-mails.ts'
import { type RestingNames, restsAfter } from '../rest/resting-names.ts'
import { lockEnding } from './repository.ts'

export type RemoveMailboxesDeps = {
  db: Db
  clock: Clock
  blobs: BlobStore
  life: Life
  site: SiteSettings
  resting: Pick<RestingNames, 'begin'>
}

/** `expired`: time ended them, which whoever was logged in is told for a while. */
export async function removeMailboxes(
  deps: RemoveMailboxesDeps,
  ids: readonly string[],
  { expired = false } = {},
): Promise<void> {
  if (ids.length === 0) return
  const wanted = [...ids].sort()
  await removeInPortions(deps, (tx, limit) => mailSeqsIn(tx, wanted, limit))
  const site = await deps.site.read()
  await deps.life.transaction(async (tx, turns) => {
    const now = deps.clock.now()
    const ending = await lockEnding(tx, deps.db.kind, wanted)
    await deps.resting.begin(tx, restsAfter(ending, site, now))
    if (expired) await keepExpiredMailboxes(tx, wanted, now)
    await turns.take({ thing: 'mailbox', turn: 'remove', ids: wanted, to: null, now })
  })
  await tellMailboxesGone(deps.db, wanted)
}
