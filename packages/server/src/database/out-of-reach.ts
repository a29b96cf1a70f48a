/** Whether a fault says only that the database cannot be reached just now: it is restarted, or has no room for more. */
import pg from 'pg'

/** Of the connection (class 08), too many clients, took too long, shutting down, crashed, not yet up (PostgreSQL, appendix A). */
const states = /^(?:08...|53300|57014|57P0[123])$/
const socketFaults = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'])
/** What the driver says when the connection was lost under it. */
const lost =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:was closed|has encountered))/

export function isOutOfReach(cause: unknown): boolean {
  if (cause instanceof pg.DatabaseError) return states.test(cause.code ?? '')
  if (!(cause instanceof Error)) return false
  const { code = '', syscall } = cause as NodeJS.ErrnoException
  // A server on this machine that is down has taken the file of its socket with it.
  if (code === 'ENOENT') return syscall === 'connect'
  return socketFaults.has(code) || lost.test(cause.message)
}
