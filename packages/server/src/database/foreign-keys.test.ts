import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../testing/databases.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

type Column = { table: string; column: string }

const unindexedOnSqlite = sql<Column>`
  SELECT t.name AS "table", f."from" AS "column"
  FROM sqlite_master t, pragma_foreign_key_list(t.name) f
  WHERE t.type = 'table' AND NOT EXISTS (
    SELECT 1 FROM pragma_index_list(t.name) i, pragma_index_info(i.name) c
    WHERE c.seqno = 0 AND c.name = f."from"
  )`

const unindexedOnPostgres = sql<Column>`
  SELECT mine.relname AS "table", a.attname AS "column"
  FROM pg_constraint k
  JOIN pg_class mine ON mine.oid = k.conrelid
  JOIN pg_attribute a ON a.attrelid = mine.oid AND a.attnum = k.conkey[1]
  WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace AND NOT EXISTS (
    SELECT 1 FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indkey[0] = k.conkey[1]
  )`

describe.each(databaseKinds)('a foreign key on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp(kind)
  })
  afterAll(() => site.stop())

  // Without one, each row that is deleted costs a walk through all rows that could refer to it.
  it('is the first column of an index', async () => {
    const unindexed = kind === 'sqlite' ? unindexedOnSqlite : unindexedOnPostgres
    const { rows } = await site.app.db.transaction(tx => unindexed.execute(tx))
    expect(rows).toEqual([])
  })
})
