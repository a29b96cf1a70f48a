import { containing } from '../../database/like.ts'
import { preparedRows } from '../../database/prepared.ts'
import type { Query, Tx } from '../../database/types.ts'
import type { LetterScope } from '../../kernel/call/caller.ts'
import { newId } from '../../kernel/ids.ts'
import type { TraceEntry, TraceVerdict } from './trace.ts'

const perStatement = 50

const rowOf = (entry: TraceEntry, now: number) => ({
  id: newId(entry.at ?? now),
  at: entry.at ?? now,
  client: entry.client.slice(0, 64),
  sender: entry.sender.slice(0, 320),
  recipient: entry.recipient.slice(0, 320),
  mailbox_id: entry.mailboxId,
  owner_id: entry.ownerId,
  verdict: entry.verdict,
  reason: entry.reason,
  reply: entry.reply.slice(0, 300),
  mail_id: entry.mailId ?? null,
})

const insertRows = preparedRows((query, rows: ReturnType<typeof rowOf>[]) =>
  query.insertInto('trace').values(rows),
)

export async function insertTrace(tx: Tx, entries: readonly TraceEntry[], now: number): Promise<void> {
  for (let at = 0; at < entries.length; at += perStatement) {
    await insertRows(
      tx,
      entries.slice(at, at + perStatement).map(entry => rowOf(entry, now)),
    )
  }
}

export type TraceFilter = {
  mailboxId: string | undefined
  q: string | undefined
  verdict: TraceVerdict | undefined
  page: number
  pageSize: number
}

/** Whose attempts are meant: those to mailboxes, or those that were meant for none that is there. */
export type TraceScope = LetterScope | { kind: 'nobody' }

function scopedTrace(query: Query, scope: TraceScope, filter: TraceFilter) {
  let rows = query.selectFrom('trace')
  if (scope.kind === 'owner') rows = rows.where('owner_id', '=', scope.accountId)
  if (scope.kind === 'mailbox') rows = rows.where('mailbox_id', '=', scope.mailboxId)
  if (scope.kind === 'nobody') rows = rows.where('mailbox_id', 'is', null).where('owner_id', 'is', null)
  if (filter.mailboxId !== undefined) rows = rows.where('mailbox_id', '=', filter.mailboxId)
  if (filter.verdict) rows = rows.where('verdict', '=', filter.verdict)
  const { q } = filter
  if (q) rows = rows.where(eb => eb.or([containing(eb.ref('sender'), q), containing(eb.ref('recipient'), q)]))
  return rows
}

/**
 * One page of the entries that a caller may see, the newest first, and how many there are in all. Each scope is read by
 * its own index, as far as the page, and the answers are merged.
 */
export async function listTrace(query: Query, scopes: readonly TraceScope[], filter: TraceFilter) {
  const offset = (filter.page - 1) * filter.pageSize
  const parts = await Promise.all(
    scopes.map(async scope => {
      const { total } = await scopedTrace(query, scope, filter)
        .select(eb => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const newest = scopedTrace(query, scope, filter).selectAll().orderBy('id', 'desc')
      const rows = await (scopes.length === 1
        ? newest.limit(filter.pageSize).offset(offset)
        : newest.limit(offset + filter.pageSize)
      ).execute()
      return { rows, total: Number(total) }
    }),
  )
  const total = parts.reduce((sum, part) => sum + part.total, 0)
  const merged = parts.flatMap(part => part.rows)
  if (scopes.length === 1) return { rows: merged, total }
  const rows = merged.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(offset, offset + filter.pageSize)
  return { rows, total }
}

/** Removes rows from before the given moment, so many at most, and returns how many. */
export async function removeOldTrace(tx: Tx, before: number, most: number): Promise<number> {
  const gone = await tx
    .deleteFrom('trace')
    .where('id', 'in', eb => eb.selectFrom('trace').select('id').where('at', '<=', before).limit(most))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
