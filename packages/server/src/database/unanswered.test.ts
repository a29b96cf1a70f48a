import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isOutOfReach } from '../kernel/out-of-reach.ts'
import { databaseKinds, makeMigratedPlace, type TestPlace } from '../testing/databases.ts'
import { eventually } from '../testing/eventually.ts'
import { type MuteProxy, startMuteProxy } from '../testing/mute-proxy.ts'
import { kyselyOf } from './kysely-of.ts'
import { openPostgres, type Patience } from './postgres.ts'
import type { Db } from './types.ts'

const connections = 4
const impatient: Patience = { statementMs: 1000, answerMs: 1500, probe: { everyMs: 100, answerMs: 1000 } }

describe.runIf(databaseKinds.includes('postgres'))('a PostgreSQL that does not answer', () => {
  let place: TestPlace
  let proxy: MuteProxy
  let db: Db
  beforeEach(async () => {
    place = await makeMigratedPlace('postgres')
    proxy = await startMuteProxy(place.databaseUrl)
    const onError = () => undefined
    db = openPostgres({ url: proxy.url, poolSize: connections, onError, patience: impatient })
  })
  afterEach(async () => {
    await db.close()
    await proxy.stop()
    await place.remove()
  })

  const fault = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'no fault',
      (cause: unknown) => cause,
    )
  const one = () => sql<{ one: number }>`SELECT 1 AS one`.execute(kyselyOf(db.query))
  /** Opens every connection of the pool and leaves it idle. */
  const fill = () =>
    Promise.all(
      Array.from({ length: connections }, () => sql`SELECT pg_sleep(0.05)`.execute(kyselyOf(db.query))),
    )

  it('costs those who wait for it their statement, and the next ones nothing', async () => {
    await fill()
    proxy.mute()
    expect(isOutOfReach(await fault(one()))).toBe(true)
    const began = performance.now()
    for (let times = 0; times < 2 * connections; times++) expect((await one()).rows).toEqual([{ one: 1 }])
    await db.ping()
    expect(performance.now() - began).toBeLessThan(impatient.answerMs)
  })

  it('ends a transaction, and the next one is done', async () => {
    await fill()
    const insert = (name: string) =>
      db.transaction(async tx => {
        await sql`INSERT INTO migration (name, applied_at) VALUES (${name}, 0)`.execute(tx)
        if (name === 'lost') proxy.mute()
        await sql`SELECT 1`.execute(tx)
      })
    expect(isOutOfReach(await fault(insert('lost')))).toBe(true)
    await insert('kept')
    const { rows } = await sql`SELECT name FROM migration WHERE name IN ('lost', 'kept')`.execute(
      kyselyOf(db.query),
    )
    expect(rows).toEqual([{ name: 'kept' }])
  })

  it('is found out by who only listens, and heard again', async () => {
    const seen: string[] = []
    let gaps = 0
    db.bus.subscribe('news', message => seen.push(message))
    db.bus.onGap(() => gaps++)
    const hears = (text: string) =>
      eventually(`hears ${text}`, async () => {
        await db.bus.publish('news', text)
        return seen.includes(text)
      })
    await hears('before')
    await fill()
    proxy.mute()
    await fault(one())
    await hears('after')
    expect(gaps).toBe(1)
  })

  it('is told again what was lost on the way', async () => {
    await fill()
    proxy.mute()
    const heard = Promise.withResolvers<string>()
    const other = openPostgres({
      url: place.databaseUrl,
      poolSize: 1,
      onError: () => undefined,
      patience: null,
    })
    const stop = other.bus.subscribe('news', heard.resolve)
    try {
      await eventually('the other listens', async () => {
        const { rows } = await sql`SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'`.execute(
          kyselyOf(other.query),
        )
        return rows.length > 0
      })
      await db.bus.publish('news', 'told again')
      expect(await heard.promise).toBe('told again')
    } finally {
      stop()
      await other.close()
    }
  })

  it('because of a lock is not waited for without end, and what was locked is left as it is', async () => {
    const other = openPostgres({
      url: place.databaseUrl,
      poolSize: 1,
      onError: () => undefined,
      patience: null,
    })
    try {
      const insert = () =>
        db.transaction(tx => sql`INSERT INTO migration (name, applied_at) VALUES ('mine', 0)`.execute(tx))
      await other.transaction(async tx => {
        await sql`LOCK TABLE migration IN ACCESS EXCLUSIVE MODE`.execute(tx)
        expect(isOutOfReach(await fault(insert()))).toBe(true)
      })
      await insert()
    } finally {
      await other.close()
    }
  })
})
