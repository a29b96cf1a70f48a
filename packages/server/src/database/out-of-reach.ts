/**
 * Whether a fault says only that nothing can be read or kept just now: the database is restarted, has no room for more
 * clients, or its disk is full.
 */
import pg from 'pg'

/**
 * Of the connection (class 08), no disk or memory left, too many clients, took too long, shutting down, crashed, not yet
 * up (PostgreSQL, appendix A).
 */
const states = /^(?:08...|53[123]00|57014|57P0[123])$/
const faultCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
])
/** SQLite's result codes for a full disk, and for a read or write that the system refused; the low octet tells the kind. */
const sqliteFull = 13
const sqliteInputOutput = 10
/** What the driver says when the connection was lost under it. */
const lost =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:was closed|has encountered))/

const isDiskFault = (errcode: number): boolean =>
  (errcode & 0xff) === sqliteFull || (errcode & 0xff) === sqliteInputOutput

export function isOutOfReach(cause: unknown): boolean {
  if (cause instanceof pg.DatabaseError) return states.test(cause.code ?? '')
  if (!(cause instanceof Error)) return false
  const { code = '', syscall, errcode } = cause as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'ERR_SQLITE_ERROR') return isDiskFault(errcode ?? 0)
  // A server on this machine that is down has taken the file of its socket with it.
  if (code === 'ENOENT') return syscall === 'connect'
  return faultCodes.has(code) || lost.test(cause.message)
}
