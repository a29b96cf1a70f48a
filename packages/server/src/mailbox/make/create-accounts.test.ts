import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDomainByName } from '../../domain/repository.ts'
import { nothing } from '../../identity/access.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { nothingRests } from '../../testing/nothing-rests.ts'
import { makeDomain, makePerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { insertAccounts } from './insert-accounts.ts'
import { planColumns } from './plan-columns.ts'

const domain = 'yanshu.test'
const noLimits = { domains: null, mailboxes: null, storageMb: null, sendsPerDay: null, apiPerMinute: null }

describe.each(databaseKinds)('e-mail accounts that are created, on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
    await makeDomain(site, 'closed.test')
  })
  afterAll(() => site.stop())

  const create = (body: Record<string, unknown>, token = admin) =>
    site.call('createEmailAccount', { body: { domain, ...body } }, token)
  const rowOf = async (address: string) =>
    (await site.ok('getEmailAccount', { query: { q: address } }, admin)).list.find(
      row => row.address === address,
    )

  it('have what was asked for and a password that opens them', async () => {
    const { list } = await site.ok(
      'createEmailAccount',
      { body: { domain, names: ['Finance'], quotaMb: 2048, maySend: true, note: '收发票', ownerId: null } },
      admin,
    )
    const [made] = list
    expect(made?.address).toBe('finance@yanshu.test')
    expect(await rowOf('finance@yanshu.test')).toMatchObject({
      kind: 'account',
      quotaMb: 2048,
      maySend: true,
      note: '收发票',
      ownerId: null,
      expiresAt: null,
      hasPassword: true,
    })
    const log = { address: made?.address, password: made?.password }
    expect((await site.call('loginEmail', { body: log })).status).toBe(200)
    expect((await site.call('loginEmail', { body: { ...log, password: 'something else' } })).status).toBe(401)
  })

  it('of a list are made as far as they can be, and the rest is named with the reason', async () => {
    const names = ['list-a', 'LIST-A', 'list-b', 'a..b', 'finance', '']
    const { body } = await create({ names, password: 'one for all of them' })
    expect(body.list?.map(made => [made.address, made.password])).toEqual([
      ['list-a@yanshu.test', 'one for all of them'],
      ['list-b@yanshu.test', 'one for all of them'],
    ])
    expect(body.failed?.map(item => item.address)).toEqual([
      'LIST-A@yanshu.test',
      'a..b@yanshu.test',
      '@yanshu.test',
      'finance@yanshu.test',
    ])
    expect(body.failed?.every(item => /\p{Script=Han}/u.test(item.msg))).toBe(true)
    const log = { address: 'list-b@yanshu.test', password: 'one for all of them' }
    expect((await site.call('loginEmail', { body: log })).status).toBe(200)
  })

  it('with random names are as many as were asked for, each with a password of its own', async () => {
    const { body } = await create({ random: 250, style: 'digits' })
    expect(new Set(body.list?.map(made => made.address)).size).toBe(250)
    expect(new Set(body.list?.map(made => made.password)).size).toBe(250)
    for (const { password } of body.list ?? []) expect(password).toMatch(/^[a-z2-9]{16}$/)
  })

  it.each([
    [{ names: ['finance'] }, errors.addressTaken.code, 'names'],
    [{ names: ['a b'] }, errors.invalidInput.code, 'names'],
    [{ names: [] }, errors.invalidInput.code, 'names'],
    [{}, errors.invalidInput.code, 'names'],
    [{ names: ['x'], random: 2 }, errors.invalidInput.code, 'names'],
    [{ random: 0 }, errors.invalidInput.code, 'random'],
    [{ random: 10_001 }, errors.invalidInput.code, 'random'],
    [{ random: 1.5 }, errors.invalidInput.code, 'random'],
    [{ random: '5' }, errors.invalidInput.code, 'random'],
    [{ random: 1, quotaMb: 2 ** 31 }, errors.invalidInput.code, 'quotaMb'],
    [{ random: 1, quotaMb: -1 }, errors.invalidInput.code, 'quotaMb'],
    [{ random: 1, quotaMb: 2 ** 53 + 2 }, errors.invalidInput.code, 'quotaMb'],
    [{ random: 1, expiresAt: '2020-01-01T00:00:00Z' }, errors.invalidInput.code, 'expiresAt'],
    [{ random: 1, ownerId: 'nobody-there' }, errors.invalidInput.code, 'ownerId'],
    [{ random: 1, domain: 'nowhere.test' }, errors.domainClosed.code, 'domain'],
    [{ random: 1, password: 'short' }, errors.invalidInput.code, 'password'],
    [{ random: 1, usedBytes: 0 }, errors.invalidInput.code, 'usedBytes'],
    [{ random: 1, passwordHash: 'x' }, errors.invalidInput.code, 'passwordHash'],
    [{ random: 1, createdAt: '2020-01-01T00:00:00Z' }, errors.invalidInput.code, 'createdAt'],
  ])('are refused at the field: %j', async (body, error, field) => {
    const answer = await create(body)
    expect([answer.body.error, Object.keys(answer.body.fields ?? {})[0]]).toEqual([error, field])
    expect(answer.body.fields?.[field]).toMatch(/\p{Script=Han}/u)
  })

  describe('by a user', () => {
    it('belong to that user, who gives no room, end, right to send or owner on a domain of others', async () => {
      const { token, id } = await makePerson(site, 'maker')
      expect((await create({ names: ['mine-a'] }, token)).status).toBe(200)
      expect((await rowOf('mine-a@yanshu.test'))?.ownerId).toBe(id)
      for (const extra of [
        { quotaMb: 1 },
        { maySend: true },
        { expiresAt: null },
        { ownerId: null },
        { status: 'stopped' },
      ]) {
        const { status, body } = await create({ names: ['mine-b'], ...extra }, token)
        expect([status, Object.keys(body.fields ?? {})]).toEqual([403, Object.keys(extra)])
      }
      expect((await create({ names: ['admin'] }, token)).body.error).toBe(errors.addressReserved.code)
      expect((await create({ random: 1, domain: 'closed.test' }, token)).body.error).toBe(
        errors.domainClosed.code,
      )
    })

    it('on a domain of its own have the room and end it gives them', async () => {
      const person = await makePerson(site, 'ruler')
      await makeDomain(site, 'ruled.test', { ownerId: person.id })
      const body = { domain: 'ruled.test', names: ['admin'], quotaMb: 10, expiresAt: '2999-01-01T00:00:00Z' }
      expect((await create(body, person.token)).status).toBe(200)
      expect(await rowOf('admin@ruled.test')).toMatchObject({
        quotaMb: 10,
        expiresAt: '2999-01-01T00:00:00.000Z',
      })
      const other = await makePerson(site, 'other-ruler')
      expect((await create(body, other.token)).body.error).toBe(errors.domainClosed.code)
    })

    it('are no more than the limit, also when two hundred are asked for at the same moment', async () => {
      const limits = { ...noLimits, mailboxes: 4 }
      const { token, id } = await makePerson(site, 'limited', { role: 'user', limits })
      expect((await create({ random: 3 }, token)).body.list).toHaveLength(3)
      const answers = await Promise.all(Array.from({ length: 200 }, () => create({ random: 1 }, token)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const refused = answers.find(({ status }) => status !== 200)
      expect(refused?.body).toEqual({ error: errors.limitReached.code, msg: '最多 4 个邮箱，已经用完' })
      const { list, total } = await site.ok('getEmailAccount', {}, token)
      expect([total, list.every(row => row.ownerId === id)]).toEqual([4, true])
    })

    it('of a list stop at the limit and say which were left', async () => {
      const limits = { ...noLimits, mailboxes: 2 }
      const { token } = await makePerson(site, 'short', { role: 'user', limits })
      const { body } = await create({ names: ['s-a', 's-b', 's-c'] }, token)
      expect(body.list?.map(made => made.address)).toEqual(['s-a@yanshu.test', 's-b@yanshu.test'])
      expect(body.failed).toEqual([{ address: 's-c@yanshu.test', msg: '邮箱数已经到上限' }])
      expect((await create({ random: 5 }, token)).body.error).toBe(errors.limitReached.code)
    })
  })

  it('cost no hashing when their names are taken or there is no room for them', async () => {
    const ann = await makePerson(site, 'hashing.ann')
    const place = await findDomainByName(site.app.db.query, domain)
    if (!place) throw new Error('no domain')
    await create({ names: ['hashed-0', 'hashed-2'] })
    const hashed: string[] = []
    const hash = async (password: string) => {
      hashed.push(password)
      return 'none'
    }
    const insert = (mailboxes: number) =>
      insertAccounts(
        {
          ...{ db: site.app.db, clock: site.clock, resting: nothingRests },
          passwords: { bulk: { hash, hashRandom: hash } },
        },
        {
          role: 'user',
          accountId: ann.id,
          name: ann.username,
          client: '127.0.0.1',
          agent: '',
          sessionId: null,
          pages: [],
          can: nothing,
          limits: { ...noLimits, mailboxes },
        },
        Array.from({ length: 150 }, (_, at) => ({
          localPart: `hashed-${at}`,
          domain: place,
          ownerId: ann.id,
          password: `password ${at}`,
          ...planColumns({}),
        })),
      )
    const none = await insert(0)
    expect([none.length, hashed]).toEqual([150, []])
    const some = await insert(2)
    expect(hashed).toEqual(['password 1', 'password 3'])
    expect(some.slice(0, 5)).toMatchObject([
      { failed: 'taken' },
      { made: { address: `hashed-1@${domain}` } },
      { failed: 'taken' },
      { made: { address: `hashed-3@${domain}` } },
      { failed: 'limit' },
    ])
  })
})
