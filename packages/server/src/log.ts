/** The log: JSON lines by pino. What could hold a secret is cut out here, whatever a caller passes. */
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

/** Severities in numbers, as pino has them: 40 is a warning. */
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
