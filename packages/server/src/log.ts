/** The log: JSON lines by pino. What could hold a secret is cut out here, whatever a caller passes. */
import { type Logger, pino } from 'pino'

export type Log = Logger

const secretPaths = [
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
].flatMap(name => [name, `*.${name}`, `*.*.${name}`])

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    redact: { paths: secretPaths, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return destination ? pino(options, destination) : pino(options)
}
