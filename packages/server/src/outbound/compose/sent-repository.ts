import type { RecipientState, SentFolder } from '@yanshu/contract'
import { sql } from 'kysely'
import { giveUpBlobs } from '../../blobs/loose-blobs.ts'
import { containing } from '../../database/like.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import type { LetterScope } from '../../kernel/call/caller.ts'
import { dueNow, type OutgoingRow } from '../queue/repository.ts'

/** All columns except the bytes. */
const listed = [
  ...(['id', 'kind', 'mailbox_id', 'sender_key', 'from_address', 'from_name', 'to_list', 'cc_list'] as const),
  ...(['subject', 'preview', 'message_id', 'search', 'created_at', 'send_at', 'hold_until', 'size'] as const),
  ...(['attachment_count', 'smtp_utf8', 'blob_key', 'pending'] as const),
]

export type ListedSent = Omit<OutgoingRow, 'raw'>

/** Selects sent mail that a scope reaches. Automatic mail is not shown, because nobody wrote it. */
function scopedSent(query: Query, scope: LetterScope) {
  const rows = query.selectFrom('outgoing').where('kind', '=', 'mail')
  if (scope.kind === 'mailbox') return rows.where('mailbox_id', '=', scope.mailboxId)
  return rows.where('mailbox_id', 'in', eb =>
    eb.selectFrom('mailbox').select('mailbox.id').where('mailbox.owner_id', '=', scope.accountId),
  )
}

export const findSent = (query: Query, scope: LetterScope, id: string): Promise<OutgoingRow | undefined> =>
  scopedSent(query, scope).selectAll().where('id', '=', id).executeTakeFirst()

export const findListedSent = (
  query: Query,
  scope: LetterScope,
  id: string,
): Promise<ListedSent | undefined> =>
  scopedSent(query, scope).select(listed).where('id', '=', id).executeTakeFirst()

export type SentFilter = {
  mailboxId: string | undefined
  folder: SentFolder
  state: RecipientState | undefined
  q: string | undefined
  before: string | null
  limit: number
  now: number
}

function inFolder(query: Query, scope: LetterScope, folder: SentFolder, now: number) {
  const rows = scopedSent(query, scope)
  switch (folder) {
    case 'scheduled':
      return rows.where('send_at', '>', now).where('pending', '>', 0)
    case 'queue':
      return rows
        .where(sql<boolean>`pending > 0`)
        .where(eb => eb.or([eb('send_at', 'is', null), eb('send_at', '<=', now)]))
    case 'sent':
      return rows.where(eb =>
        eb.or([eb('send_at', 'is', null), eb('send_at', '<=', now), eb('pending', '=', 0)]),
      )
  }
}

export function pageOfSent(query: Query, scope: LetterScope, filter: SentFilter): Promise<ListedSent[]> {
  const { mailboxId, state, q, before } = filter
  let rows = inFolder(query, scope, filter.folder, filter.now).select(listed)
  if (mailboxId) rows = rows.where('mailbox_id', '=', mailboxId)
  if (state)
    rows = rows.where(eb =>
      eb.exists(
        eb
          .selectFrom('outgoing_recipient')
          .select('outgoing_recipient.seq')
          .whereRef('outgoing_recipient.outgoing_id', '=', 'outgoing.id')
          .where('outgoing_recipient.state', '=', state),
      ),
    )
  if (q) rows = rows.where(eb => containing(eb.ref('search'), q.toLowerCase()))
  if (before) rows = rows.where('id', '<', before)
  return rows.orderBy('id', 'desc').limit(filter.limit).execute()
}

export async function countFolder(
  query: Query,
  scope: LetterScope,
  folder: SentFolder,
  now: number,
  most: number,
): Promise<number> {
  const rows = await inFolder(query, scope, folder, now).select('id').limit(most).execute()
  return rows.length
}

/** Cancels recipients that may still be claimed, and none with a running delivery. Returns how many. */
export async function cancelWaiting(tx: Tx, outgoingId: string): Promise<number> {
  const done = await tx
    .updateTable('outgoing_recipient')
    .set({ state: 'cancelled', waiting: 0 })
    .where('outgoing_id', '=', outgoingId)
    .where('waiting', '=', 1)
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

export async function retryWaiting(tx: Tx, outgoingId: string, now: number): Promise<number> {
  const done = await tx
    .updateTable('outgoing_recipient')
    .set({ next_at: dueNow(now), send_at: null })
    .where('outgoing_id', '=', outgoingId)
    .where('waiting', '=', 1)
    .executeTakeFirst()
  await tx.updateTable('outgoing').set({ hold_until: null }).where('id', '=', outgoingId).execute()
  await tx
    .updateTable('outgoing')
    .set({ send_at: null })
    .where('id', '=', outgoingId)
    .where('send_at', '>', now)
    .execute()
  return Number(done.numUpdatedRows)
}

/**
 * Removes mails without pending recipients and returns the keys of their blobs; null when one is still
 * pending.
 */
export async function removeSent(
  tx: Tx,
  kind: DatabaseKind,
  ids: readonly string[],
): Promise<string[] | null> {
  const chosen = tx
    .selectFrom('outgoing')
    .select(['id', 'pending', 'blob_key'])
    .where('id', 'in', [...ids])
    .orderBy('id')
  const rows = await (kind === 'postgres' ? chosen.forUpdate() : chosen).execute()
  if (rows.some(row => row.pending > 0)) return null
  await tx
    .deleteFrom('outgoing')
    .where(
      'id',
      'in',
      rows.map(row => row.id),
    )
    .execute()
  const keys = rows.flatMap(row => row.blob_key ?? [])
  await giveUpBlobs(tx, keys)
  return keys
}

/** Returns settled mail that is not kept: too old, of a removed mailbox, or automatic mail of a while ago. */
export async function endedSent(
  query: Query,
  before: { mail: number | null; automatic: number },
  most: number,
): Promise<string[]> {
  const rows = await query
    .selectFrom('outgoing')
    .select('id')
    .where('pending', '=', 0)
    .where(eb =>
      eb.or([
        ...(before.mail === null ? [] : [eb('created_at', '<', before.mail)]),
        eb.and([eb('kind', '!=', 'mail'), eb('created_at', '<', before.automatic)]),
        eb.not(
          eb.exists(
            eb.selectFrom('mailbox').select('mailbox.id').whereRef('mailbox.id', '=', 'outgoing.mailbox_id'),
          ),
        ),
      ]),
    )
    .limit(most)
    .execute()
  return rows.map(row => row.id)
}
