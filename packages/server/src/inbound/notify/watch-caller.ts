/** For what stays open a while: hears when the one it was opened for has no longer a right to it, whoever ended that. */
import { namesId } from '../../database/publish-ids.ts'
import type { Db } from '../../database/types.ts'
import { keysEndedChannel } from '../../identity/api-key/api-key.ts'
import { sessionsEndedChannel } from '../../identity/session/session.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { mailboxesGoneChannel } from '../../mailbox/account/mailboxes-gone.ts'

/** `unsure`: something of the caller's has changed, and whether it is still let in is to be looked up. */
export function watchCaller(
  { bus }: Pick<Db, 'bus'>,
  caller: LoggedIn,
  { ended, unsure }: { ended: () => void; unsure: () => void },
): () => void {
  const stops = [
    bus.subscribe(sessionsEndedChannel, ids => {
      if (caller.sessionId !== null && namesId(ids, caller.sessionId)) ended()
    }),
    bus.subscribe(keysEndedChannel, accountId => {
      if (caller.role !== 'mailbox' && caller.accountId === accountId) unsure()
    }),
    bus.subscribe(mailboxesGoneChannel, ids => {
      if (caller.role === 'mailbox' && namesId(ids, caller.mailboxId)) ended()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
