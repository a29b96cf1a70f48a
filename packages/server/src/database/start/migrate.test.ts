import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFault } from '../../kernel/start-fault.ts'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../../testing/databases.ts'
import { kyselyOf } from '../kysely-of.ts'
import { migrations } from '../migrations/index.ts'
import type { Db } from '../types.ts'
import { migrate } from './migrate.ts'
import { openUnmigrated } from './open.ts'

const names = migrations.map(migration => migration.name)
const childFile = join(import.meta.dirname, '../../testing/migrate-child.ts')

/** Starts another process that migrates the database of the place. */
function startChild(place: TestPlace, haltIn: string) {
  return spawn(process.execPath, [childFile, place.databaseUrl, place.dataDir, haltIn], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

describe.each(databaseKinds)('bringing the schema up to date on %s', kind => {
  let place: TestPlace
  beforeEach(async () => {
    place = await makePlace(kind)
  })
  afterEach(() => place.remove())

  const applied = async (db: Db) => {
    const rows = await db.query.selectFrom('migration').select('name').orderBy('name').execute()
    return rows.map(row => row.name)
  }

  it('is done in order, and not again', async () => {
    const db = await openPlace(place)
    expect(await applied(db)).toEqual([...names].sort())
    expect(await migrate(db)).toEqual([])
    await db.close()
    const again = await openPlace(place)
    expect(await applied(again)).toEqual([...names].sort())
    await again.close()
  })

  it('is refused when a newer program has used the data, which stays as it is', async () => {
    const db = await openPlace(place)
    await db.transaction(async tx => {
      await tx.insertInto('migration').values({ name: '9999-future', applied_at: 1 }).execute()
    })
    await db.close()
    const refused = openPlace(place).then(
      () => '',
      (cause: unknown) => startFault(cause),
    )
    expect(await refused).toMatch(/^A newer Yanshu has used this data .*9999-future.* Nothing was changed\./)
    const still = await openUnmigrated({
      url: place.databaseUrl,
      dataDir: place.dataDir,
      poolSize: 2,
      onError: () => undefined,
    })
    expect(await applied(still)).toEqual([...names, '9999-future'].sort())
    await still.close()
  })

  it('is done once by several processes that start at the same moment', async () => {
    const children = [1, 2, 3].map(() => startChild(place, ''))
    const codes = await Promise.all(children.map(async child => (await once(child, 'exit'))[0] as number))
    expect(codes).toEqual([0, 0, 0])
    const db = await openPlace(place)
    expect(await applied(db)).toEqual([...names].sort())
    await db.close()
  })

  it.each(names)(
    'killed in the middle of %s leaves nothing of it, and the next start completes it',
    async name => {
      const child = startChild(place, name)
      await once(child.stdout, 'data')
      child.kill('SIGKILL')
      await once(child, 'exit')
      const db = await openPlace(place)
      expect(await applied(db)).toEqual([...names].sort())
      const half = await sql`SELECT 1 FROM half_done`.execute(kyselyOf(db.query)).then(
        () => true,
        () => false,
      )
      expect(half).toBe(false)
      await db.close()
    },
  )
})
