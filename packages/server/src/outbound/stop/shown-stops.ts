/** Shows stops to people: callers learn whether their own sending is stopped, and operators see all stops. */
import type { Db } from '../../database/types.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { isoTime } from '../../kernel/clock.ts'
import { findMailbox } from '../../mailbox/account/mailboxes.ts'
import { sayOutbound } from '../words/say-outbound.ts'
import { allStops, findStop } from './repository.ts'
import { stoppedMessage, stopWords } from './send-stop.ts'
import { senderKey } from './sender-key.ts'
import { senderOfKey } from './watch-senders.ts'

/**
 * Returns the sentence for a caller whose sending is stopped, or null. A mailbox with an owner is stopped
 * together with the owner.
 */
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
    // A removed sender is not listed.
    if (name !== '')
      list.push({
        kind,
        id,
        name,
        reason: stopWords(reason),
        detail: sayOutbound(detail),
        stoppedAt: isoTime(stopped_at),
      })
  }
  return list
}
