import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../database/types.ts'
import { minute } from '../../kernel/clock.ts'
import { databaseKinds, makeMigratedPlace, openPlace, type TestPlace } from '../../testing/databases.ts'
import { hit, peek } from './throttle.ts'

describe.each(databaseKinds)('counting on %s', kind => {
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

  it('tells how long to wait, and never longer than a window, whoever was counted first', async () => {
    const countAt = (now: number) => db.transaction(tx => hit(tx, 'calls', minute, now))
    const leftAt = async (now: number) =>
      (await peek(db.query, ['calls'], minute, now)).get('calls')?.secondsLeft ?? null
    expect(await countAt(10_500)).toEqual({ count: 1, secondsLeft: 60 })
    expect(await countAt(10_400)).toEqual({ count: 2, secondsLeft: 60 })
    expect(await leftAt(10_400)).toBe(60)
    expect(await countAt(40_499)).toEqual({ count: 3, secondsLeft: 31 })
    expect(await countAt(70_499)).toEqual({ count: 4, secondsLeft: 1 })
    expect(await leftAt(70_500)).toBe(null)
    expect(await countAt(70_500)).toEqual({ count: 1, secondsLeft: 60 })
  })
})
