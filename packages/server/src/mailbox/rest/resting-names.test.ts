import { errors } from '@yanshu/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDomainByName } from '../../domain/repository.ts'
import { day, hour, minute } from '../../kernel/clock.ts'
import { createSecrets } from '../../kernel/secrets.ts'
import { databaseKinds, makeMigratedPlace, openPlace } from '../../testing/databases.ts'
import { until } from '../../testing/hold.ts'
import { makeDomain, makeMailbox, makePerson } from '../../testing/people.ts'
import { shopDomain as domain, type Shop } from '../../testing/shop.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { findMailboxByAddress, updateMailbox } from '../account/repository.ts'
import { insertNamed } from '../make/insert-named.ts'
import { createRestingNames } from './resting-names.ts'
import { account, pass, removeForGood } from './testing/end-ways.ts'
import { masterKey, refusal, startRestShop } from './testing/rest-site.ts'

const { addressResting, addressTaken } = errors

describe.each(databaseKinds)('a name that was given up, on %s,', kind => {
  let shop: Shop
  let names = 0
  beforeAll(async () => {
    shop = await startRestShop(kind)
  })
  afterAll(() => shop.site.stop())

  const fresh = () => `name${names++}`
  const addressOf = (name: string) => `${name}@${domain}`
  const mailboxOf = (name: string) => findMailboxByAddress(shop.site.app.db.query, addressOf(name))
  const register = (localPart: string, body: Record<string, unknown> = {}) =>
    shop.site.call('regEmail', { body: { domain, localPart, ...body } })
  const set = (values: Record<string, unknown>) =>
    shop.site.ok('updateSetting', { body: { values } }, shop.admin)
  const rests = () => shop.site.app.db.query.selectFrom('resting_name').selectAll().execute()
  const create = (localPart: string, token: string) =>
    shop.site.call('createEmail', { body: { domain, localPart } }, token)
  /** A name of one who throws it away again. */
  async function givenUp(name: string, ownerId: string | null = null): Promise<string> {
    await removeForGood(shop, await account(shop, name, ownerId))
    return name
  }
  const release = (address: string, token = shop.admin) =>
    shop.site.call('releaseName', { body: { address } }, token)

  it('says at its field nothing of whose it was, and nothing closer than the day', async () => {
    const ann = await makePerson(shop.site, 'secret.holder')
    const name = await givenUp(fresh(), ann.id)
    const { body } = await register(name)
    expect(body.msg).toBe(body.fields?.localPart)
    expect(body.msg).toMatch(refusal)
    const stored = await rests()
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${name}|${ann.id}|${domain}`))
    expect(stored.every(row => /^[a-z2-7]{20}$/.test(row.name))).toBe(true)
  })

  describe('comes back at once', () => {
    it('to the account that had it, in whatever way that account makes it', async () => {
      const ann = await makePerson(shop.site, 'ann')
      const bob = await makePerson(shop.site, 'bob')
      const ways = [
        (name: string) => create(name, ann.token),
        (name: string) =>
          shop.site.call('createEmailAccount', { body: { domain, names: [name] } }, ann.token),
        (name: string) =>
          shop.site.call(
            'importEmailAccount',
            { body: { rows: [{ line: 1, address: addressOf(name) }] } },
            ann.token,
          ),
        (name: string) =>
          shop.site.call(
            'createEmailAccount',
            { body: { domain, names: [name], ownerId: ann.id } },
            shop.admin,
          ),
      ]
      for (const way of ways) {
        const name = await givenUp(fresh(), ann.id)
        expect((await create(name, bob.token)).body.error).toBe(addressResting.code)
        expect((await way(name)).body.error).toBe(0)
        expect(await mailboxOf(name)).toMatchObject({ owner_id: ann.id })
        // Given up once more, it rests anew.
        await removeForGood(shop, (await mailboxOf(name))?.id ?? '')
        expect((await create(name, bob.token)).body.error).toBe(addressResting.code)
      }
    })

    it('to its last holder only, when it changed hands before', async () => {
      const [ann, bob] = [await makePerson(shop.site, 'ann.first'), await makePerson(shop.site, 'bob.last')]
      const name = fresh()
      const id = await account(shop, name, ann.id)
      await shop.site.ok('editEmailAccount', { body: { id, ownerId: bob.id } }, shop.admin)
      await removeForGood(shop, id)
      expect((await create(name, ann.token)).body.error).toBe(addressResting.code)
      expect((await create(name, bob.token)).body.error).toBe(0)
    })

    it('to nobody when it was nobody’s, whatever its password was', async () => {
      const password = 'a password of its own'
      const name = fresh()
      const { token, address } = await shop.site.ok('regEmail', {
        body: { domain, localPart: name, password },
      })
      await shop.site.ok('deleteOwnAccount', { body: { name: address, password } }, token)
      expect((await register(name, { password })).body.error).toBe(addressResting.code)
    })

    it('with its mailbox, as long as that can be restored', async () => {
      const ann = await makePerson(shop.site, 'ann.restores')
      const name = fresh()
      const ids = [await account(shop, name, ann.id)]
      await shop.site.ok('delEmailAccount', { body: { ids } }, ann.token)
      expect((await register(name)).body.error).toBe(addressTaken.code)
      await shop.site.ok('restoreEmailAccount', { body: { ids } }, ann.token)
      expect(await mailboxOf(name)).toMatchObject({ id: ids[0], owner_id: ann.id })
    })
  })

  describe('is free again', () => {
    it('when its days are over, which differ for addresses and accounts', async () => {
      const [temporary, lasting] = [fresh(), fresh()]
      const box = await makeMailbox(shop.site, temporary, null, domain)
      await removeForGood(shop, box.id)
      await givenUp(lasting)
      const answers = async () => [
        (await register(temporary)).body.error,
        (await register(lasting)).body.error,
      ]
      shop.site.clock.advance(90 * day - hour)
      expect(await answers()).toEqual([addressResting.code, addressResting.code])
      shop.site.clock.advance(day + hour)
      expect(await answers()).toEqual([0, addressResting.code])
      shop.site.clock.advance(275 * day)
      expect((await register(lasting)).body.error).toBe(0)
      shop.site.clock.advance(-366 * day)
    })

    it('counted from when it ended, not from when its mailbox was swept away', async () => {
      const name = fresh()
      const box = await makeMailbox(shop.site, name, null, domain)
      const ended = { expires_at: shop.site.clock.now() - 80 * day }
      await shop.site.app.db.transaction(tx => updateMailbox(tx, box.id, ended))
      expect((await register(name)).body.error).toBe(addressTaken.code)
      await pass(shop, 2 * minute)
      expect((await register(name)).body.error).toBe(addressResting.code)
      shop.site.clock.advance(11 * day)
      expect((await register(name)).body.error).toBe(0)
      shop.site.clock.advance(-11 * day)
    })

    it('at once where the site lets names rest for no time', async () => {
      await set({ temporaryRestDays: 0 })
      const [temporary, lasting] = [fresh(), fresh()]
      await removeForGood(shop, (await makeMailbox(shop.site, temporary, null, domain)).id)
      await givenUp(lasting)
      expect((await register(temporary)).body.error).toBe(0)
      expect((await register(lasting)).body.error).toBe(addressResting.code)
      await set({ temporaryRestDays: null, accountRestDays: 0 })
      expect((await register(await givenUp(fresh()))).body.error).toBe(0)
      await set({ accountRestDays: null })
    })

    it('when an admin releases it, which the log tells', async () => {
      const name = await givenUp(fresh())
      const user = await makePerson(shop.site, 'no.admin')
      expect((await release(addressOf(name), user.token)).status).toBe(403)
      const { body } = await release(` ${addressOf(name).toUpperCase()} `)
      expect(Date.parse(body.restedUntil ?? '')).toBeGreaterThan(shop.site.clock.now() + 364 * day)
      const log = await shop.site.ok('getAuditLog', { query: { q: name } }, await shop.site.adminToken())
      expect(log.list[0]).toMatchObject({
        action: 'releaseName',
        target: addressOf(name),
        detail: expect.stringMatching(/^原定 20\d\d年\d{1,2}月\d{1,2}日 之后放开$/),
      })
      expect((await release(addressOf(name))).body).toMatchObject({ error: errors.notFound.code })
      expect((await release('no address')).body).toMatchObject({ fields: { address: '不是完整的邮箱地址' } })
      expect((await register(name)).body.error).toBe(0)
    })

    it('for one of two who want it at the same moment', async () => {
      const name = await givenUp(fresh())
      shop.site.clock.advance(366 * day)
      const answers = await Promise.all([register(name), register(name)])
      expect(answers.map(({ body }) => body.error).sort()).toEqual([0, addressTaken.code])
      shop.site.clock.advance(-366 * day)
    })
  })

  it('is not to be had by one who asks while its mailbox is being removed', async () => {
    const name = fresh()
    const box = await makeMailbox(shop.site, name, null, domain)
    const resting = createRestingNames(createSecrets(masterKey))
    const { db } = shop.site.app
    const began = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const removal = db.transaction(async tx => {
      const rest = { address: box.address, ownerId: null, until: shop.site.clock.now() + day }
      await resting.begin(tx, [rest])
      await tx.deleteFrom('mailbox').where('id', '=', box.id).execute()
      began.resolve()
      await mayEnd.promise
    })
    await began.promise
    const asked = register(name)
    if (kind === 'postgres') {
      await until(async () => {
        const { waiting } = await db.query
          .selectFrom(
            sql<{ wait_event_type: string | null; datname: string }>`pg_stat_activity`.as('activity'),
          )
          .select(eb => eb.fn.countAll<string>().as('waiting'))
          .where('wait_event_type', '=', 'Lock')
          .where('datname', '=', sql<string>`current_database()`)
          .executeTakeFirstOrThrow()
        return Number(waiting) > 0
      })
    }
    mayEnd.resolve()
    await removal
    expect((await asked).body.error).toBe(addressResting.code)
    expect(await mailboxOf(name)).toBeUndefined()
  })

  it('is the same name however it is spelled, and with no tag a name of its own', async () => {
    const name = await givenUp(fresh())
    const spellings = [name.toUpperCase(), ` ${name} `]
    for (const spelling of spellings) expect((await register(spelling)).body.error).toBe(addressResting.code)
    expect((await register(`${name}+tag`)).body.error).toBe(errors.invalidInput.code)
    // A dot makes another name of it, which gets no mail of the first.
    expect((await register(`${name.slice(0, 2)}.${name.slice(2)}`)).body.error).toBe(0)
  })

  it('is never suggested', async () => {
    const asked: string[] = []
    const restsOf = async (_: unknown, claims: readonly { address: string }[]) => {
      asked.push(...claims.map(claim => claim.address))
      return asked.length < 6 ? new Map(claims.map(({ address }) => [address, 1])) : new Map<string, number>()
    }
    const now = shop.site.clock.now()
    const place = { id: shop.domainId, name: domain }
    const plan = {
      domain: place,
      kind: 'temporary' as const,
      ownerId: null,
      passwordHash: null,
      note: '',
      now,
    }
    const lifetime = { expires_at: null, end_after_mails: null, end_after_code: 0 as const }
    const made = await shop.site.app.db.transaction(tx =>
      insertNamed(tx, { restsOf }, { ...plan, ...lifetime, localPart: undefined, style: 'word' }),
    )
    expect(asked).toHaveLength(6)
    expect(made?.address).toBe(asked[5])
    for (const address of asked.slice(0, 5))
      expect(await findMailboxByAddress(shop.site.app.db.query, address)).toBeUndefined()
  })

  it('is forgotten when its time is over, and not before', async () => {
    const count = async () => (await rests()).length
    const before = await count()
    const name = fresh()
    await removeForGood(shop, (await makeMailbox(shop.site, name, null, domain)).id)
    await pass(shop, 2 * minute)
    expect(await count()).toBe(before + 1)
    shop.site.clock.advance(91 * day)
    // Once because it waits after such a leap, and once because it has waited.
    await pass(shop, 0)
    await pass(shop, 61 * minute)
    const now = shop.site.clock.now()
    const left = await rests()
    expect([left.length < before + 1, left.every(row => row.until > now)]).toEqual([true, true])
    shop.site.clock.advance(-91 * day - 61 * minute)
  })
})

describe('a million names that rest', () => {
  it('take a hundred megabytes of SQLite, as a thousandth of them shows', async () => {
    const place = await makeMigratedPlace('sqlite')
    const db = await openPlace(place)
    const pages = async () => {
      const { rows } = await db.transaction(tx =>
        sql<{ page_count: number; page_size: number }>`
          SELECT page_count, page_size FROM pragma_page_count, pragma_page_size`.execute(tx),
      )
      return (rows[0]?.page_count ?? 0) * (rows[0]?.page_size ?? 0)
    }
    const resting = createRestingNames(createSecrets(masterKey))
    const before = await pages()
    const rests = Array.from({ length: 1000 }, (_, at) => ({
      address: `a-name-of-some-length-${at}@${domain}`,
      ownerId: `owner-${at}`,
      until: (20_000 + (at % 90)) * day,
    }))
    await db.transaction(tx => resting.begin(tx, rests))
    const bytes = ((await pages()) - before) / rests.length
    expect(bytes).toBeGreaterThan(50)
    expect(bytes).toBeLessThan(150)
    await db.close()
    await place.remove()
  })
})

describe.each(databaseKinds)('names that rest on %s', kind => {
  it('rest when the program starts anew, and when their domain comes to somebody else', async () => {
    const place = await makeMigratedPlace(kind)
    const shop = await startRestShop(kind, { place })
    const { id } = await makePerson(shop.site, 'owner')
    const ids = [await account(shop, 'restarted'), await account(shop, 'owned', id)]
    await removeForGood(shop, ids[0] ?? '')
    await shop.site.ok('delDomain', { body: { id: shop.domainId } }, shop.admin)
    await pass(shop, 2 * minute)
    await until(async () => (await findDomainByName(shop.site.app.db.query, domain)) === undefined)
    await shop.site.stop()

    const site = await startTestApp(kind, { place, environment: { YANSHU_SECRET_KEY: masterKey } })
    const other = await makePerson(site, 'other')
    await makeDomain(site, domain, { ownerId: other.id })
    const create = async (name: string, token: string) =>
      (await site.call('createEmailAccount', { body: { domain, names: [name] } }, token)).body
    for (const name of ['restarted', 'owned'])
      expect(await create(name, other.token)).toMatchObject({
        error: addressResting.code,
        fields: { names: expect.stringMatching(refusal) },
      })
    expect(await create('another', other.token)).toMatchObject({ error: 0 })
    await site.stop()
    await place.remove()
  })
})
