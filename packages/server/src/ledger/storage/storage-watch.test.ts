import { describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../kernel/log.ts'
import { databaseKinds, makeMigratedPlace, openPlace } from '../../testing/databases.ts'
import type { SiteValues } from '../setting/site-table.ts'
import { createStorageWatch } from './storage-watch.ts'

const megabyte = 1_048_576

async function watching(kind: (typeof databaseKinds)[number], settings: Partial<SiteValues>) {
  const place = await makeMigratedPlace(kind)
  const db = await openPlace(place)
  onTestFinished(async () => {
    await db.close()
    await place.remove()
  })
  const disk = { freeMb: 50_000, totalMb: 100_000 }
  const site = { read: async () => ({ diskFloorMb: 1000, databaseMaxMb: 0, ...settings }) as SiteValues }
  const watch = createStorageWatch({
    ...{ db, dataDir: place.dataDir, log: createLog('silent') },
    site: { ...site, changed: async () => undefined, close: () => undefined },
    disk: async () => ({ bavail: disk.freeMb, blocks: disk.totalMb, bsize: megabyte }),
  })
  const at = async (freeMb: number) => {
    disk.freeMb = freeMb
    return (await watch.look()).state
  }
  return { watch, disk, at }
}

describe.each(databaseKinds)('the room for what comes, on %s', kind => {
  it('is little below twice the floor and none below it', async () => {
    const { watch, at } = await watching(kind, {})
    expect([await at(2000), await at(1999), await at(1000), await at(999)]).toEqual([
      'plenty',
      'low',
      'low',
      'full',
    ])
    expect(watch.hasRoom(0)).toBe(false)
    expect(await at(50_000)).toBe('plenty')
    expect(watch.hasRoom(25 * megabyte)).toBe(true)
  })

  it('is used up by what comes between two looks', async () => {
    const { watch, at } = await watching(kind, {})
    await at(1100)
    const taken = Array.from({ length: 10 }, () => watch.hasRoom(10 * megabyte)).filter(Boolean)
    expect(taken).toHaveLength(5)
    await at(1100)
    expect(watch.hasRoom(10 * megabyte)).toBe(true)
  })

  it('on a small disk is all but a twentieth of it', async () => {
    const { disk, at } = await watching(kind, {})
    disk.totalMb = 1000
    expect([await at(100), await at(99), await at(49)]).toEqual(['plenty', 'low', 'full'])
  })

  it('has no floor where none is set', async () => {
    const { at } = await watching(kind, { diskFloorMb: 0 })
    expect(await at(1)).toBe('plenty')
  })
})

describe('the room in a PostgreSQL database', () => {
  it('is bounded where the operator sets a bound', async () => {
    const { watch } = await watching('postgres', { databaseMaxMb: 1 })
    expect(await watch.look()).toMatchObject({ state: 'full', databaseBytes: expect.any(Number) })
    expect(watch.hasRoom(0)).toBe(false)
  })

  it('is told of at nine tenths', async () => {
    const { watch: first } = await watching('postgres', { databaseMaxMb: 1 })
    const { databaseBytes } = await first.look()
    const { watch } = await watching('postgres', {
      databaseMaxMb: Math.ceil(((databaseBytes ?? 0) / megabyte) * 1.05),
    })
    expect((await watch.look()).state).toBe('low')
  })
})
