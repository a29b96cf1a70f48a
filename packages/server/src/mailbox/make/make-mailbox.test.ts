import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { makeDomain, makeMailbox, makePerson } from '../../testing/people.ts'
import { solveProof } from '../../testing/proof.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const domain = 'yanshu.test'

describe.each(databaseKinds)('mailboxes on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
    await makeDomain(site, 'closed.test')
  })
  beforeEach(async () => {
    await site.app.db.transaction(async tx => {
      await tx.deleteFrom('throttle').execute()
    })
  })
  afterAll(() => site.stop())

  const register = (body: Record<string, unknown>) => site.call('regEmail', { body: { domain, ...body } })
  const set = (values: Record<string, unknown>) => site.ok('updateSetting', { body: { values } }, admin)

  describe('made by a visitor', () => {
    it('have a name that reads well, a lifetime and a token that opens them alone', async () => {
      const { address, token, expiresAt } = await site.ok('regEmail', { body: { domain } })
      expect(address).toMatch(/^[a-z]+\d{2,6}@yanshu\.test$/)
      expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(site.clock.now() + 59 * minute)
      const { list, total } = await site.ok('emailList', {}, token)
      expect([total, list.map(mailbox => mailbox.address)]).toEqual([1, [address]])
    })

    it('with a password are accounts that last and can be logged in to', async () => {
      const password = 'mailbox password'
      const { body } = await register({ localPart: 'Wang.Fang', password })
      expect([body.address, body.expiresAt]).toEqual(['wang.fang@yanshu.test', null])
      const logIn = await site.call('loginEmail', { body: { address: ' WANG.FANG@yanshu.test', password } })
      expect([logIn.status, logIn.body.address]).toEqual([200, 'wang.fang@yanshu.test'])
      expect((await register({ password })).body).toMatchObject({
        error: 1001,
        fields: { localPart: '请填写名字' },
      })
    })

    it('have as much room as the site gives to visitors, whichever kind they are', async () => {
      const quotaOf = async (body: Record<string, unknown>) => {
        const { address } = await site.ok('regEmail', { body: { domain, ...body } })
        const { list } = await site.ok('getEmailAccount', { query: { q: address } }, admin)
        return list[0]?.quotaMb
      }
      const account = (localPart: string) => ({ localPart, password: 'mailbox password' })
      expect([await quotaOf({}), await quotaOf(account('roomy'))]).toEqual([50, 50])
      await set({ visitorQuotaMb: 0 })
      expect([await quotaOf({}), await quotaOf(account('roomier'))]).toEqual([null, null])
      await set({ visitorQuotaMb: 50 })
    })

    it('are made once for a name, also when twenty ask at the same moment', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => register({ localPart: 'wanted' })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const refused = answers.filter(({ status }) => status !== 200)
      for (const { body } of refused) expect(body.error).toBe(errors.addressTaken.code)
      expect((await register({ localPart: 'WANTED' })).status).toBe(409)
    })

    it.each([
      'admin',
      'ADMIN',
      'post.master',
      'post-master',
      'p_o_s_t_m_a_s_t_e_r',
      'abuse',
      'no.reply',
      'ssl-admin',
      'mailer_daemon',
      'root',
    ])('cannot be named %s', async localPart => {
      expect((await register({ localPart })).body).toMatchObject({ error: errors.addressReserved.code })
    })

    it('cannot be named as the operator reserved, dots and dashes or not', async () => {
      await set({ reservedNames: ['Li.Ming', 'vip'] })
      for (const localPart of ['liming', 'li-ming', 'l.i.m.i.n.g', 'vip', 'v-i-p'])
        expect((await register({ localPart })).body.error).toBe(errors.addressReserved.code)
      expect((await register({ localPart: 'vip2' })).status).toBe(200)
      await set({ reservedNames: null })
    })

    it.each(['closed.test', 'nowhere.test', 'yanshu.test.', 'sub.yanshu.test', '*', "yanshu.test' OR 1=1"])(
      'are refused on %s',
      async other => {
        const { status, body } = await register({ domain: other })
        expect([status, body.error]).toEqual([400, errors.domainClosed.code])
      },
    )

    it('live as long as was chosen from what is offered', async () => {
      const { body } = await register({ lifetime: { minutes: 1440 } })
      const left = Date.parse(body.expiresAt ?? '') - site.clock.now()
      expect(Math.round(left / minute)).toBe(1440)
      for (const lifetime of [
        { minutes: 11 },
        { minutes: 0 },
        { minutes: -1 },
        { minutes: 1.5 },
        { minutes: 1e9 },
        { days: 1 },
      ])
        expect([lifetime, (await register({ lifetime })).status]).toEqual([lifetime, 400])
      await set({ lifetimes: [0, 5] })
      expect((await register({ lifetime: { minutes: 0 } })).body.expiresAt).toBeNull()
      expect((await register({ lifetime: { minutes: 10 } })).status).toBe(400)
      await set({ lifetimes: null })
    })

    it('are not made where the operator closed them', async () => {
      await set({ temporary: false })
      expect((await register({})).body.error).toBe(errors.registrationClosed.code)
      await set({ temporary: null, registration: false })
      expect((await register({ localPart: 'late', password: 'long enough' })).body.error).toBe(2007)
      expect((await register({ localPart: 'late' })).status).toBe(200)
      await set({ registration: null })
    })

    it('leave nothing behind when they are refused', async () => {
      const rows = async () => (await site.app.db.query.selectFrom('mailbox').select('id').execute()).length
      const before = await rows()
      for (const body of [
        { localPart: 'admin' },
        { domain: 'closed.test' },
        { lifetime: { minutes: 7 } },
        { localPart: 'a..b' },
      ])
        expect((await register(body)).status).toBe(400)
      expect(await rows()).toBe(before)
    })
  })

  describe('made too often from one place', () => {
    beforeEach(() => set({ freeCreationsPerHour: 3 }))
    afterAll(() => set({ freeCreationsPerHour: null }))
    const ask = () => site.ok('startAuth', { body: { purpose: 'regEmail' } })

    it('ask for a proof of work, which startAuth tells', async () => {
      for (let at = 0; at < 3; at++) {
        expect((await ask()).proofNeeded).toBe(false)
        expect((await register({})).status).toBe(200)
      }
      expect((await ask()).proofNeeded).toBe(true)
      expect((await register({})).body.error).toBe(errors.proofNeeded.code)
      const proof = await solveProof(site, 'regEmail')
      expect((await register({ proof })).status).toBe(200)
      expect((await register({ proof })).body.error).toBe(errors.proofWrong.code)
      site.clock.advance(61 * minute)
      expect((await ask()).proofNeeded).toBe(false)
      expect((await register({})).status).toBe(200)
    })

    it('are no more when they are asked for at the same moment, with or without a made-up proof', async () => {
      for (const extra of [{}, { proof: 'made up' }]) {
        const answers = await Promise.all(Array.from({ length: 12 }, () => register(extra)))
        expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(3)
        await site.app.db.transaction(async tx => {
          await tx.deleteFrom('throttle').execute()
        })
      }
    })
  })

  describe('made under an account', () => {
    it('belong to it and to nobody else', async () => {
      const [mine, other] = [await makePerson(site, 'mine'), await makePerson(site, 'other')]
      const body = { domain, localPart: 'private', note: '给Émile的 100%', style: 'word' }
      const { mailbox } = await site.ok('createEmail', { body }, mine.token)
      expect(mailbox).toMatchObject({
        address: 'private@yanshu.test',
        kind: 'temporary',
        note: '给Émile的 100%',
      })
      const visible = async (token: string) =>
        (await site.ok('emailList', {}, token)).list.map(row => row.address)
      expect(await visible(mine.token)).toEqual(['private@yanshu.test'])
      expect(await visible(other.token)).toEqual([])
      expect(await visible(admin)).not.toContain('private@yanshu.test')
      const find = async (content: string, token: string) =>
        (await site.ok('searchEmailAccount', { query: { content } }, token)).list.length
      for (const text of ['priv', 'PRIVATE@', '给É', 'Émile', '100%', 'vate@yanshu'])
        expect([text, await find(text, mine.token), await find(text, other.token)]).toEqual([text, 1, 0])
      for (const text of ['p_ivate', '100_', 'priv%ate', '%'])
        expect([text, await find(text, mine.token)]).toEqual([text, text === '%' ? 1 : 0])
    })

    it.each([
      ['word', /^[a-z]+\d{2,6}$/],
      ['letters', /^[a-z]{8,12}$/],
      ['digits', /^[1-9]\d{8,12}$/],
      ['mixed', /^[a-z][a-z0-9]{9,13}$/],
    ])('are named in the style %s', async (style, form) => {
      const { token } = await makePerson(site, `style-${style}`)
      const { mailbox } = await site.ok('createEmail', { body: { domain, style } }, token)
      expect(mailbox.localPart).toMatch(form)
    })

    it('may stand on its own closed domain and be named freely there, but not on another’s', async () => {
      const [owner, other] = [await makePerson(site, 'owner'), await makePerson(site, 'renter')]
      await makeDomain(site, 'owned.test', { ownerId: owner.id })
      const body = { domain: 'owned.test', localPart: 'admin' }
      expect((await site.call('createEmail', { body }, other.token)).body.error).toBe(
        errors.domainClosed.code,
      )
      expect((await site.call('createEmail', { body }, owner.token)).status).toBe(200)
      const shared = { domain, localPart: 'admin' }
      expect((await site.call('createEmail', { body: shared }, owner.token)).body.error).toBe(
        errors.addressReserved.code,
      )
    })

    it('are no more than its limit, also when fifty are asked for at the same moment', async () => {
      const limits = { domains: null, mailboxes: 7, storageMb: null, sendsPerDay: null, apiPerMinute: null }
      const { token, id } = await makePerson(site, 'limited', { role: 'user', limits })
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => site.call('createEmail', { body: { domain } }, token)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
      const refused = answers.find(({ status }) => status !== 200)
      expect(refused?.body).toEqual({ error: errors.limitReached.code, msg: '最多 7 个邮箱，已经用完' })
      const rows = await site.app.db.query
        .selectFrom('mailbox')
        .select('id')
        .where('owner_id', '=', id)
        .execute()
      expect(rows).toHaveLength(7)
    })

    it('are looked up by their ids, and others’ are not told', async () => {
      const [one, other] = [await makePerson(site, 'lookup-a'), await makePerson(site, 'lookup-b')]
      const mine = [await makeMailbox(site, 'look-1', one.id), await makeMailbox(site, 'look-2', one.id)]
      const theirs = await makeMailbox(site, 'look-3', other.id)
      const found = async (ids: string, token = one.token) => {
        const { list, total } = await site.ok('emailList', { query: { ids } }, token)
        expect(total).toBe(list.length)
        return list.map(row => row.id).sort()
      }
      const ids = mine.map(box => box.id).sort()
      expect(await found([...ids, theirs.id, 'nothing'].join())).toEqual(ids)
      expect(await found(ids[0] ?? '')).toEqual([ids[0]])
      expect(await found(theirs.id)).toEqual([])
      for (const wrong of ['', 'a,', 'a b', Array(101).fill('a').join()])
        expect((await site.call('emailList', { query: { ids: wrong } }, one.token)).status, wrong).toBe(400)
    })

    it('are listed page by page, pinned ones first', async () => {
      const { token, id } = await makePerson(site, 'many')
      for (let at = 0; at < 5; at++) await makeMailbox(site, `page-${at}`, id)
      const page = async (number: number) =>
        site.ok('emailList', { query: { page: number, pageSize: 2 } }, token)
      const pages = [await page(1), await page(2), await page(3), await page(4)]
      expect(pages.map(({ total, list }) => [total, list.length])).toEqual([
        [5, 2],
        [5, 2],
        [5, 1],
        [5, 0],
      ])
      expect(new Set(pages.flatMap(({ list }) => list.map(row => row.id))).size).toBe(5)
    })
  })
})
