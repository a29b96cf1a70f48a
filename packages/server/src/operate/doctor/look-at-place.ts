/** Looks at this machine: the data folder, the disk, the certificate, the database and the clock. */
import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tlsFaults } from '../../certificate/present/certificate.ts'
import { endsSoonDays } from '../../certificate/present/certificate-news.ts'
import { appliedMigrations, databaseTime, tablesWithColumns } from '../../database/facts.ts'
import { migrations } from '../../database/migrations/index.ts'
import { openUnmigrated, sqliteFile } from '../../database/start/open.ts'
import type { Db } from '../../database/types.ts'
import { day, minute } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import { prepareDataFolder } from '../../kernel/data-folder.ts'
import { startFault } from '../../kernel/start-fault.ts'
import { isRestoring } from '../backup/restore-mark.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { lastReceivedAt } from './repository.ts'

const gigabyte = 1024 ** 3
const needBytes = gigabyte
const worryBytes = 5 * gigabyte

export function lookAtFolder(dataDir: string): Finding[] {
  try {
    prepareDataFolder(dataDir)
  } catch (cause) {
    return [fail(startFault(cause), 'set YANSHU_DATA_DIR to a folder that this user may write')]
  }
  const found = [ok(`the data folder ${resolve(dataDir)} can be written`)]
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const words = `${(free / gigabyte).toFixed(1)} GB are free on its disk`
  if (free < needBytes) found.push(fail(words, 'make room: mail is refused when the disk is full'))
  else found.push(free < worryBytes ? warn(words, 'make room soon') : ok(words))
  const key = join(dataDir, 'secret.key')
  if (existsSync(key) && (statSync(key).mode & 0o077) !== 0)
    found.push(fail('secret.key can be read by others on this machine', `chmod 600 ${resolve(key)}`))
  return found
}

export function lookAtTls(config: Pick<Config, 'tlsCert' | 'tlsKey'>, now: number): Finding[] {
  const faults = tlsFaults(config)
  if (faults.length > 0)
    return faults.map(text => fail(text, 'put the files right; the program does not start like this'))
  if (config.tlsCert === '')
    return [ok('the certificate for STARTTLS is self-signed, which is enough to receive mail')]
  const { validTo, subject } = new X509Certificate(readFileSync(config.tlsCert))
  const left = Math.floor((Date.parse(validTo) - now) / day)
  if (left < 0) return [fail(`the certificate ended on ${validTo}`, 'renew it; it is read again by itself')]
  const words = `the certificate (${subject.replaceAll('\n', ', ')}) is good for ${left} days`
  return [left < endsSoonDays ? warn(words, 'renew it') : ok(words)]
}

async function lookAtClock(db: Db, now: number): Promise<Finding> {
  const apart = Math.abs(((await databaseTime(db)) ?? now) - now)
  if (apart > minute)
    return fail(
      `the clock is ${Math.round(apart / 1000)} s apart from the database's`,
      'let both be set by NTP',
    )
  const last = await lastReceivedAt(db.query)
  if (last !== undefined && last > now + 5 * minute)
    return fail('the last mail came in the future: the clock was set back', 'let the clock be set by NTP')
  return ok(`the clock says ${new Date(now).toISOString()}`)
}

async function lookAtSchema(db: Db): Promise<Finding> {
  if (!(await tablesWithColumns(db.query)).has('migration'))
    return warn('the database is empty', 'it is filled at the first start')
  if (await isRestoring(db)) return fail('a restore was begun and did not finish', 'run yanshu restore again')
  const done = new Set(await appliedMigrations(db.query))
  const missing = migrations.filter(({ name }) => !done.has(name))
  const newer = [...done].filter(name => !migrations.some(one => one.name === name))
  if (newer.length > 0)
    return fail(`the database was used by a newer program (${newer.join(', ')})`, 'upgrade the program')
  if (missing.length > 0)
    return warn(`${missing.length} migrations are to be done`, 'they are done at the next start')
  return ok('the database is up to date')
}

export async function lookAtDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  now: number,
): Promise<Finding[]> {
  const advice = 'look at YANSHU_DATABASE_URL and whether the database runs'
  if (config.databaseUrl === '' && !existsSync(sqliteFile(config.dataDir)))
    return [warn('there is no database yet', 'it is made at the first start')]
  try {
    const db = await openUnmigrated({
      url: config.databaseUrl,
      dataDir: config.dataDir,
      poolSize: 2,
      onError: () => undefined,
    })
    try {
      await db.ping()
      const found = [ok(`the database (${db.kind}) answers`), await lookAtSchema(db)]
      if (found[1]?.state === 'ok') found.push(await lookAtClock(db, now))
      return found
    } finally {
      await db.close()
    }
  } catch (cause) {
    return [fail(startFault(cause).split('\n')[0] ?? '', advice)]
  }
}
