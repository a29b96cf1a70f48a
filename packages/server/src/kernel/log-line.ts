/**
 * Makes the line of an event. Fields stand in the declared order, and no value can end its line or look like
 * another field: programs that block addresses read these lines, and strangers choose some of the values.
 */
import { type EventFields, type LogEvent, type LogField, logEvents, logFields } from './log/events.ts'
import { maskClient, maskPerson, maskWords } from './log-mask.ts'

const maxText = 300
const maxLong = 4000

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** Replaces what ends a line somewhere or changes the direction of writing. */
function cleaned(text: string, max = maxText): string {
  const short = text.length > max ? `${text.slice(0, max)}…` : text
  return isPlain(short)
    ? short
    : short.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, '?')
}

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

function shown(field: LogField, value: unknown, masked: boolean): unknown {
  if (typeof value === 'number') return value
  const { kind } = logFields[field]
  switch (kind) {
    case 'fault':
      return plainFault(value, masked ? maskWords : same)
    case 'client':
      return cleaned(masked ? maskClient(String(value)) : String(value))
    case 'person':
      return cleaned(masked ? maskPerson(String(value)) : String(value))
    case 'words':
      return cleaned(
        masked ? maskWords(String(value)) : String(value),
        field === 'settings' ? maxLong : maxText,
      )
    default:
      return cleaned(String(value))
  }
}

export function eventLine<Name extends LogEvent>(
  name: Name,
  fields: EventFields<Name>,
  { masked, at }: { masked: boolean; at: Date },
): string {
  const { level, part, text, fields: order } = logEvents[name]
  const line: Record<string, unknown> = { level, time: at.toISOString(), part, event: name }
  const values = fields as Readonly<Partial<Record<LogField, unknown>>>
  for (const field of order) {
    const value = values[field]
    if (value !== null && value !== undefined) line[field] = shown(field, value, masked)
  }
  line.msg = text
  return `${JSON.stringify(line)}\n`
}
