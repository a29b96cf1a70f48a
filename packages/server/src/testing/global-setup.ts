/**
 * Prepares the things that all test files of the server share: a build of its threads and programs, a
 * PostgreSQL server, and one migrated database of each kind to copy.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../database/start/open.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the maintenance database, or empty when PostgreSQL is not installed. */
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
  // PostgreSQL copies this database for each new one.
  if (server) await migrate(server.url('template1'), folder)
  project.provide('postgresUrl', server?.url('postgres') ?? '')
  project.provide('migratedFolder', folder)
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await server?.stop()
  }
}
