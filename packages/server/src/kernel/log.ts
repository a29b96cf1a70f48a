/**
 * Writes the log as JSON lines with pino. It removes everything that could hold a secret, whatever a caller
 * passes.
 */
import { type Logger, type LoggerOptions, pino } from 'pino'
import { createRepeats, type RepeatLimit, usualRepeats } from './log-repeats.ts'

export type Log = Logger

const secretNames = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'secret',
  'totp',
  'queryPassword',
  'claimToken',
  'authorization',
  'cookie',
  'key',
  'code',
]

const secretHeaders = ['x-query-password', 'x-claim-token']

/** `err` is named, so that fields removed from an error differ from fields removed elsewhere. */
const secretPaths = [
  'err.secret',
  ...secretNames.flatMap(name => [name, `*.${name}`, `*.*.${name}`]),
  ...secretHeaders.flatMap(name => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
]

/** The code of an error (ECONNREFUSED, 40P01) is not a secret, but every other field named `code` may be. */
const redact = (value: unknown, path: string[]): unknown =>
  path[0] === 'err' && path.at(-1) === 'code' ? value : '[redacted]'

/** Severities are numbers in pino: 40 is a warning. */
const fromWarnings = 40

const messageOf = (first: unknown, second: unknown): string =>
  String(typeof first === 'string' ? first : second)

export function createLog(
  level: string,
  destination?: { write(line: string): void },
  repeats: RepeatLimit = usualRepeats,
): Log {
  const mayWrite = createRepeats(repeats, (message, leftOut) => log.warn({ leftOut }, `again: ${message}`))
  const options: LoggerOptions = {
    hooks: {
      logMethod(args, write, severity) {
        const [first, second] = args as readonly unknown[]
        if (severity < fromWarnings || mayWrite(messageOf(first, second))) write.apply(this, args)
      },
    },
    level,
    base: null,
    redact: { paths: secretPaths, censor: redact },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const log = destination ? pino(options, destination) : pino(options)
  return log
}
