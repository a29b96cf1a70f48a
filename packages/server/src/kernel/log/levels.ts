/** Reads how much each part of the program logs, from items such as `info` and `smtp=debug`. */
import { type LogPart, logParts } from './events.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Levels = { readonly base: LogLevel; readonly parts: ReadonlyMap<LogPart, LogLevel> }

const isLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text)
const isPart = (text: string): text is LogPart => (logParts as readonly string[]).includes(text)

function readItem(item: string): { part: LogPart | null; level: LogLevel } | null {
  if (isLevel(item)) return { part: null, level: item }
  const [part = '', level = '', ...more] = item.split('=')
  return isPart(part) && isLevel(level) && more.length === 0 ? { part, level } : null
}

export const isLevelItem = (item: string): boolean => readItem(item) !== null

/** Returns the levels; the last item wins where two concern the same. */
export function readLevels(usual: string, items: readonly string[] = []): Levels {
  let base: LogLevel = isLevel(usual) ? usual : 'info'
  const parts = new Map<LogPart, LogLevel>()
  for (const item of items) {
    const read = readItem(item)
    if (read?.part) parts.set(read.part, read.level)
    else if (read) base = read.level
  }
  return { base, parts }
}

export const levelOf = (levels: Levels, part: LogPart): LogLevel => levels.parts.get(part) ?? levels.base

/** Whether a line of this severity is written where that level is set. */
export const isShown = (level: LogLevel, severity: Exclude<LogLevel, 'silent'>): boolean =>
  logLevels.indexOf(severity) >= logLevels.indexOf(level)
