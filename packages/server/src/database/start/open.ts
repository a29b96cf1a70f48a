/**
 * Opens the database that the configuration names and migrates it. The rest of the program knows `Db` and
 * `Tx` but not the database behind them.
 */
import { join } from 'node:path'
import { openSqlite } from '../sqlite.ts'
import type { Db } from '../types.ts'
import { migrate } from './migrate.ts'

/** The database file in the data folder, used when no URL names another database. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'yanshu.sqlite')

export type DatabaseOptions = {
  /** Empty means SQLite in the data folder. */
  url: string
  dataDir: string
  poolSize: number
  onError(cause: unknown): void
}

/**
 * Opens the database with whatever schema it has. The driver of PostgreSQL is loaded only when it is used.
 */
export async function openUnmigrated(options: DatabaseOptions): Promise<Db> {
  if (options.url === '') return openSqlite(sqliteFile(options.dataDir))
  const { openPostgres } = await import('../postgres.ts')
  return openPostgres({ ...options, patience: null })
}

/**
 * Opens the database for everyday work, with time limits: nobody waits for a statement that takes minutes.
 */
async function openForWork(options: DatabaseOptions): Promise<Db> {
  const { defaultPatience, openPostgres } = await import('../postgres.ts')
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
