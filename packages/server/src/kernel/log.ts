/**
 * Writes the log as JSON lines: events with declared fields (`log/events.ts`), and whatever else is worth a
 * line, with pino. It removes everything that could hold a secret, whatever a caller passes.
 */
import { type Logger, type LoggerOptions, pino } from 'pino'
import { type EventFields, type LogEvent, type LogPart, logEvents } from './log/events.ts'
import { isShown, type Levels, levelOf, readLevels } from './log/levels.ts'
import { eventLine } from './log-line.ts'
import { maskWithin } from './log-mask.ts'
import { createRepeats, type RepeatLimit, usualRepeats } from './log-repeats.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & {
  /** Writes one line about something that operators and their programs look for. */
  event<Name extends LogEvent>(name: Name, fields: EventFields<Name>): void
  /** The same log for another part of the program, which may have a level of its own. */
  part(part: LogPart): Log
}

export type LineSink = { write(line: string): void }

export type LogOptions = {
  /** Addresses of people and clients are shortened. */
  masked?: boolean
  repeats?: RepeatLimit
}

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

const maskedSink = (sink: LineSink): LineSink => ({
  write: line => sink.write(`${JSON.stringify(maskWithin(JSON.parse(line)))}\n`),
})

const standardOutput: LineSink = { write: line => void process.stdout.write(line) }

export function createLog(
  levels: string | Levels,
  sink: LineSink = standardOutput,
  { masked = false, repeats = usualRepeats }: LogOptions = {},
): Log {
  const shownFrom = typeof levels === 'string' ? readLevels(levels) : levels
  const mayWrite = createRepeats(repeats, (message, leftOut) => root.warn({ leftOut }, `again: ${message}`))
  const mayTell = createRepeats(repeats, (key, leftOut) => {
    const [of = '', client = ''] = key.split(' ')
    event('log.leftOut', { client, of, leftOut })
  })
  const options: LoggerOptions = {
    hooks: {
      logMethod(args, write, severity) {
        const [first, second] = args as readonly unknown[]
        if (severity < fromWarnings || mayWrite(messageOf(first, second))) write.apply(this, args)
      },
    },
    level: shownFrom.base,
    base: null,
    redact: { paths: secretPaths, censor: redact },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const root = pino(options, masked ? maskedSink(sink) : sink)

  function event<Name extends LogEvent>(name: Name, fields: EventFields<Name>): void {
    const { level, part } = logEvents[name]
    if (!isShown(levelOf(shownFrom, part), level)) return
    if ('bounded' in logEvents[name]) {
      const { client } = fields as { client?: string | null }
      if (!mayTell(`${name} ${client ?? ''}`)) return
    }
    sink.write(eventLine(name, fields, { masked, at: new Date() }))
  }

  function part(name: LogPart): Log {
    const lines = root.child({ part: name }, { level: levelOf(shownFrom, name) })
    return {
      debug: lines.debug.bind(lines),
      info: lines.info.bind(lines),
      warn: lines.warn.bind(lines),
      error: lines.error.bind(lines),
      event,
      part,
    }
  }
  return part('system')
}
