import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { databaseKinds, makeMigratedPlace, openPlace, type TestPlace } from '../testing/databases.ts'
import { readRows } from './read-rows.ts'
import type { Db, Query, Tx } from './types.ts'

type Writes = Extract<
  keyof Query,
  | 'insertInto'
  | 'updateTable'
  | 'deleteFrom'
  | 'replaceInto'
  | 'mergeInto'
  | 'with'
  | 'withRecursive'
  | 'executeQuery'
  | 'getExecutor'
  | 'transaction'
  | 'startTransaction'
  | 'connection'
  | 'schema'
>

describe('what reads', () => {
  it('has no way to write, by its type', () => {
    expectTypeOf<Writes>().toBeNever()
    expectTypeOf<keyof Query>().toEqualTypeOf<'selectFrom'>()
  })

  it('is not enough where a transaction is wanted, and a transaction is enough for it', () => {
    expectTypeOf<Tx>().toExtend<Query>()
    expectTypeOf<Query>().not.toExtend<Tx>()
    expectTypeOf<Db['query']>().toEqualTypeOf<Query>()
    expectTypeOf<Db['aside']>().toEqualTypeOf<Query>()
  })

  it('cannot be given a statement written by hand to execute', () => {
    type Executor = Parameters<ReturnType<typeof sql>['execute']>[0]
    expectTypeOf<Tx>().toExtend<Executor>()
    expectTypeOf<Query>().not.toExtend<Executor>()
  })

  it('is seen through by this room and by tests alone', () => {
    const src = join(import.meta.dirname, '..')
    const others = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      path => path.endsWith('.ts') && !/^database\/|^testing\/|\.test\.ts$/.test(path),
    )
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter(path => readFileSync(join(src, path), 'utf8').includes('kysely-of.ts'))).toEqual([])
  })
})

describe.each(databaseKinds)('reading by hand on %s', kind => {
  let place: TestPlace
  let db: Db
  beforeAll(async () => {
    place = await makeMigratedPlace(kind)
    db = await openPlace(place)
  })
  afterAll(async () => {
    await db.close()
    await place.remove()
  })

  it('gives the rows of a SELECT, also within a transaction', async () => {
    const one = sql<{ one: number }>`
      SELECT 1 AS one`
    expect(await readRows(db.query, one)).toEqual([{ one: 1 }])
    expect(await db.transaction(tx => readRows(tx, one))).toEqual([{ one: 1 }])
  })

  it('refuses every other statement', async () => {
    const before = await db.query.selectFrom('migration').select('name').execute()
    for (const statement of [
      sql`DELETE FROM migration`,
      sql`INSERT INTO migration (name, applied_at) VALUES ('x', 1)`,
      sql`WITH gone AS (SELECT 1) DELETE FROM migration`,
      sql`-- SELECT
        DELETE FROM migration`,
      sql`SELECTED`,
    ])
      await expect(db.transaction(tx => readRows(tx, statement))).rejects.toThrow('no SELECT')
    expect(await db.query.selectFrom('migration').select('name').execute()).toEqual(before)
  })
})
