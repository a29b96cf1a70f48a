/**
 * Log-ins. A token is opaque and stored only as its digest; its end slides ahead with use. What a session may do is not
 * stored with it: it is read from the account or mailbox at each request, so a change takes effect at once.
 */
import { day, hour, minute } from '../../clock.ts'

export const rememberedSpanMs = 30 * day
export const passingSpanMs = 12 * hour
/** `last_seen_at` is written at most this often, so that reading mail does not mean writing. */
export const touchEveryMs = 5 * minute

/**
 * Whether a log-in is at its end. Time in somebody's name is counted from its beginning; one that began in the future was
 * begun before the clock was set back, and how much of it is left nobody knows.
 */
export const isOver = (
  session: { expires_at: number; created_at: number; acted_by: string | null },
  now: number,
): boolean =>
  session.expires_at <= now || (session.acted_by !== null && session.created_at > now + touchEveryMs)

export const sessionPrefix = 'ys_'
export const apiKeyPrefix = 'ysk_'

export type SessionSubject = { sysAccountId: string } | { mailboxId: string }

/** How long an admin may act in somebody else's name after one log-in. */
export const actingSpanMs = hour

/** Told on the bus when sessions end before their time, so that open streams and calls that wait end too. */
export const sessionsEndedChannel = 'sessions-ended'

/** The same for the API key of an account: whoever listens with a key looks whether it is still the one. */
export const keysEndedChannel = 'keys-ended'
