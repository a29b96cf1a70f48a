import { expect, test } from 'vitest'
import { makePlace, openPlace } from '../testing/databases.ts'

test('a limit is written into the statement, which SQLite would plan anew each time otherwise', async () => {
  const place = await makePlace('sqlite')
  const db = await openPlace(place)
  const few = (count: number) => db.query.selectFrom('setting').select('name').limit(count)
  expect(few(3).compile()).toMatchObject({ sql: 'select "name" from "setting" limit 3', parameters: [] })
  const row = (name: string) => ({ scope: 'test', name, value: '1', updated_at: 1 })
  await db.transaction(tx => tx.insertInto('setting').values(['a', 'b', 'c'].map(row)).execute())
  expect(await few(2).execute()).toHaveLength(2)
  await db.close()
  await place.remove()
})
