/** Deleting the mails of a period, and emptying the trash: many mails at once, in portions. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Query, Tx } from '../../database/types.ts'
import { type LoggedIn, mailboxScope, type Scope } from '../../identity/access.ts'
import type { EventHub } from '../notify/event-hub.ts'
import { checkMailbox } from './change-mails.ts'
import { removeInPortions, removePortion } from './remove-mails.ts'
import { refreshUnread } from './repository.ts'

type Deps = { db: Db; clock: Clock; blobs: BlobStore; hub: EventHub }

export type Range = { mailboxId: string | undefined; from: number; to: number }

function scoped(query: Query, scope: Scope, mailboxId: string | undefined) {
  let rows = query.selectFrom('mail')
  if (scope.kind === 'owner') rows = rows.where('owner_id', '=', scope.accountId)
  if (scope.kind === 'mailbox') rows = rows.where('mailbox_id', '=', scope.mailboxId)
  return mailboxId === undefined ? rows : rows.where('mailbox_id', '=', mailboxId)
}

const inRange = (query: Query, scope: Scope, range: Range) =>
  scoped(query, scope, range.mailboxId)
    .where('folder', '!=', 'trash')
    .where('received_at', '>=', range.from)
    .where('received_at', '<', range.to)

export async function countRange(deps: Deps, caller: LoggedIn, range: Range): Promise<number> {
  await checkMailbox(deps.db, caller, range.mailboxId)
  const { total } = await inRange(deps.db.query, mailboxScope(caller), range)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

async function trashPortion(tx: Tx, scope: Scope, range: Range, now: number) {
  const rows = await inRange(tx, scope, range).select('seq').orderBy('seq').limit(removePortion).execute()
  if (rows.length === 0) return { count: 0, counts: [] }
  const moved = await tx
    .updateTable('mail')
    .set({ folder: 'trash', trashed_at: now })
    .where(
      'seq',
      'in',
      rows.map(row => row.seq),
    )
    .returning('mailbox_id')
    .execute()
  return {
    count: moved.length,
    counts: await refreshUnread(
      tx,
      moved.map(row => row.mailbox_id),
    ),
  }
}

/** Moves the mails of a period to the trash. */
export async function trashRange(deps: Deps, caller: LoggedIn, range: Range): Promise<number> {
  await checkMailbox(deps.db, caller, range.mailboxId)
  const scope = mailboxScope(caller)
  let total = 0
  for (;;) {
    const { count, counts } = await deps.db.transaction(tx =>
      trashPortion(tx, scope, range, deps.clock.now()),
    )
    for (const { id, owner_id, unread } of counts) {
      await deps.hub.publish({ kind: 'unread', mailboxId: id, ownerId: owner_id, unread })
    }
    total += count
    if (count < removePortion) return total
  }
}

export async function emptyTrash(
  deps: Deps,
  caller: LoggedIn,
  mailboxId: string | undefined,
): Promise<number> {
  await checkMailbox(deps.db, caller, mailboxId)
  const scope = mailboxScope(caller)
  return removeInPortions(deps, async (tx, limit) => {
    const rows = await scoped(tx, scope, mailboxId)
      .where('folder', '=', 'trash')
      .select('seq')
      .limit(limit)
      .execute()
    return rows.map(row => row.seq)
  })
}
