/**
 * Tells the log of each attempt to log in, whichever way it comes. A name that nobody has appears with its
 * first letter alone: people type passwords into the wrong field.
 */
import type { ErrorName, ProgramChannel } from '@yanshu/contract'
import { AppError } from '../../kernel/app-error.ts'
import type { Log } from '../../kernel/log.ts'
import { maskPerson } from '../../kernel/log-mask.ts'

export type LogInChannel = 'http' | ProgramChannel

export type Attempted = {
  channel: LogInChannel
  client: string
  /** As it was typed. */
  given: string
  /** The name of the account or mailbox, if there is one. */
  known: string | null
}

/** Words of the log for refusals that are failures; others, such as a database that is away, are none. */
const failures: Readonly<Partial<Record<ErrorName, string>>> = {
  wrongCredentials: 'wrong',
  totpWrong: 'secondFactor',
  accountStopped: 'stopped',
  ticketOver: 'ticket',
  tooMany: 'tooMany',
  proofNeeded: 'proof',
  proofWrong: 'proof',
}

const unknownName = (given: string): string => {
  const at = given.lastIndexOf('@')
  return maskPerson(at < 0 ? given : given.slice(0, at))
}

export function noteFailedLogIn(
  log: Log,
  { channel, client, given, known }: Attempted,
  reason: string,
): void {
  log.event('login.failed', {
    client,
    channel,
    reason,
    known: known === null ? 'no' : 'yes',
    name: known ?? unknownName(given),
  })
}

export function noteLogIn(log: Log, { channel, client, known }: Attempted): void {
  log.event('login.ok', { client, channel, name: known })
}

/** Runs a log-in and tells how it went. `nameOf` says who it was, where that was not known before. */
export async function noted<T>(
  log: Log,
  attempted: Attempted,
  logIn: () => Promise<T>,
  nameOf: (done: T) => string | null = () => attempted.known,
): Promise<T> {
  try {
    const done = await logIn()
    noteLogIn(log, { ...attempted, known: nameOf(done) })
    return done
  } catch (cause) {
    const reason = cause instanceof AppError ? failures[cause.code] : undefined
    if (reason !== undefined) noteFailedLogIn(log, attempted, reason)
    throw cause
  }
}
