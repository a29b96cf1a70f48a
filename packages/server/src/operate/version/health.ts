/** Whether this node is well, item by item, in words an operator can act on. */
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../../database/types.ts'

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
  const started = performance.now()
  const answered = await db.ping().then(
    () => true,
    () => false,
  )
  const ms = Math.round(performance.now() - started)
  if (!answered) return { name: '数据库', state: 'bad', says: '连不上' }
  return { name: '数据库', state: ms > slowMs ? 'warning' : 'good', says: `${ms} 毫秒应答` }
}

const sizeText = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`

async function disk(dataDir: string): Promise<HealthItem> {
  const name = '磁盘'
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const says = `剩 ${sizeText(free)}，共 ${sizeText(blocks * bsize)}`
    if (free < hardlyAny) return { name, state: 'bad', says: `${says}，快满了，满了就不能收信` }
    const low = free < little.bytes || free < blocks * bsize * little.share
    return { name, state: low ? 'warning' : 'good', says }
  } catch {
    return { name, state: 'warning', says: '看不到数据目录的剩余空间' }
  }
}

function inbound(deps: HealthDeps): HealthItem {
  const waiting = deps.backlog()
  const state = waiting > longBacklog ? 'warning' : 'good'
  const says = waiting === 0 ? '没有积压' : `${waiting.toLocaleString('zh-CN')} 封正在入箱`
  return { name: '收信', state, says: `端口 ${deps.smtpPort()}，${says}` }
}

export async function checkHealth(deps: HealthDeps): Promise<HealthItem[]> {
  return [await database(deps.db), await disk(deps.dataDir), inbound(deps)]
}

/** What the database says of itself, and the newest step of its structure. */
export async function databaseFacts(db: Db): Promise<{ databaseVersion: string; migration: string }> {
  const version =
    db.kind === 'sqlite'
      ? await sql<{ v: string }>`SELECT sqlite_version() AS v`.execute(db.query)
      : await sql<{ v: string }>`SELECT current_setting('server_version') AS v`.execute(db.query)
  const newest = await db.query
    .selectFrom('migration')
    .select('name')
    .orderBy('name', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { databaseVersion: version.rows[0]?.v ?? '', migration: newest?.name ?? '' }
}
