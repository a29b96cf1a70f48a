/** Opens the log of the program where the operator wants it. */
import { ConfigError } from './config/load.ts'
import { type Config, settingsTable } from './config/settings-table.ts'
import { readLevels } from './log/levels.ts'
import { createLog, type Log } from './log.ts'
import { checkLogFile, createLogFile } from './log-file.ts'
import { eventLine } from './log-line.ts'
import { createLogOutput } from './log-output.ts'
import { createLogWriter, type LineTarget } from './log-writer.ts'

type LogConfig = Pick<Config, 'log' | 'logLevel' | 'logTo' | 'logMaxMb' | 'logKeep' | 'logPersonal'>

export type OpenedLog = {
  log: Log
  /** Writes what is still held, within a bounded time. */
  close(): Promise<void>
}

const megabyte = 1024 * 1024
const closeMs = 2000

function targetOf({ logTo, logMaxMb, logKeep }: LogConfig): LineTarget {
  if (logTo === '') return createLogOutput()
  try {
    checkLogFile(logTo)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError([`${settingsTable.logTo.name}: ${logTo} cannot be written (${why})`])
  }
  return createLogFile(logTo, { maxBytes: logMaxMb * megabyte, keep: logKeep })
}

export function openLog(config: LogConfig): OpenedLog {
  const writer = createLogWriter(targetOf(config), {
    lostLine: leftOut => eventLine('log.lost', { leftOut }, { masked: false, at: new Date() }),
  })
  // The terminal that goes away ends a program that writes to it; one with a file opens it anew.
  if (config.logTo !== '') process.on('SIGHUP', writer.reopen)
  process.on('exit', writer.flushNow)
  const log = createLog(readLevels(config.logLevel, config.log), writer, {
    masked: config.logPersonal === 'masked',
  })
  return { log, close: () => writer.flush(closeMs) }
}
