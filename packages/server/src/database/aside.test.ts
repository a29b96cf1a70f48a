import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../testing/databases.ts'
import { kyselyOf } from './kysely-of.ts'
import type { Db } from './types.ts'

/** A query that takes long on every database. */
const counted = (upTo: number) =>
  sql<{
    n: number
  }>`WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < ${sql.lit(upTo)}) SELECT max(n) AS n FROM t`

const setting = (name: string) => ({ scope: 'test', name, value: '1', updated_at: 1 })

describe.each(databaseKinds)('long reads on %s', kind => {
  let place: TestPlace
  let db: Db
  beforeEach(async () => {
    place = await makePlace(kind)
    db = await openPlace(place)
  })
  afterEach(async () => {
    await db.close()
    await place.remove()
  })

  it('hold nobody up', async () => {
    const ended: string[] = []
    const long = counted(2_000_000)
      .execute(kyselyOf(db.aside))
      .then(({ rows }) => ended.push(`counted to ${rows[0]?.n}`))
    await db.transaction(tx => tx.insertInto('setting').values(setting('written')).execute())
    await db.query.selectFrom('setting').select('name').execute()
    ended.push('wrote and read')
    await long
    expect(ended).toEqual(['wrote and read', 'counted to 2000000'])
  })

  it('see what was written just before', async () => {
    for (let at = 0; at < 20; at++) {
      await db.transaction(tx =>
        tx
          .insertInto('setting')
          .values(setting(`n${at}`))
          .execute(),
      )
      const rows = await db.aside.selectFrom('setting').select('name').where('scope', '=', 'test').execute()
      expect(rows).toHaveLength(at + 1)
    }
  })

  it('each get their own answer, however many are asked at once', async () => {
    const numbers = Array.from({ length: 50 }, (_, at) => at + 1)
    const answers = await Promise.all(
      numbers.map(async n => (await counted(n).execute(kyselyOf(db.aside))).rows[0]?.n),
    )
    expect(answers).toEqual(numbers)
  })

  it('that fail say why, and the next is answered', async () => {
    await expect(sql`SELECT * FROM no_such_table`.execute(kyselyOf(db.aside))).rejects.toThrow(
      'no_such_table',
    )
    expect((await counted(3).execute(kyselyOf(db.aside))).rows).toEqual([{ n: 3 }])
  })

  it.runIf(kind === 'sqlite')('write nothing', async () => {
    await expect(kyselyOf(db.aside).insertInto('setting').values(setting('aside')).execute()).rejects.toThrow(
      'readonly',
    )
  })

  it.runIf(kind === 'sqlite')('under way or waiting when the database closes come to an end', async () => {
    const asked = Array.from({ length: 5 }, () => counted(500_000).execute(kyselyOf(db.aside)))
    const ends = Promise.allSettled(asked)
    await db.close()
    expect((await ends).at(-1)?.status).toBe('rejected')
  })
})
