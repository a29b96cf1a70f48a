/**
 * Watches the free space, so that mail is deferred long before anything breaks: on the disk of the data
 * folder, and with PostgreSQL the size of the database against the operator's bound, since its disk is not
 * visible from here. Code that is about to store much asks first; small changes, such as deleting a mail, are
 * always allowed.
 */
import { statfs } from 'node:fs/promises'
import type { Db } from '../../database/types.ts'
import { second } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { SiteSettings } from '../setting/site-settings.ts'
import type { SiteValues } from '../setting/site-table.ts'
import { databaseBytes } from './repository.ts'

const megabyte = 1_048_576
const lookEveryMs = second
/** The database is measured less often, because the server reads through its files for that. */
const databaseEveryMs = 30 * second
/** A small disk keeps this share free instead of the floor. */
const floorShare = 0.05
/** A message is written twice: to its journal and to its place. */
const writtenTimes = 2
/** A warning begins below this many times the floor, or above this share of the bound. */
const warnTimes = 2
const warnShare = 0.9

export type StorageState = 'plenty' | 'low' | 'full'

export type StorageFacts = {
  state: StorageState
  /** The free space on the disk of the data folder; null when it is unknown. */
  freeBytes: number | null
  totalBytes: number | null
  floorBytes: number
  /** The size of PostgreSQL's database, if a bound is set. */
  databaseBytes: number | null
}

export type StorageWatch = {
  /** True when this many more octets may be stored. */
  hasRoom(bytes: number): boolean
  facts(): StorageFacts
  /** Measures now. */
  look(): Promise<StorageFacts>
  start(): Promise<void>
  stop(): Promise<void>
}

export type StorageDeps = {
  db: Db
  log: Log
  site: SiteSettings
  dataDir: string
  /** Replaces the disk in tests. */
  disk?: (folder: string) => Promise<{ bavail: number; blocks: number; bsize: number }>
}

export function createStorageWatch({ db, log, site, dataDir, disk = statfs }: StorageDeps): StorageWatch {
  let facts: StorageFacts = {
    state: 'plenty',
    freeBytes: null,
    totalBytes: null,
    floorBytes: 0,
    databaseBytes: null,
  }
  let bounds: Pick<SiteValues, 'diskFloorMb' | 'databaseMaxMb'> = { diskFloorMb: 0, databaseMaxMb: 0 }
  let databaseMax = 0
  /** The octets admitted since the last measurement. */
  let coming = 0
  let askedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<unknown> = Promise.resolve()

  async function readDisk(): Promise<{ free: number; total: number } | null> {
    try {
      const { bavail, blocks, bsize } = await disk(dataDir)
      return { free: bavail * bsize, total: blocks * bsize }
    } catch {
      // Nothing can be written to a missing folder; the attempt will report the reason.
      return null
    }
  }

  async function readDatabase(maxMb: number): Promise<number | null> {
    databaseMax = db.kind === 'postgres' ? maxMb * megabyte : 0
    if (databaseMax === 0) return null
    if (performance.now() - askedAt < databaseEveryMs) return facts.databaseBytes
    askedAt = performance.now()
    try {
      return await databaseBytes(db.query)
    } catch {
      // Code that needs the database will find that it does not answer.
      return facts.databaseBytes
    }
  }

  function judged(free: number | null, floor: number, database: number | null): StorageState {
    const inDatabase = databaseMax > 0 && database !== null ? database / databaseMax : 0
    if ((free !== null && free < floor) || inDatabase >= 1) return 'full'
    if ((free !== null && free < floor * warnTimes) || inDatabase >= warnShare) return 'low'
    return 'plenty'
  }

  async function look(): Promise<StorageFacts> {
    // Without the database the last known bounds apply.
    const { diskFloorMb, databaseMaxMb } = await site.read().catch(() => bounds)
    bounds = { diskFloorMb, databaseMaxMb }
    const found = await readDisk()
    const database = await readDatabase(databaseMaxMb)
    const floorBytes = Math.min(diskFloorMb * megabyte, (found?.total ?? 0) * floorShare)
    coming = 0
    const before = facts.state
    facts = {
      state: judged(found?.free ?? null, floorBytes, database),
      freeBytes: found?.free ?? null,
      totalBytes: found?.total ?? null,
      floorBytes,
      databaseBytes: database,
    }
    if (facts.state !== before) tellLog(facts)
    return facts
  }

  function tellLog(now: StorageFacts): void {
    if (now.state === 'plenty') log.info(now, 'there is room again')
    else if (now.state === 'low') log.warn(now, 'there is little room left')
    else log.error(now, 'there is no room left: mail and uploads are put off')
  }

  function tick(): void {
    looking = look().finally(() => {
      if (timer) timer = setTimeout(tick, lookEveryMs)
    })
  }

  return {
    hasRoom(bytes) {
      const { state, freeBytes, floorBytes, databaseBytes } = facts
      const more = coming + bytes * writtenTimes
      const fits =
        state !== 'full' &&
        (freeBytes === null || freeBytes - more >= floorBytes) &&
        (databaseMax === 0 || databaseBytes === null || databaseBytes + more <= databaseMax)
      if (fits) coming = more
      return fits
    },
    facts: () => facts,
    look,
    async start() {
      await look()
      timer = setTimeout(tick, lookEveryMs)
    },
    async stop() {
      if (timer) clearTimeout(timer)
      timer = null
      await looking
    },
  }
}
