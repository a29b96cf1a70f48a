/**
 * Opens the database named by the configuration and brings its schema up to date. The rest of the program knows `Db`
 * and `Tx` and not which database is behind them.
 */
import { join } from 'node:path'
import { migrate } from './migrate.ts'
import { openSqlite } from './sqlite.ts'
import type { Db } from './types.ts'

/** The file of the database in the data folder, where no URL names another. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'yanshu.sqlite')

export type DatabaseOptions = {
  /** Empty for SQLite in the data folder. */
  url: string
  dataDir: string
  poolSize: number
  onError(cause: unknown): void
}

/** As it is, whatever its schema. The driver of PostgreSQL is only loaded where it is used. */
export async function openUnmigrated(options: DatabaseOptions): Promise<Db> {
  if (options.url === '') return openSqlite(sqliteFile(options.dataDir))
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres({ ...options, patience: null })
}

/** The same for everyday work: a statement that takes minutes is one that nobody waits for any more. */
async function openForWork(options: DatabaseOptions): Promise<Db> {
  const { defaultPatience, openPostgres } = await import('./postgres.ts')
  return openPostgres({ ...options, patience: defaultPatience })
}

export async function openDatabase(options: DatabaseOptions): Promise<Db> {
  const db = await openUnmigrated(options)
  try {
    await migrate(db)
  } catch (cause) {
    await db.close()
    throw cause
  }
  if (db.kind === 'sqlite') return db
  await db.close()
  return openForWork(options)
}
