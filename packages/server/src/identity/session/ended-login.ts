/**
 * Log-ins that somebody else ended, because of what became of their account or mailbox. What is kept of one
 * opens nothing; it only says why, to whoever still comes with its token.
 */
import type { Query, Tx } from '../../database/types.ts'
import type { WhyEnded } from '../../kernel/call/caller.ts'
import { hashToken } from '../../kernel/ids.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { wordsOfEnd } from '../access.ts'
import { findEnded, insertEnded } from './ended-repository.ts'
import { toldForMs } from './session.ts'

/** Words for the one who was logged in, or who knows the password. */
export async function endedWords(site: Pick<SiteSettings, 'read'>, why: WhyEnded): Promise<string> {
  return wordsOfEnd(why, (await site.read()).complaint)
}

/** Call before the sessions of stopped accounts are deleted, in the same transaction. */
export const keepStoppedAccount = (tx: Tx, accountId: string): Promise<void> =>
  insertEnded(tx, 'accountStopped', { column: 'sys_account_id', ids: [accountId] })

/** Call before the sessions of stopped mailboxes are deleted, in the same transaction. */
export const keepStoppedMailboxes = (tx: Tx, mailboxIds: readonly string[]): Promise<void> =>
  insertEnded(tx, 'mailboxStopped', { column: 'mailbox_id', ids: mailboxIds })

/** The same for mailboxes that are removed because their time is over. */
export const keepExpiredMailboxes = (tx: Tx, mailboxIds: readonly string[], now: number): Promise<void> =>
  insertEnded(tx, 'mailboxExpired', { column: 'mailbox_id', ids: mailboxIds }, now + toldForMs)

/** Why a log-in that is no longer there ended; null when nothing is to be said, or it is so no longer. */
export async function whyGone(
  query: Query,
  login: { token: string } | { sessionId: string },
  now: number,
): Promise<WhyEnded | null> {
  const found = await findEnded(
    query,
    'token' in login
      ? { column: 'token_hash', value: hashToken(login.token) }
      : { column: 'session_id', value: login.sessionId },
  )
  if (!found || found.until <= now) return null
  const { why, account_status, mailbox_status } = found
  const isSo =
    why === 'mailboxExpired' || (why === 'accountStopped' ? account_status : mailbox_status) === 'stopped'
  return isSo ? why : null
}
