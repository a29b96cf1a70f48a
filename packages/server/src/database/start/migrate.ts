/**
 * Brings the schema up to date. Each migration is one transaction together with the row that marks it as
 * done, so a process killed half-way leaves nothing of it. Nodes that start at the same time wait for each
 * other: on PostgreSQL by an advisory lock, on SQLite because there is only one write transaction at a time.
 */
import { sql } from 'kysely'
import { StartFault } from '../../kernel/data-folder.ts'
import { migrations } from '../migrations/index.ts'
import type { Db, Tx } from '../types.ts'

/** The value is arbitrary, but must never change. */
const lockNumber = 7_265_001

async function lock(db: Db, tx: Tx): Promise<void> {
  if (db.kind === 'postgres') await sql`SELECT pg_advisory_xact_lock(${sql.lit(lockNumber)})`.execute(tx)
}

/** Refuses data that a newer program has changed: this one would misread it, and write what the newer cannot read. */
async function refuseNewer(tx: Tx): Promise<void> {
  const own = new Set(migrations.map(migration => migration.name))
  const rows = await tx.selectFrom('migration').select('name').orderBy('name').execute()
  const unknown = rows.map(row => row.name).filter(name => !own.has(name))
  if (unknown.length === 0) return
  throw new StartFault(
    `A newer Yanshu has used this data (it knows ${unknown.join(', ')}), and an older one cannot. Nothing was changed. Start the newer version again; or restore the backup from before the upgrade with this version into an empty place: yanshu restore FILE.`,
  )
}

/** Applies the missing migrations, or only the missing ones among those named. */
export async function migrate(db: Db, only?: ReadonlySet<string>): Promise<string[]> {
  await db.transaction(async tx => {
    await lock(db, tx)
    await sql`CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at bigint NOT NULL)`.execute(
      tx,
    )
    await refuseNewer(tx)
  })
  const applied: string[] = []
  for (const migration of migrations) {
    if (only && !only.has(migration.name)) continue
    const done = await db.transaction(async tx => {
      await lock(db, tx)
      const known = await tx
        .selectFrom('migration')
        .select('name')
        .where('name', '=', migration.name)
        .executeTakeFirst()
      if (known) return false
      await migration.up(tx, db.kind)
      await tx.insertInto('migration').values({ name: migration.name, applied_at: Date.now() }).execute()
      return true
    })
    if (done) applied.push(migration.name)
  }
  return applied
}
