/**
 * Writes down what an attempt found, in one transaction with everything that follows from it: the next time, the mail
 * handed to a mailbox of our own, the address that is no longer written to, and the report to the sender. Then tells.
 */
import { type Clock, hour, minute } from '../../clock.ts'
import type { Db, Tx } from '../../database/types.ts'
import { newId } from '../../ids.ts'
import type { Log } from '../../log.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import { noteTally } from '../../operate/tally/tally.ts'
import { countSending } from '../stop/repository.ts'
import type { AttemptFinding } from './attempt.ts'
import {
  accountOfSender,
  afterFailure,
  isHardFailure,
  provesDeadAddress,
  type RetryPlan,
  reasonWords,
  theirWords,
} from './queue.ts'
import {
  holdOutgoing,
  putBack,
  type RecipientRow,
  type Result,
  suppress,
  takeUnreported,
  writeResult,
} from './repository.ts'

/** While its sender is stopped, a mail is looked at now and then. */
const heldMs = 15 * minute
/** As long as removal waits after a leap of the clock: when that is not set right, the mailbox is at its end after all. */
const endedMs = hour

export type SettleDeps = {
  db: Db
  clock: Clock
  log: Log
  site: Pick<SiteSettings, 'read'>
  /** Writes the sender a report about these; the result is called after the commit. */
  report(tx: Tx, outgoingId: string, failed: readonly RecipientRow[]): Promise<() => void>
  /** Looks at how this sender does, after some of its mail came to an end. */
  watch(senderKey: string): Promise<void>
  /** Tells those who look at the mail that this recipient changed. */
  tell(recipient: Pick<RecipientRow, 'id' | 'outgoing_id'>): Promise<void>
}

function resultOf(plan: RetryPlan, recipient: RecipientRow, found: AttemptFinding, now: number): Result {
  const { reason, answer, host, status } = found
  const said = { reason, answer, host, status }
  switch (found.outcome) {
    case 'delivered':
      return { ...said, state: 'delivered', delivered_at: now }
    case 'failed':
      return { ...said, state: 'bounced' }
    case 'cancelled':
      return { ...said, state: 'cancelled' }
    case 'held':
      return {
        ...said,
        state: 'deferred',
        next_at: now + (reason === 'senderExpired' ? endedMs : heldMs),
        // It was not tried.
        attempts: recipient.attempts - 1,
        send_at: null,
      }
    default: {
      const { queuedAt, nextAt } = afterFailure(plan, {
        attempts: recipient.attempts,
        queuedAt: recipient.queued_at,
        dueAt: recipient.next_at,
        reason: recipient.reason,
        now,
      })
      if (nextAt !== null)
        return { ...said, state: 'deferred', queued_at: queuedAt, next_at: nextAt, send_at: null }
      // RFC 3463: 4.4.7, delivery time expired. What the other side said last stays, or what it failed at.
      const last = theirWords(said) || reasonWords(reason)
      return { ...said, state: 'bounced', reason: 'expired', answer: last, status: status ?? '4.4.7' }
    }
  }
}

export async function settle(
  deps: SettleDeps,
  recipient: RecipientRow,
  found: AttemptFinding,
): Promise<Result['state'] | null> {
  const plan = await deps.site.read()
  const now = deps.clock.now()
  if (found.outcome === 'unmade') {
    await deps.db.transaction(tx => putBack(tx, recipient, now))
    return null
  }
  const result = resultOf(plan, recipient, found, now)
  const isHard = result.state === 'bounced' && isHardFailure(result.reason)
  const isEnd = result.state === 'bounced' || result.state === 'delivered'
  const written = await deps.db.transaction(async tx => {
    const mail = await holdOutgoing(tx, deps.db.kind, recipient.outgoing_id)
    if (!mail || !(await writeResult(tx, recipient, result))) return null
    if (result.state === 'delivered' || result.state === 'bounced') {
      const ownerId = accountOfSender(mail.sender_key)
      await noteTally(tx, [{ what: result.state, mailboxId: mail.mailbox_id, ownerId }], now)
      await countSending(tx, mail.sender_key, { ended: 1, failed: isHard ? 1 : 0 }, now)
    }
    const after: (() => void)[] = []
    if (found.also) after.push(await found.also(tx))
    if (result.state === 'bounced' && provesDeadAddress(result.reason, result.status)) {
      await suppress(tx, {
        id: newId(now),
        sender_key: recipient.sender_key,
        address: recipient.address,
        reason: (theirWords(result) || reasonWords(result.reason)).slice(0, 300),
        created_at: now,
      })
    }
    const failed = await takeUnreported(tx, recipient.outgoing_id)
    if (failed.length > 0) after.push(await deps.report(tx, recipient.outgoing_id, failed))
    return after
  })
  if (written === null) {
    await found.undo?.()
    return null
  }
  for (const step of written) step()
  // After good ends too: what came back earlier may only now be among enough to judge by.
  if (isEnd) await deps.watch(recipient.sender_key)
  await deps.tell(recipient).catch((cause: unknown) => {
    deps.log.warn({ err: cause }, 'nobody was told of a sent mail')
  })
  return result.state
}
