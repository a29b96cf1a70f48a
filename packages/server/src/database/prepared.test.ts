import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../testing/databases.ts'
import { prepared, preparedList, preparedRows } from './prepared.ts'
import type { Db, Tx } from './types.ts'

type Setting = { scope: string; name: string; value: string; updated_at: number }

const insertSettings = preparedRows((query, rows: Setting[]) =>
  query.insertInto('setting').values(rows).returning('name'),
)
const settingsNamed = preparedList((query, names: string[]) =>
  query.selectFrom('setting').select(['name', 'value']).where('name', 'in', names).orderBy('name'),
)
const renamed = prepared((tx: Tx, name: string, value: string) =>
  tx
    .updateTable('setting')
    .set({ value, updated_at: 7 })
    .where('name', '=', name)
    .where('scope', '=', 'test')
    .returning(['value', 'updated_at']),
)
const setting = (name: string): Setting => ({ scope: 'test', name, value: `of ${name}`, updated_at: 1 })

describe.each(databaseKinds)('prepared statements on %s', kind => {
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

  it('write and find as many rows as are given, each with its own values', async () => {
    for (const names of [['a'], ['b', 'c'], ['d'], ['e', 'f', 'g']]) {
      const made = await db.transaction(tx => insertSettings(tx, names.map(setting)))
      expect(made.map(row => row.name).sort()).toEqual(names)
    }
    expect(await settingsNamed(db.query, ['g', 'a', 'nobody'])).toEqual([
      { name: 'a', value: 'of a' },
      { name: 'g', value: 'of g' },
    ])
    expect(await settingsNamed(db.query, ['d'])).toEqual([{ name: 'd', value: 'of d' }])
  })

  it('do not mind in which order a row names its columns', async () => {
    const insert = preparedRows((query, rows: Setting[]) => query.insertInto('setting').values(rows))
    const { value, ...rest } = setting('turned')
    await db.transaction(tx => insert(tx, [setting('a')]))
    await db.transaction(tx => insert(tx, [{ value, ...rest }]))
    expect(await settingsNamed(db.query, ['a', 'turned'])).toEqual([
      { name: 'a', value: 'of a' },
      { name: 'turned', value: 'of turned' },
    ])
  })

  it('keep what is fixed, and take a value for what it is', async () => {
    await db.transaction(tx => insertSettings(tx, ['a', 'b'].map(setting)))
    const odd = `'; DROP TABLE setting; -- $1 ? 雁`
    expect(await db.transaction(tx => renamed(tx, 'a', odd))).toEqual([{ value: odd, updated_at: 7 }])
    expect(await db.transaction(tx => renamed(tx, odd, 'x'))).toEqual([])
    expect(await settingsNamed(db.query, ['b'])).toEqual([{ name: 'b', value: 'of b' }])
  })

  it('belong to the transaction that they are run in', async () => {
    await expect(
      db.transaction(async tx => {
        await insertSettings(tx, [setting('a')])
        expect(await settingsNamed(tx, ['a'])).toHaveLength(1)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await settingsNamed(db.query, ['a'])).toEqual([])
  })
})
