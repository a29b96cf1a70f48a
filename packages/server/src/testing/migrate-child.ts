/**
 * Runs as a process that migrates a database, and halts in the middle of one migration until it is killed.
 */

import { join } from 'node:path'
import { sql } from 'kysely'
import { openPostgres } from '../database/postgres.ts'
import { openSqlite } from '../database/sqlite.ts'
import { migrate } from '../database/start/migrate.ts'
import type { Db } from '../database/types.ts'

const [url = '', dataDir = '', haltIn = ''] = process.argv.slice(2)

const db: Db = url
  ? openPostgres({ url, poolSize: 4, onError: () => undefined, patience: null })
  : openSqlite(join(dataDir, 'yanshu.sqlite'))

/**
 * Halts after the work of the migration and before its commit: the last moment at which a kill could leave
 * half of it.
 */
const halting: Db = {
  ...db,
  transaction: work =>
    db.transaction(async tx => {
      const result = await work(tx)
      const done = await tx
        .selectFrom('migration')
        .select('name')
        .where('name', '=', haltIn)
        .executeTakeFirst()
      if (done) {
        await sql`CREATE TABLE half_done (x integer)`.execute(tx)
        process.stdout.write('in the middle\n')
        await new Promise(resolve => setTimeout(resolve, 60_000))
      }
      return result
    }),
}

await migrate(haltIn === '' ? db : halting)
await db.close()
