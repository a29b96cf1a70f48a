/** The log: JSON lines by pino. What could hold a secret is cut out here, whatever a caller passes. */
import { type Logger, pino } from 'pino'

export type Log = Logger

const secretNames = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'secret',
  'totp',
  'authorization',
  'cookie',
  'key',
  'code',
]

/** `err` is named, so that what is cut out of a fault can be told from what is cut out elsewhere. */
const secretPaths = ['err.secret', ...secretNames.flatMap(name => [name, `*.${name}`, `*.*.${name}`])]

/** The code of a fault (ECONNREFUSED, 40P01) is no secret, unlike every other thing of that name. */
const redact = (value: unknown, path: string[]): unknown =>
  path[0] === 'err' && path.at(-1) === 'code' ? value : '[redacted]'

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    redact: { paths: secretPaths, censor: redact },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return destination ? pino(options, destination) : pino(options)
}
