/**
 * Recognises faults that only mean that nothing can be read or stored just now: the database restarts, has no
 * room for more clients, or its disk is full.
 */
import pg from 'pg'

/**
 * PostgreSQL's codes (appendix A) for a broken connection (class 08), no disk or memory left, too many
 * clients, a statement that took too long, shutting down, crashed, and not yet up.
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
/**
 * SQLite's result codes for a full disk, and for a read or write that the system refused; the low octet tells
 * the kind.
 */
const sqliteFull = 13
const sqliteInputOutput = 10
/** The driver's messages when it loses the connection. */
const lost =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:was closed|has encountered))/

const isDiskFault = (errcode: number): boolean =>
  (errcode & 0xff) === sqliteFull || (errcode & 0xff) === sqliteInputOutput

export function isOutOfReach(cause: unknown): boolean {
  if (cause instanceof pg.DatabaseError) return states.test(cause.code ?? '')
  if (!(cause instanceof Error)) return false
  const { code = '', syscall, errcode } = cause as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'ERR_SQLITE_ERROR') return isDiskFault(errcode ?? 0)
  // When a server on this machine is down, the file of its socket does not exist.
  if (code === 'ENOENT') return syscall === 'connect'
  return faultCodes.has(code) || lost.test(cause.message)
}
