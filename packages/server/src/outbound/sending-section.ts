/** What the dashboard shows of sending: counted as it happens, and the queue as it stands. */
import { isoTime } from '../clock.ts'
import type { Db } from '../database/types.ts'
import type { Scope } from '../identity/access.ts'
import type { Section } from '../operate/dashboard/dashboard.ts'
import { sumsBetween } from '../operate/tally/read-tally.ts'
import { tallyScope } from '../operate/tally/tally.ts'

/** The part of the queue that is a scope's; a mailbox without an owner sends in its own name. */
async function waitingOf(db: Db, scope: Scope) {
  let rows = db.query.selectFrom('outgoing_recipient').where('waiting', '=', 1)
  if (scope.kind === 'owner') rows = rows.where('sender_key', '=', `account:${scope.accountId}`)
  if (scope.kind === 'mailbox') {
    const { mailboxId } = scope
    rows = rows.where(eb =>
      eb(
        'outgoing_id',
        'in',
        eb.selectFrom('outgoing').select('id').where('mailbox_id', '=', mailboxId).where('pending', '>', 0),
      ),
    )
  }
  return rows
    .select(['state', eb => eb.fn.countAll<number>().as('count'), eb => eb.fn.min('queued_at').as('oldest')])
    .groupBy('state')
    .execute()
}

export const sendingSection =
  (db: Db): Section =>
  async (scope, window) => {
    const [sums, waiting] = await Promise.all([
      sumsBetween(db.query, tallyScope(scope), [window.from, window.to]),
      waitingOf(db, scope),
    ])
    const sum = (name: string): number => sums.get(name)?.[0] ?? 0
    const count = (state: string): number => Number(waiting.find(row => row.state === state)?.count ?? 0)
    const oldest = waiting.map(row => Number(row.oldest)).sort((a, b) => a - b)[0]
    return {
      sending: {
        sent: sum('sent'),
        delivered: sum('delivered'),
        deferred: count('deferred'),
        failed: sum('bounced'),
        queued: count('queued'),
        oldestQueuedAt: oldest === undefined ? null : isoTime(oldest),
      },
    }
  }
