import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../database/types.ts'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../../testing/databases.ts'
import { nothingRests } from '../../testing/nothing-rests.ts'
import { holdAddress } from '../account/hold.ts'
import { openAccount, openAccounts } from './open-account.ts'

const domain = { id: 'd', name: 'open.example' }
const plan = {
  domain,
  passwordHash: null,
  ownerId: null,
  worth: { expiresAt: null, quotaBytes: null, maySend: false },
}

describe.each(databaseKinds)('accounts that come into being on %s', kind => {
  let place: TestPlace
  let db: Db
  const now = Date.now()
  beforeAll(async () => {
    place = await makePlace(kind)
    db = await openPlace(place)
    await db.transaction(async tx => {
      await tx
        .insertInto('domain')
        .values({
          ...domain,
          owner_id: null,
          open: 1,
          store: 0,
          catch_all: 0,
          subdomains: 0,
          verified_at: 0,
          created_at: 0,
        })
        .execute()
    })
  })
  afterAll(async () => {
    await db.close()
    await place.remove()
  })
  const open = (...names: string[]) =>
    db.transaction(tx =>
      openAccounts(
        tx,
        nothingRests,
        names.map(localPart => ({ ...plan, localPart })),
        now,
      ),
    )

  it('are one for each name, also when one request names it twice', async () => {
    const made = await open('twice', 'once', 'twice')
    expect(made.map(row => row?.local_part)).toEqual(['twice', 'once', undefined])
    expect(await open('once', 'new')).toMatchObject([null, { local_part: 'new' }])
    expect(await open()).toEqual([])
    const left = await db.query.selectFrom('address_hold').selectAll().execute()
    expect(left).toEqual([])
  })

  it('leave names alone that are kept for somebody, until that one comes', async () => {
    const kept = { address: `kept@${domain.name}`, holder: 'order', until: now + 1000 }
    await db.transaction(tx => holdAddress(tx, nothingRests, kept, now))
    expect(await open('kept', 'kept', 'free')).toMatchObject([null, null, { local_part: 'free' }])
    const take = (holder?: string) =>
      db.transaction(tx => openAccount(tx, nothingRests, { ...plan, localPart: 'kept', holder }, now))
    expect(await take()).toBeNull()
    expect(await take('order')).toMatchObject({ address: kept.address })
    expect(await take('order')).toBeNull()
  })

  it('are as many as there are names when lists that share some come at once', async () => {
    const lists = Array.from({ length: 8 }, (_, at) => [`own${at}`, 'shared-a', 'shared-b', 'shared-a'])
    const made = (await Promise.all(lists.map(names => open(...(names as string[]))))).flat()
    expect(made.filter(row => row !== null)).toHaveLength(10)
  })
})
