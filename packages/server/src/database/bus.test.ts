import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../testing/databases.ts'
import { until } from '../testing/hold.ts'
import { kyselyOf } from './kysely-of.ts'
import type { Db } from './types.ts'

describe.each(databaseKinds)('messages on %s', kind => {
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

  /** Publishes until one message arrives, which shows that the listener is in place. */
  async function listening(node: Db, seen: string[]): Promise<void> {
    await until(async () => {
      await db.bus.publish('news', 'ready?')
      await new Promise(resolve => setTimeout(resolve, 5))
      return seen.length > 0
    })
    const stop = node.bus.subscribe('flush', () => undefined)
    stop()
  }

  it('reach every listener of their channel, in order, and no other', async () => {
    const seen: string[] = []
    const others: string[] = []
    db.bus.subscribe('news', message => seen.push(message))
    db.bus.subscribe('other', message => others.push(message))
    await listening(db, seen)
    for (const text of ['one', 'two words', '', '三', 'x'.repeat(1000)]) await db.bus.publish('news', text)
    await until(() => seen.at(-1)?.length === 1000)
    expect(seen.filter(text => text !== 'ready?')).toEqual(['one', 'two words', '', '三', 'x'.repeat(1000)])
    expect(others).toEqual([])
  })

  it('no longer reach one who left', async () => {
    const seen: string[] = []
    const left: string[] = []
    db.bus.subscribe('news', message => seen.push(message))
    const leave = db.bus.subscribe('news', message => left.push(message))
    await listening(db, seen)
    leave()
    const before = left.length
    await db.bus.publish('news', 'last')
    await until(() => seen.includes('last'))
    expect(left).toHaveLength(before)
  })

  if (kind === 'postgres') {
    it('travel from one node to another', async () => {
      const second = await openPlace(place)
      const seen: string[] = []
      second.bus.subscribe('news', message => seen.push(message))
      await listening(second, seen)
      await db.bus.publish('news', 'from the first')
      await until(() => seen.includes('from the first'))
      await second.close()
    })

    it('travel again after the connection broke', async () => {
      const seen: string[] = []
      db.bus.subscribe('news', message => seen.push(message))
      await listening(db, seen)
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'yanshu-bus' AND datname = current_database()`.execute(
        kyselyOf(db.query),
      )
      await until(async () => {
        await db.bus.publish('news', 'again')
        return seen.includes('again')
      })
    })

    it('that are too long are refused rather than cut', async () => {
      await expect(db.bus.publish('news', 'x'.repeat(8000))).rejects.toThrow(/too long/)
    })
  }
})
