/** Stops as people see them: whether one's own sending is stopped; for operators, which there are, and ending one. */
import { AppError } from '../../app-error.ts'
import { type Clock, isoTime } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { AccountCaller, LoggedIn } from '../../identity/access.ts'
import { findMailbox } from '../../identity/email-account/repository.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import { senderKey } from '../queue/queue.ts'
import { wakeHeld } from '../queue/repository.ts'
import { allStops, findStop, removeStop } from './repository.ts'
import { stoppedMessage, stopWords } from './send-stop.ts'
import { senderOfKey } from './watch-senders.ts'

/** What somebody is told whose sending is stopped, or null. An owned mailbox is stopped with its owner. */
export async function stopOf(db: Db, caller: LoggedIn): Promise<string | null> {
  let key = caller.role === 'mailbox' ? `mailbox:${caller.mailboxId}` : `account:${caller.accountId}`
  if (caller.role === 'mailbox') {
    const mailbox = await findMailbox(db.query, caller.mailboxId)
    if (mailbox) key = senderKey(mailbox)
  }
  const stop = await findStop(db.query, key)
  return stop ? stoppedMessage(stop.reason, caller.role === 'admin') : null
}

export async function listStops(db: Db) {
  const list = []
  for (const { sender_key, reason, detail, stopped_at } of await allStops(db.query)) {
    const { kind, id, name } = await senderOfKey(db.query, sender_key)
    // Whoever is gone sends nothing.
    if (name !== '')
      list.push({ kind, id, name, reason: stopWords(reason), detail, stoppedAt: isoTime(stopped_at) })
  }
  return list
}

export async function liftStop(
  deps: { db: Db; clock: Clock; kick(): void },
  caller: AccountCaller,
  { kind, id }: { kind: 'account' | 'mailbox'; id: string },
): Promise<void> {
  const key = `${kind}:${id}`
  const now = deps.clock.now()
  const { name } = await senderOfKey(deps.db.query, key)
  await deps.db.transaction(async tx => {
    const stop = await removeStop(tx, key, now)
    if (!stop) throw new AppError('notFound')
    await wakeHeld(tx, key, now)
    await writeAudit(tx, caller, now, { action: 'liftSendStop', target: name, detail: stop.detail })
  })
  deps.kick()
}
