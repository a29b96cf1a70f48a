import type { RecipientState } from '@yanshu/contract'
import { sql } from 'kysely'
import { containing } from '../../database/like.ts'
import { readRows } from '../../database/read-rows.ts'
import type { Query, Tx } from '../../database/types.ts'
import type { Scope } from '../../kernel/call/caller.ts'
import { dueNow } from './repository.ts'

export type QueueFilter = {
  q: string | undefined
  state: 'queued' | 'sending' | 'deferred' | undefined
  domain: string | undefined
  page: number
  pageSize: number
}

const open = ['queued', 'sending', 'deferred'] as const

function filtered(query: Query, { q, state, domain }: QueueFilter) {
  let rows = query
    .selectFrom('outgoing_recipient as r')
    .innerJoin('outgoing as o', 'o.id', 'r.outgoing_id')
    .where('r.state', 'in', state ? [state] : [...open])
  if (domain) rows = rows.where('r.domain', '=', domain)
  if (q)
    rows = rows.where(eb =>
      eb.or([containing(eb.ref('r.address'), q), containing(eb.ref('o.from_address'), q)]),
    )
  return rows
}

export async function pageOfQueue(query: Query, filter: QueueFilter) {
  const rows = await filtered(query, filter)
    .leftJoin('mailbox', 'mailbox.id', 'o.mailbox_id')
    .select('mailbox.owner_id')
    .select([
      ...([
        'r.id',
        'r.outgoing_id',
        'r.address',
        'r.domain',
        'r.state',
        'r.reason',
        'r.answer',
        'r.status',
        'r.host',
        'r.cause',
      ] as const),
      ...(['r.attempts', 'r.next_at', 'r.waiting', 'o.from_address', 'o.subject'] as const),
      ...(['o.created_at', 'o.send_at'] as const),
    ])
    .orderBy('r.seq')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  const { total } = await filtered(query, filter)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export async function busiestPlaces(query: Query, most: number) {
  const statement = sql<{ domain: string; waiting: number; deferred: number; oldest: number }>`
    SELECT domain, count(*) AS waiting, sum(CASE WHEN state = 'deferred' THEN 1 ELSE 0 END) AS deferred,
      min(queued_at) AS oldest
    FROM outgoing_recipient WHERE waiting = 1 GROUP BY domain ORDER BY waiting DESC, domain LIMIT ${most}`
  const rows = await readRows(query, statement)
  return rows.map(row => ({
    domain: row.domain,
    waiting: Number(row.waiting),
    deferred: Number(row.deferred),
    oldest: Number(row.oldest),
  }))
}

/** Counts a scope's part of the queue by state; a mailbox without an owner sends in its own name. */
export async function countWaiting(
  query: Query,
  scope: Scope,
): Promise<{ state: RecipientState; count: number; oldest: number }[]> {
  let waiting = query.selectFrom('outgoing_recipient').where('waiting', '=', 1)
  if (scope.kind === 'owner') waiting = waiting.where('sender_key', '=', `account:${scope.accountId}`)
  if (scope.kind === 'mailbox') {
    const { mailboxId } = scope
    waiting = waiting.where(eb =>
      eb(
        'outgoing_id',
        'in',
        eb.selectFrom('outgoing').select('id').where('mailbox_id', '=', mailboxId).where('pending', '>', 0),
      ),
    )
  }
  const rows = await waiting
    .select(['state', eb => eb.fn.countAll<number>().as('count'), eb => eb.fn.min('queued_at').as('oldest')])
    .groupBy('state')
    .execute()
  return rows.map(row => ({ state: row.state, count: Number(row.count), oldest: Number(row.oldest) }))
}

export async function setPause(tx: Tx, domain: string, paused: boolean, now: number): Promise<void> {
  if (!paused) {
    await tx.deleteFrom('queue_pause').where('domain', '=', domain).execute()
    return
  }
  await tx
    .insertInto('queue_pause')
    .values({ domain, paused_at: now })
    .onConflict(oc => oc.column('domain').doNothing())
    .execute()
}

export const findRecipients = (query: Query, ids: readonly string[]) =>
  query
    .selectFrom('outgoing_recipient')
    .innerJoin('outgoing', 'outgoing.id', 'outgoing_recipient.outgoing_id')
    .select(['outgoing_recipient.id', 'outgoing_id', 'from_address'])
    .where('outgoing_recipient.id', 'in', [...ids])
    .execute()

export async function retryRecipients(tx: Tx, ids: readonly string[], now: number): Promise<number> {
  const done = await tx
    .updateTable('outgoing_recipient')
    .set({ next_at: dueNow(now) })
    .where('id', 'in', [...ids])
    .where('waiting', '=', 1)
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** Cancels recipients of one message, which the caller has locked. */
export async function cancelRecipients(tx: Tx, outgoingId: string, ids: readonly string[]): Promise<number> {
  const done = await tx
    .updateTable('outgoing_recipient')
    .set({ state: 'cancelled', waiting: 0 })
    .where('outgoing_id', '=', outgoingId)
    .where('id', 'in', [...ids])
    .where('waiting', '=', 1)
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** Null means everyone's. */
export type SuppressionOwner = readonly string[] | null

export async function pageOfSuppressions(
  query: Query,
  owner: SuppressionOwner,
  filter: { q: string | undefined; page: number; pageSize: number },
) {
  const chosen = () => {
    let rows = query.selectFrom('suppression')
    if (owner !== null) rows = rows.where('sender_key', 'in', [...owner])
    const { q } = filter
    return q ? rows.where(eb => containing(eb.ref('address'), q)) : rows
  }
  const rows = await chosen()
    .selectAll()
    .orderBy('id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  const { total } = await chosen()
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export async function removeSuppressions(
  tx: Tx,
  owner: SuppressionOwner,
  ids: readonly string[],
): Promise<{ address: string }[]> {
  let rows = tx.deleteFrom('suppression').where('id', 'in', [...ids])
  if (owner !== null) rows = rows.where('sender_key', 'in', [...owner])
  return rows.returning('address').execute()
}
