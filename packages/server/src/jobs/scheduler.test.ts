import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../database/types.ts'
import { day, minute } from '../kernel/clock.ts'
import { createLog } from '../kernel/log.ts'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../testing/databases.ts'
import { until } from '../testing/hold.ts'
import { createTestClock, type TestClock } from '../testing/test-clock.ts'
import { createScheduler } from './scheduler.ts'

describe.each(databaseKinds)('periodic jobs on %s', kind => {
  let place: TestPlace
  let db: Db
  let clock: TestClock
  let lines: string[]
  beforeEach(async () => {
    place = await makePlace(kind)
    db = await openPlace(place)
    clock = createTestClock()
    lines = []
  })
  afterEach(async () => {
    await db.close()
    await place.remove()
  })

  const node = (name: string, run: () => Promise<void>, on = db) => {
    const log = createLog('info', { write: line => void lines.push(line) })
    return createScheduler({ db: on, clock, log }, [{ name, everyMs: 10 * minute, run }])
  }

  it('run when they are due and not before', async () => {
    let runs = 0
    const scheduler = node('sweep', async () => void runs++)
    await scheduler.runDue()
    await scheduler.runDue()
    expect(runs).toBe(1)
    clock.advance(9 * minute)
    await scheduler.runDue()
    expect(runs).toBe(1)
    clock.advance(minute + 1)
    await scheduler.runDue()
    expect(runs).toBe(2)
  })

  it('run once, however many nodes look at the same moment', async () => {
    let runs = 0
    const others = kind === 'postgres' ? [await openPlace(place), await openPlace(place)] : [db, db]
    const nodes = [db, ...others].map(on => node('sweep', async () => void runs++, on))
    for (let round = 1; round <= 4; round++) {
      await Promise.all(nodes.map(scheduler => scheduler.runDue()))
      expect(runs).toBe(round)
      clock.advance(10 * minute + 1)
    }
    for (const other of others) if (other !== db) await other.close()
  })

  it('that fail are logged and come again', async () => {
    let runs = 0
    const scheduler = node('broken', async () => {
      runs++
      throw new Error('the reason')
    })
    await scheduler.runDue()
    clock.advance(10 * minute + 1)
    await scheduler.runDue()
    expect(runs).toBe(2)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('the reason')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', job: 'broken', msg: 'job failed' })
  })

  it('run again after the clock was set back', async () => {
    let runs = 0
    const scheduler = node('sweep', async () => void runs++)
    await scheduler.runDue()
    clock.advance(-3 * day)
    await scheduler.runDue()
    expect(runs).toBe(2)
    await scheduler.runDue()
    expect(runs).toBe(2)
  })

  it('that do what cannot be taken back wait an hour after the clock leapt ahead', async () => {
    let runs = 0
    const log = createLog('info', { write: line => void lines.push(line) })
    const job = {
      name: 'sweep',
      everyMs: 10 * minute,
      waitsAfterLeap: true,
      run: async () => void runs++,
    } as const
    const scheduler = createScheduler({ db, clock, log }, [job])
    await scheduler.tick()
    expect(runs).toBe(1)
    clock.advance(3 * day)
    await scheduler.tick()
    clock.advance(59 * minute)
    await scheduler.tick()
    expect(runs).toBe(1)
    expect(lines.map(line => JSON.parse(line).msg)).toEqual([
      'the clock leapt or the program was off: these jobs wait an hour',
    ])
    // Set right in time: as if nothing had been.
    clock.advance(-3 * day)
    await scheduler.tick()
    expect(runs).toBe(2)
    // Not set right: it was the time after all.
    clock.advance(2 * day)
    await scheduler.tick()
    expect(runs).toBe(2)
    clock.advance(61 * minute)
    await scheduler.tick()
    expect(runs).toBe(3)
    // A test that calls it directly knows the time.
    clock.advance(2 * day)
    await scheduler.runDue()
    expect(runs).toBe(4)
  })

  it('start by themselves, and a stop waits for the one that is running', async () => {
    const gate = Promise.withResolvers<void>()
    let started = false
    let ended = false
    const scheduler = node('slow', async () => {
      started = true
      await gate.promise
      ended = true
    })
    scheduler.start()
    await until(() => started)
    const stopping = scheduler.stop()
    gate.resolve()
    await stopping
    expect(ended).toBe(true)
  })
})
