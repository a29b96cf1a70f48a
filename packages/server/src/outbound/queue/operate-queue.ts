/** Operates the queue: listing, pausing, retrying, cancelling; and manages suppressed addresses. */
import type { Calls, QueryOf } from '@yanshu/contract'
import type { Db, Tx } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { AccountCaller, LoggedIn } from '../../kernel/call/caller.ts'
import { type Clock, isoTime } from '../../kernel/clock.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact, someNamed } from '../../ledger/fact/fact.ts'
import type { AuditAction } from '../../ledger/words/acts.ts'
import { findMailbox } from '../../mailbox/account/mailboxes.ts'
import { senderKey } from '../stop/sender-key.ts'
import { sayOutbound } from '../words/say-outbound.ts'
import {
  busiestPlaces,
  cancelRecipients,
  findRecipients,
  pageOfQueue,
  pageOfSuppressions,
  removeSuppressions,
  retryRecipients,
  type SuppressionOwner,
  setPause,
} from './operate-repository.ts'
import { theirWords, whyWords } from './queue.ts'
import { countDown, holdOutgoing, readPauses } from './repository.ts'

const placesShown = 50

export type OperateDeps = { db: Db; clock: Clock; kick(): void }

/** Operators see who writes to whom, which is what they work with; only the writer sees the subject. */
export async function showQueue(deps: OperateDeps, caller: AccountCaller, query: QueryOf<Calls['getQueue']>) {
  const { q, state, domain } = query
  const { rows, total } = await pageOfQueue(deps.db.query, {
    q,
    state,
    domain,
    page: query.page ?? 1,
    pageSize: query.pageSize ?? 50,
  })
  const pauses = await readPauses(deps.db.query)
  const places = await busiestPlaces(deps.db.query, placesShown)
  return {
    list: rows.map(row => ({
      id: row.id,
      mailId: row.outgoing_id,
      from: row.from_address,
      address: row.address,
      domain: row.domain,
      subject: row.owner_id === caller.accountId ? row.subject : null,
      state: row.state,
      reason: whyWords(row),
      answer: theirWords(row),
      attempts: row.attempts,
      queuedAt: isoTime(row.send_at ?? row.created_at),
      nextAttemptAt: row.waiting === 1 ? isoTime(row.next_at) : null,
    })),
    total,
    paused: pauses.has(''),
    destinations: places.map(place => ({
      domain: place.domain,
      waiting: place.waiting,
      deferred: place.deferred,
      paused: pauses.has(place.domain),
      oldestAt: isoTime(place.oldest),
    })),
  }
}

export async function pauseQueue(
  deps: OperateDeps,
  caller: AccountCaller,
  change: { paused: boolean; domain?: string | undefined },
): Promise<void> {
  const now = deps.clock.now()
  const domain = change.domain ?? ''
  await deps.db.transaction(async tx => {
    await setPause(tx, domain, change.paused, now)
    await writeAudit(tx, caller, now, {
      action: 'pauseQueue',
      target: fact('queueTo', { domain }),
      detail: fact('queuePaused', { paused: change.paused }),
    })
  })
  deps.kick()
}

export async function changeQueue(
  deps: OperateDeps,
  caller: AccountCaller,
  ids: readonly string[],
  action: 'retry' | 'cancel',
): Promise<number> {
  const wanted = [...new Set(ids)]
  const rows = await findRecipients(deps.db.query, wanted)
  if (rows.length < wanted.length) throw new AppError('notFound')
  const note = (tx: Tx, act: AuditAction, of: typeof rows, count: number) => {
    const target = someNamed([...new Set(of.map(row => row.from_address))])
    const detail = fact('queuedRecipients', { count })
    return writeAudit(tx, caller, deps.clock.now(), { action: act, target, detail })
  }
  if (action === 'retry') {
    const changed = await deps.db.transaction(async tx => {
      const count = await retryRecipients(tx, wanted, deps.clock.now())
      if (count > 0) await note(tx, 'retryQueued', rows, count)
      return count
    })
    deps.kick()
    return changed
  }
  let changed = 0
  for (const [outgoingId, of] of Map.groupBy(rows, row => row.outgoing_id)) {
    changed += await deps.db.transaction(async tx => {
      await holdOutgoing(tx, deps.db.kind, outgoingId)
      const count = await cancelRecipients(tx, outgoingId, wanted)
      await countDown(tx, outgoingId, count)
      if (count > 0) await note(tx, 'cancelQueued', of, count)
      return count
    })
  }
  return changed
}

/**
 * A mailbox with an owner uses its owner's list, which may name the owner's other correspondents, so the
 * mailbox cannot see it.
 */
async function listOwner(db: Db, caller: LoggedIn): Promise<SuppressionOwner> {
  if (caller.role === 'admin') return null
  if (caller.role !== 'mailbox') return [`account:${caller.accountId}`]
  const mailbox = await findMailbox(db.query, caller.mailboxId)
  return mailbox?.owner_id === null ? [senderKey(mailbox)] : []
}

export async function showSuppressions(
  deps: OperateDeps,
  caller: LoggedIn,
  query: QueryOf<Calls['getSuppressions']>,
) {
  const owner = await listOwner(deps.db, caller)
  if (owner?.length === 0) return { list: [], total: 0 }
  const { rows, total } = await pageOfSuppressions(deps.db.query, owner, {
    q: query.q,
    page: query.page ?? 1,
    pageSize: query.pageSize ?? 50,
  })
  const list = rows.map(({ id, address, reason, created_at }) => ({
    id,
    address,
    reason: sayOutbound(reason),
    createdAt: isoTime(created_at),
  }))
  return { list, total }
}

/** Deletes all of them or none. */
export async function deleteSuppressions(
  deps: OperateDeps,
  caller: LoggedIn,
  ids: readonly string[],
): Promise<number> {
  const wanted = [...new Set(ids)]
  const owner = await listOwner(deps.db, caller)
  if (owner?.length === 0) throw new AppError('notFound')
  return deps.db.transaction(async tx => {
    const removed = await removeSuppressions(tx, owner, wanted)
    if (removed.length < wanted.length) throw new AppError('notFound')
    if (caller.role === 'admin') {
      const target = someNamed(removed.map(row => row.address))
      await writeAudit(tx, caller, deps.clock.now(), { action: 'delSuppression', target, detail: null })
    }
    return removed.length
  })
}
