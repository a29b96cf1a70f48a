/** Makes databases for tests: the whole suite runs on each installed kind. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, sqliteFile } from '../database/start/open.ts'
import type { DatabaseKind, Db } from '../database/types.ts'

const postgresUrl = inject('postgresUrl')

export const databaseKinds: readonly DatabaseKind[] = postgresUrl ? ['sqlite', 'postgres'] : ['sqlite']

export type TestPlace = {
  readonly kind: DatabaseKind
  /** Empty for SQLite. */
  readonly databaseUrl: string
  readonly dataDir: string
  remove(): Promise<void>
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function makeFrom(kind: DatabaseKind, template: 'template0' | 'template1'): Promise<TestPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yanshu-test-'))
  const name = `t_${process.pid}_${Math.random().toString(36).slice(2)}`
  if (kind === 'postgres') await onServer(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    kind,
    databaseUrl: kind === 'postgres' ? postgresUrl.replace('/postgres?', `/${name}?`) : '',
    dataDir,
    async remove() {
      if (kind === 'postgres') await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Makes an empty database and an empty folder. */
export const makePlace = (kind: DatabaseKind): Promise<TestPlace> => makeFrom(kind, 'template0')

/** Makes a database with all tables and no rows, so that a test does not wait for the migrations. */
export async function makeMigratedPlace(kind: DatabaseKind): Promise<TestPlace> {
  const place = await makeFrom(kind, 'template1')
  if (kind === 'sqlite') copyFileSync(sqliteFile(inject('migratedFolder')), sqliteFile(place.dataDir))
  return place
}

export function openPlace(place: TestPlace): Promise<Db> {
  return openDatabase({
    url: place.databaseUrl,
    dataDir: place.dataDir,
    poolSize: 10,
    onError: () => undefined,
  })
}
