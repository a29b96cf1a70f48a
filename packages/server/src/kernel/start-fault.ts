/**
 * Explains why the program, or a command, could not begin, in words that tell an operator how to act, if the
 * cause is known.
 */
import { ConfigError, type Environment, loadConfig } from './config/load.ts'
import { type Config, settingsTable } from './config/settings-table.ts'
import { StartFault } from './data-folder.ts'

const notADatabase = 26
const cannotOpen = 14
const readOnly = 8

const sqliteWords: Readonly<Record<number, string>> = {
  [notADatabase]:
    'The database file yanshu.sqlite in the data folder is not a database. Put back the one from your backup.',
  [cannotOpen]:
    'The database file yanshu.sqlite in the data folder cannot be opened. May this user read and write it?',
  [readOnly]: 'The database file yanshu.sqlite in the data folder may not be written by this user.',
}

const networkWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be looked up just now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
}

/**
 * PostgreSQL's own codes: wrong password, no such role, no such database, not accepting yet, too many
 * clients.
 */
const postgresRefusals = new Set(['28P01', '28000', '3D000', '57P03', '53300'])

/** Names the settings that have this port. */
function settingsOf(port: number | undefined, environment: Environment): string {
  const config = loadConfig(environment)
  const names = (Object.keys(settingsTable) as (keyof Config)[])
    .filter(key => key.endsWith('Port') && config[key] === port)
    .map(key => settingsTable[key].name)
  return names.join(' or ') || 'the setting of that port'
}

export function startFault(cause: unknown, environment: Environment = {}): string {
  if (cause instanceof ConfigError || cause instanceof StartFault) return cause.message
  const { code, port, syscall, errcode } = cause as NodeJS.ErrnoException & {
    port?: number
    errcode?: number
  }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Set ${settingsOf(port, environment)} to another, or stop what uses it (ss -ltnp shows it).`
  }
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user. Set ${settingsOf(port, environment)} to one from 1024 on and forward ${port} to it, or give the program the right CAP_NET_BIND_SERVICE, as deploy/yanshu.service does.`
  if (code === 'EADDRNOTAVAIL')
    return 'This machine has no such address. Look at YANSHU_HTTP_HOST and YANSHU_SMTP_HOST.'
  const sqlite = errcode === undefined ? undefined : sqliteWords[errcode & 0xff]
  if (sqlite !== undefined) return sqlite
  const network = code === undefined ? undefined : networkWords[code]
  if (network !== undefined && (syscall === 'connect' || syscall === 'getaddrinfo')) {
    return `The database of YANSHU_DATABASE_URL cannot be reached: ${network}.`
  }
  if (code !== undefined && postgresRefusals.has(code) && cause instanceof Error) {
    return `The database of YANSHU_DATABASE_URL refuses us: ${cause.message}.`
  }
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}
