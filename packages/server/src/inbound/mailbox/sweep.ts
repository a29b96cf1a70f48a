/**
 * What time takes away: mailboxes that have expired, old mails, old trash, old trace. Always in portions, so that ten
 * thousand mailboxes ending in one minute hold up nobody.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import { type Clock, day, hour } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import { tellMailboxesGone } from '../../identity/email-account/mailboxes-gone.ts'
import { removeSettings } from '../../operate/setting/repository.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import { dropTallies } from '../../operate/tally/fold-tally.ts'
import { removeWritings } from '../../outbound/compose/draft-repository.ts'
import { deleteHooksFor } from '../notify/webhook/repository.ts'
import { webhooksChannel } from '../notify/webhook/webhook.ts'
import { removeInPortions, removeMails } from './remove-mails.ts'

type Deps = { db: Db; clock: Clock; blobs: BlobStore; site: SiteSettings }

const mailboxPortion = 100
const tracePortion = 1000
/** What one run of the sweep takes on at most; the next one goes on. */
const maxPerSweep = 5000

/** Removes mailboxes with everything in them. Whoever gets an address next finds nothing of it. */
export async function removeMailboxes(
  deps: Pick<Deps, 'db' | 'blobs'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const wanted = [...ids].sort()
  await removeInPortions(deps, async (tx, limit) => {
    const rows = await tx
      .selectFrom('mail')
      .select('seq')
      .where('mailbox_id', 'in', wanted)
      .limit(limit)
      .execute()
    return rows.map(row => row.seq)
  })
  const { keys, hooks } = await deps.db.transaction(async tx => {
    await tx.deleteFrom('mailbox').where('id', 'in', wanted).execute()
    await tx.deleteFrom('trace').where('mailbox_id', 'in', wanted).execute()
    await removeSettings(tx, wanted)
    await dropTallies(tx, wanted)
    // Mail that came in while the portions were removed; none can come once its mailbox is gone.
    const late = await tx.selectFrom('mail').select('seq').where('mailbox_id', 'in', wanted).execute()
    const files = await removeWritings(
      tx,
      wanted.map(id => `mailbox:${id}`),
    )
    const contents = await removeMails(
      tx,
      deps.db.kind,
      late.map(row => row.seq),
    )
    return { hooks: await deleteHooksFor(tx, wanted), keys: [...files, ...contents] }
  })
  await tellMailboxesGone(deps.db, wanted)
  if (hooks > 0) await deps.db.bus.publish(webhooksChannel, '')
  for (const key of keys) await deps.blobs.remove(key)
}

export const removeMailbox = (deps: Pick<Deps, 'db' | 'blobs'>, mailboxId: string): Promise<void> =>
  removeMailboxes(deps, [mailboxId])

/**
 * Temporary addresses go when their time is over, accounts when nobody renewed them in time, deleted mailboxes when they
 * can no longer be wanted back.
 */
export async function sweepMailboxes(deps: Deps): Promise<number> {
  const { restoreHours, graceDays } = await deps.site.read()
  const now = deps.clock.now()
  const mailboxes = deps.db.query.selectFrom('mailbox').select('id').limit(mailboxPortion)
  const ended = await sweepFound(deps, () =>
    mailboxes.where('kind', '=', 'temporary').where('expires_at', '<=', now).execute(),
  )
  // Until then the name is its owner's to renew and nobody else's to take.
  const expired =
    graceDays === 0
      ? 0
      : await sweepFound(deps, () =>
          mailboxes
            .where('kind', '=', 'account')
            .where('expires_at', '<=', now - graceDays * day)
            .execute(),
        )
  const deleted = await sweepFound(deps, () =>
    mailboxes.where('deleted_at', '<=', now - restoreHours * hour).execute(),
  )
  return ended + expired + deleted
}

async function sweepFound(deps: Deps, find: () => Promise<{ id: string }[]>): Promise<number> {
  let total = 0
  for (;;) {
    const ended = await find()
    await removeMailboxes(
      deps,
      ended.map(row => row.id),
    )
    total += ended.length
    if (ended.length < mailboxPortion || total >= maxPerSweep) return total
  }
}

export async function sweepMails(deps: Deps): Promise<void> {
  const { retentionDays, trashDays, traceDays } = await deps.site.read()
  const now = deps.clock.now()
  await removeInPortions(deps, async (tx, limit) => {
    const rows = await tx
      .selectFrom('mail')
      .select('seq')
      .where('trashed_at', '<=', now - trashDays * day)
      .limit(limit)
      .execute()
    return rows.map(row => row.seq)
  })
  if (retentionDays > 0) {
    await removeInPortions(deps, async (tx, limit) => {
      const rows = await tx
        .selectFrom('mail')
        .select('seq')
        .where('received_at', '<=', now - retentionDays * day)
        .limit(limit)
        .execute()
      return rows.map(row => row.seq)
    })
  }
  await sweepTrace(deps, now - traceDays * day)
}

async function sweepTrace(deps: Deps, before: number): Promise<void> {
  for (;;) {
    const gone = await deps.db.transaction(async tx => {
      const rows = await tx
        .selectFrom('trace')
        .select('id')
        .where('at', '<=', before)
        .limit(tracePortion)
        .execute()
      if (rows.length > 0) {
        await tx
          .deleteFrom('trace')
          .where(
            'id',
            'in',
            rows.map(row => row.id),
          )
          .execute()
      }
      return rows.length
    })
    if (gone < tracePortion) return
  }
}
