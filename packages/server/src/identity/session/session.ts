/**
 * Log-ins. A token is opaque and stored only as its digest; its end moves ahead with use. The session stores
 * no rights: each request reads them from the account or mailbox, so that a change takes effect at once.
 */
import { day, hour, minute } from '../../kernel/clock.ts'

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

export type SessionSubject = { sysAccountId: string } | { mailboxId: string }

/** How long whoever was logged in is told that a mailbox came to its end. */
export const toldForMs = day

/** How long an admin may act in somebody else's name after one log-in. */
export const actingSpanMs = hour

/** Told on the bus when sessions end before their time, so that open streams and calls that wait end too. */
export const sessionsEndedChannel = 'sessions-ended'
