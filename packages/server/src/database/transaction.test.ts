import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../testing/databases.ts'
import { meetingPoint } from '../testing/hold.ts'
import { kyselyOf } from './kysely-of.ts'
import type { Db, Tx } from './types.ts'

const setting = (name: string) => ({ scope: 'test', name, value: '1', updated_at: 1 })

describe.each(databaseKinds)('transactions on %s', kind => {
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

  const write = async (tx: Tx, name: string) => {
    await tx.insertInto('setting').values(setting(name)).execute()
  }
  const names = async (from: Db = db) => {
    const rows = await from.query.selectFrom('setting').select('name').where('scope', '=', 'test').execute()
    return rows.map(row => row.name).sort()
  }

  it('are visible to every connection when their promise resolves', async () => {
    const other = await openPlace(place)
    for (let at = 0; at < 20; at++) {
      await db.transaction(tx => write(tx, `n${at}`))
      expect(await names(other)).toHaveLength(at + 1)
    }
    await other.close()
  })

  it('that fail leave nothing and take nobody with them', async () => {
    const works = Array.from({ length: 60 }, (_, at) =>
      db.transaction(async tx => {
        await write(tx, `w${String(at).padStart(2, '0')}`)
        if (at % 3 === 0) throw new Error(`fault ${at}`)
      }),
    )
    const results = await Promise.allSettled(works)
    expect(results.filter(result => result.status === 'rejected')).toHaveLength(20)
    const expected = Array.from({ length: 60 }, (_, at) => at).filter(at => at % 3 !== 0)
    expect(await names()).toEqual(expected.map(at => `w${String(at).padStart(2, '0')}`))
  })

  it('that break a rule of the database leave the others alone', async () => {
    const orphan = {
      id: 'm',
      address: 'a@b',
      local_part: 'a',
      domain_id: 'nowhere',
      kind: 'temporary',
      status: 'active',
    }
    const rest = {
      note: '',
      may_send: 0,
      used_bytes: 0,
      unread: 0,
      received: 0,
      pinned: 0,
      end_after_code: 0,
      created_at: 1,
    }
    const broken = db.transaction(async tx => {
      await write(tx, 'with the broken one')
      await tx
        .insertInto('mailbox')
        .values({ ...orphan, ...rest } as never)
        .execute()
    })
    const [bad, good] = await Promise.allSettled([broken, db.transaction(tx => write(tx, 'whole'))])
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
    expect(await names()).toEqual(['whole'])
  })

  it('count to the end when a hundred add to one number at the same moment', async () => {
    await db.transaction(tx => write(tx, 'counter'))
    await Promise.all(
      Array.from({ length: 100 }, () =>
        db.transaction(async tx => {
          const raised = sql<string>`CAST(CAST(value AS integer) + 1 AS text)`
          await tx.updateTable('setting').set({ value: raised }).where('name', '=', 'counter').execute()
        }),
      ),
    )
    const { value } = await db.query
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'counter')
      .executeTakeFirstOrThrow()
    expect(value).toBe('101')
  })

  it('go on after many failures', async () => {
    for (let at = 0; at < 30; at++)
      await expect(db.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await db.transaction(tx => write(tx, 'after'))
    expect(await names()).toEqual(['after'])
  })

  if (kind === 'sqlite') {
    it('are the only way to write', async () => {
      await expect(
        kyselyOf(db.query).insertInto('setting').values(setting('past')).execute(),
      ).rejects.toThrow(/readonly/)
      expect(await names()).toEqual([])
    })
  }

  if (kind === 'postgres') {
    it('that lock each other out are done again until both succeed', async () => {
      await db.transaction(async tx => {
        await write(tx, 'left')
        await write(tx, 'right')
      })
      const met = meetingPoint(2)
      let tries = 0
      const touch = (tx: Tx, name: string) =>
        tx.updateTable('setting').set({ value: '2' }).where('name', '=', name).execute()
      const crossed = (first: string, second: string) =>
        db.transaction(async tx => {
          tries++
          await touch(tx, first)
          if (tries <= 2) await met()
          await touch(tx, second)
        })
      await Promise.all([crossed('left', 'right'), crossed('right', 'left')])
      // The server usually aborts one of the two; on a busy machine it may abort both.
      expect(tries).toBeGreaterThanOrEqual(3)
      const rows = await db.query.selectFrom('setting').select('value').where('scope', '=', 'test').execute()
      expect(rows.map(row => row.value)).toEqual(['2', '2'])
    })

    it('that lost a race for a unique value see it taken when they look again', async () => {
      const met = meetingPoint(2)
      let looks = 0
      const takeIfFree = () =>
        db.transaction(async tx => {
          looks++
          const taken = await tx
            .selectFrom('setting')
            .select('name')
            .where('name', '=', 'only')
            .executeTakeFirst()
          if (looks <= 2) await met()
          if (taken) return 'taken'
          await write(tx, 'only')
          return 'mine'
        })
      const answers = await Promise.all([takeIfFree(), takeIfFree()])
      expect([answers.sort(), looks]).toEqual([['mine', 'taken'], 3])
    })

    it('give up on what cannot succeed', async () => {
      let tries = 0
      const broken = db.transaction(async tx => {
        tries++
        await sql`SELECT 1/0`.execute(tx)
      })
      await expect(broken).rejects.toThrow(/division by zero/)
      expect(tries).toBe(1)
    })
  }
})
