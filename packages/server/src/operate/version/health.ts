/** Whether this node is well, item by item, in words an operator can act on. */
import { statfs } from 'node:fs/promises'
import { appliedMigrations, databaseVersion } from '../../database/facts.ts'
import type { Db } from '../../database/types.ts'
import { operateWords } from '../words/words.ts'

const words = operateWords.health

export type HealthItem = { name: string; state: 'good' | 'warning' | 'bad'; says: string }

export type HealthDeps = {
  db: Db
  dataDir: string
  /** Mails accepted and not yet in their mailboxes. */
  backlog: () => number
  smtpPort: () => number
}

const gigabyte = 1_073_741_824
const little = { bytes: 2 * gigabyte, share: 0.1 }
const hardlyAny = 0.25 * gigabyte
const longBacklog = 1000
const slowMs = 200

async function database(db: Db): Promise<HealthItem> {
  const name = words.database
  const started = performance.now()
  const answered = await db.ping().then(
    () => true,
    () => false,
  )
  const ms = Math.round(performance.now() - started)
  if (!answered) return { name, state: 'bad', says: words.unreachable }
  return { name, state: ms > slowMs ? 'warning' : 'good', says: words.answeredIn(ms) }
}

async function disk(dataDir: string): Promise<HealthItem> {
  const name = words.disk
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const total = blocks * bsize
    if (free < hardlyAny) return { name, state: 'bad', says: words.hardlyRoomLeft(free, total) }
    const low = free < little.bytes || free < total * little.share
    return { name, state: low ? 'warning' : 'good', says: words.roomLeft(free, total) }
  } catch {
    return { name, state: 'warning', says: words.roomUnknown }
  }
}

function inbound(deps: HealthDeps): HealthItem {
  const waiting = deps.backlog()
  const state = waiting > longBacklog ? 'warning' : 'good'
  const port = deps.smtpPort()
  const says = waiting === 0 ? words.nothingWaits(port) : words.mailsWait(port, waiting)
  return { name: words.inbound, state, says }
}

export async function checkHealth(deps: HealthDeps): Promise<HealthItem[]> {
  return [await database(deps.db), await disk(deps.dataDir), inbound(deps)]
}

/** The version of the database, and the newest step of its structure. */
export async function databaseFacts(db: Db): Promise<{ databaseVersion: string; migration: string }> {
  const applied = await appliedMigrations(db.query)
  return { databaseVersion: await databaseVersion(db), migration: applied.at(-1) ?? '' }
}
