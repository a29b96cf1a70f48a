/**
 * Makes the line of an event. Fields stand in the declared order, and no value can end its line or look like
 * another field: programs that block addresses read these lines, and strangers choose some of the values.
 */
import { type EventFields, type LogEvent, type LogField, logEvents, logFields } from './log/events.ts'
import { maskClient, maskPerson, maskWords } from './log-mask.ts'

const maxText = 300
const maxLong = 4000

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)
/** Nothing in it that JSON escapes. Nearly every value is so, and a line is written for every mail. */
const isBare = (text: string): boolean => /^[ !#-[\]-~]*$/.test(text)

/** Replaces what ends a line somewhere or changes the direction of writing. */
function cleaned(text: string, max = maxText): string {
  const short = text.length > max ? `${text.slice(0, max)}…` : text
  return isPlain(short)
    ? short
    : short.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, '?')
}

const quoted = (text: string, max = maxText): string =>
  text.length <= max && isBare(text) ? `"${text}"` : JSON.stringify(cleaned(text, max))

/** An error as plain data. Other fields of an error are left out, because nobody knows what they hold. */
function plainFault(cause: unknown, mask: (text: string) => string): object {
  if (!(cause instanceof Error)) return { message: cleaned(mask(String(cause))) }
  const { name, message, stack = '' } = cause
  const { code } = cause as NodeJS.ErrnoException
  return {
    type: name,
    message: cleaned(mask(message)),
    ...(code !== undefined && { code: String(code) }),
    // The lines of a stack are told apart by the signs for their ends, which JSON escapes.
    stack: mask(stack).slice(0, maxLong),
  }
}

const same = (text: string): string => text

/** A value as JSON. */
function shown(field: LogField, value: unknown, masked: boolean): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  const { kind } = logFields[field]
  if (kind === 'fault') return JSON.stringify(plainFault(value, masked ? maskWords : same))
  const text = String(value)
  if (!masked || kind === 'name' || kind === 'number')
    return quoted(text, field === 'settings' ? maxLong : maxText)
  if (kind === 'client') return quoted(maskClient(text))
  if (kind === 'person') return quoted(maskPerson(text))
  return quoted(maskWords(text), field === 'settings' ? maxLong : maxText)
}

/** What every line of an event has in common. */
function frameOf(name: LogEvent) {
  const { level, part, text, fields } = logEvents[name]
  return {
    beforeTime: `{"level":"${level}","time":"`,
    afterTime: `","part":"${part}","event":"${name}"`,
    fields: fields.map((field): { field: LogField; before: string } => ({ field, before: `,"${field}":` })),
    end: `,"msg":${JSON.stringify(text)}}\n`,
  }
}

const frames = new Map((Object.keys(logEvents) as LogEvent[]).map(name => [name, frameOf(name)] as const))

export function eventLine<Name extends LogEvent>(
  name: Name,
  fields: EventFields<Name>,
  { masked, at }: { masked: boolean; at: Date },
): string {
  const frame = frames.get(name) ?? frameOf(name)
  const values = fields as Readonly<Partial<Record<LogField, unknown>>>
  let line = frame.beforeTime + at.toISOString() + frame.afterTime
  for (const { field, before } of frame.fields) {
    const value = values[field]
    if (value !== null && value !== undefined) line += before + shown(field, value, masked)
  }
  return line + frame.end
}
