/**
 * Removes expired mailboxes, old mails and old trash. It works in portions, so that ten thousand mailboxes
 * that end in one minute hold up nobody.
 */
import { day, hour } from '../../kernel/clock.ts'
import { oldMails, trashedMails } from '../mail/removal-repository.ts'
import { removeInPortions } from '../mail/remove-mails.ts'
import { type RemoveMailboxesDeps, removeMailboxes } from './remove-mailboxes.ts'
import { deletedMailboxes, endedMailboxes } from './repository.ts'

const mailboxPortion = 100
/** The most mailboxes of one run of the sweep; the next run continues. */
const maxPerSweep = 5000

/**
 * Temporary addresses go when their time is over, accounts when nobody renewed them in time, deleted mailboxes when they
 * can no longer be wanted back.
 */
export async function sweepMailboxes(deps: RemoveMailboxesDeps): Promise<number> {
  const { restoreHours, graceDays } = await deps.site.read()
  const now = deps.clock.now()
  const { query } = deps.db
  const find = () => endedMailboxes(query, 'temporary', now, mailboxPortion)
  const ended = await sweepFound(deps, find, { expired: true })
  // Until then the name is its owner's to renew and nobody else's to take.
  const expired =
    graceDays === 0
      ? 0
      : await sweepFound(deps, () => endedMailboxes(query, 'account', now - graceDays * day, mailboxPortion))
  const deleted = await sweepFound(deps, () =>
    deletedMailboxes(query, now - restoreHours * hour, mailboxPortion),
  )
  return ended + expired + deleted
}

async function sweepFound(
  deps: RemoveMailboxesDeps,
  find: () => Promise<string[]>,
  how?: { expired: true },
): Promise<number> {
  let total = 0
  for (;;) {
    const ended = await find()
    await removeMailboxes(deps, ended, how)
    total += ended.length
    if (ended.length < mailboxPortion || total >= maxPerSweep) return total
  }
}

export async function sweepMails(deps: RemoveMailboxesDeps): Promise<void> {
  const { retentionDays, trashDays } = await deps.site.read()
  const now = deps.clock.now()
  await removeInPortions(deps, (tx, limit) => trashedMails(tx, now - trashDays * day, limit))
  if (retentionDays > 0)
    await removeInPortions(deps, (tx, limit) => oldMails(tx, now - retentionDays * day, limit))
}
