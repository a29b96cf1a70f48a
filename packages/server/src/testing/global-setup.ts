/**
 * What all test files of the server share: a build of its threads and programs, a PostgreSQL server, and in each kind of
 * database one whose schema is up to date, to be copied.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../database/open.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the maintenance database, or empty where PostgreSQL is not installed. */
    postgresUrl: string
    /** A folder with a SQLite database to copy. */
    migratedFolder: string
  }
}

async function migrate(url: string, dataDir: string): Promise<void> {
  const db = await openDatabase({ url, dataDir, poolSize: 1, onError: () => undefined })
  await db.close()
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, '../../../..')
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { cwd: root, stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-migrated-'))
  await migrate('', folder)
  const server = await startPostgres()
  // What PostgreSQL copies for a new database.
  if (server) await migrate(server.url('template1'), folder)
  project.provide('postgresUrl', server?.url('postgres') ?? '')
  project.provide('migratedFolder', folder)
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await server?.stop()
  }
}
