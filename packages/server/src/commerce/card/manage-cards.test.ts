import { errors, parseCardCode } from '@yanshu/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everything, nothing, unlimited } from '../../identity/access.ts'
import { day, hour, isoTime } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { localDomain, makeDomain, makePerson, type Person } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { maxLiveCards } from './card-limit.ts'

const plain = { kind: 'open', count: 1, days: 30 }

describe.each(databaseKinds)('card codes on %s', kind => {
  let site: TestApp
  let seller: Person
  let rival: Person
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    const rights = { role: 'user', can: everything, limits: unlimited } as const
    seller = await makePerson(site, 'seller', rights)
    rival = await makePerson(site, 'rival', rights)
    admin = await site.adminToken()
    await makeDomain(site, 'own.example', { ownerId: seller.id })
    await makeDomain(site, 'closed.example')
  })
  beforeEach(async () => {
    await site.app.db.transaction(async tx => {
      await tx.deleteFrom('card').execute()
      await tx.deleteFrom('card_batch').execute()
      await tx.deleteFrom('audit').execute()
    })
  })
  afterAll(() => site.stop())

  const make = (body: Record<string, unknown> = {}, token = seller.token) =>
    site.ok('createCard', { body: { ...plain, ...body } }, token)
  const list = (query: Record<string, unknown> = {}, token = seller.token) =>
    site.ok('getCard', { query }, token)
  const idsOf = async (query: Record<string, unknown> = {}) => (await list(query)).list.map(card => card.id)

  describe('being made', () => {
    it('are shown once and kept only as a digest beside the tail', async () => {
      const { batchId, codes } = await make({ count: 3, note: '春节' })
      expect(new Set(codes).size).toBe(3)
      for (const code of codes) expect(parseCardCode(code)).toBe(code)
      const kept = await site.app.db.query.selectFrom('card').selectAll().execute()
      for (const code of codes) expect(JSON.stringify(kept)).not.toContain(code.slice(0, 14))
      const shown = await list()
      expect(shown.total).toBe(3)
      expect(shown.list.map(card => card.tail).sort()).toEqual(codes.map(code => code.slice(-4)).sort())
      expect(shown.list[0]).toMatchObject({
        batchId,
        kind: 'open',
        state: 'unused',
        days: 30,
        domains: [],
        quotaMb: null,
        maySend: false,
        usesLeft: 1,
        note: '春节',
        expiresAt: null,
        usedAt: null,
        usedBy: '',
      })
      for (const code of codes) expect(JSON.stringify(shown)).not.toContain(code)
    })

    it('can be ten thousand in one batch, at once or in portions', async () => {
      const { codes, batchId } = await make({ count: 9900 })
      const more = await make({ count: 60, batchId })
      expect(more.batchId).toBe(batchId)
      // Two portions at once do not both fit, so one succeeds.
      const body = { kind: 'open', count: 30, days: 30, batchId }
      const answers = await Promise.all([1, 2].map(() => site.call('createCard', { body }, seller.token)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      await make({ count: 10, batchId })
      expect((await list({ batch: batchId })).total).toBe(10_000)
      expect(new Set([...codes, ...more.codes]).size).toBe(9960)
    })

    it('are more of a batch only on the same terms, and only by whoever made it', async () => {
      const { batchId } = await make({ count: 1, days: 30, quotaMb: 100, note: '第一份' })
      const more = (body: Record<string, unknown>, token = seller.token) =>
        site.call(
          'createCard',
          { body: { kind: 'open', count: 1, days: 30, quotaMb: 100, batchId, ...body } },
          token,
        )
      expect((await more({ days: 31 })).body.msg).toBe('内容和这一批不一样，请另做一批')
      expect((await more({ quotaMb: null })).status).toBe(409)
      expect((await more({ domains: [localDomain] })).status).toBe(409)
      expect((await more({ kind: 'renew', quotaMb: null })).status).toBe(409)
      expect((await more({ kind: 'given', quotaMb: null, mailboxIds: ['x'] })).body.fields).toHaveProperty(
        'batchId',
      )
      expect((await more({}, admin)).status).toBe(404)
      expect((await more({ batchId: 'nosuchbatch' })).status).toBe(404)
      expect((await more({ note: '第二份' })).status).toBe(200)
      expect((await list({ batch: batchId })).total).toBe(2)
    })

    it.each([
      [{ kind: 'given' }, 'mailboxIds'],
      [{ kind: 'given', mailboxIds: ['x', 'x'], count: 2 }, 'mailboxIds'],
      [{ kind: 'given', mailboxIds: ['x', 'y', 'z'], count: 2 }, 'mailboxIds'],
      [{ kind: 'given', mailboxIds: ['nobodys'] }, 'mailboxIds'],
      [{ kind: 'given', mailboxIds: ['x'], uses: 2 }, 'uses'],
      [{ kind: 'pay', days: null }, 'amount'],
      [{ kind: 'pay', days: null, amount: 0 }, 'amount'],
      [{ kind: 'pay', amount: 100 }, 'days'],
      [{ kind: 'pay', days: null, amount: 100 }, 'kind'],
      [{ amount: 100 }, 'amount'],
      [{ count: 0 }, 'count'],
      [{ count: 10_001 }, 'count'],
      [{ count: 1.5 }, 'count'],
      [{ count: '1' }, 'count'],
      [{ days: 0 }, 'days'],
      [{ days: 36_501 }, 'days'],
      [{ days: 2 ** 53 }, 'days'],
      [{ uses: -1 }, 'uses'],
      [{ quotaMb: 0 }, 'quotaMb'],
      [{ mailboxIds: ['x'] }, 'mailboxIds'],
      [{ domains: ['nowhere.example'] }, 'domains'],
      [{ domains: ['closed.example'] }, 'domains'],
      [{ domains: [localDomain, 'closed.example'] }, 'domains'],
      [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
      [{ kind: 'renew', days: null }, 'days'],
      [{ kind: 'renew', quotaMb: 5 }, 'quotaMb'],
      [{ kind: 'renew', maySend: true }, 'maySend'],
    ])('are refused at the field for %j', async (change, field) => {
      const { status, body } = await site.call('createCard', { body: { ...plain, ...change } }, seller.token)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
      expect((await list()).total).toBe(0)
    })

    it('reach open domains and the maker’s own; an admin’s reach all', async () => {
      await make({ domains: [localDomain, 'own.example'] })
      expect((await list()).list[0]?.domains.sort()).toEqual(['own.example', localDomain])
      const { body } = await site.call(
        'createCard',
        { body: { ...plain, domains: ['own.example'] } },
        rival.token,
      )
      expect(body.fields).toEqual({ domains: '没有可用的域名 own.example' })
      await make({ domains: ['closed.example'] }, admin)
    })

    it('give away nothing that their maker does not have', async () => {
      const can = { ...nothing, createCard: true }
      const limits = { ...unlimited, storageMb: 100 }
      const small = await makePerson(site, `small-${kind}`, { role: 'user', can, limits })
      const field = async (change: Record<string, unknown>) => {
        const { body } = await site.call('createCard', { body: { ...plain, ...change } }, small.token)
        return Object.keys(body.fields ?? {})[0]
      }
      expect(await field({ quotaMb: 100, maySend: true })).toBe('maySend')
      expect(await field({ quotaMb: 101 })).toBe('quotaMb')
      expect(await field({})).toBe('quotaMb')
      await make({ quotaMb: 100 }, small.token)
      await make({ kind: 'renew', days: 7 }, small.token)
    })

    it('need the ability', async () => {
      const plainUser = await makePerson(site, `plain-${kind}`, { role: 'user', can: nothing })
      const { status } = await site.call('createCard', { body: plain }, plainUser.token)
      expect(status).toBe(403)
    })

    it('end at a bound, also when two batches come at once', async () => {
      await make()
      await site.app.db.transaction(async tx => {
        await sql`
          INSERT INTO card (id, batch_id, owner_id, code_hash, tail, standing, uses_left, note, created_at, used_by)
          WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${sql.lit(maxLiveCards - 10)})
          SELECT 'f' || n, batch_id, owner_id, 'f' || n, tail, standing, 1, '', created_at, '' FROM card, numbers
        `.execute(tx)
      })
      const answers = await Promise.all(
        [5, 5].map(count => site.call('createCard', { body: { ...plain, count } }, seller.token)),
      )
      expect(answers.map(answer => answer.status).sort()).toEqual([200, 403])
      expect(answers.find(answer => answer.status === 403)?.body.error).toBe(errors.limitReached.code)
    })
  })

  describe('in the list', () => {
    it('are found by tail, note, address, batch and the whole code', async () => {
      const first = await make({ note: '第一批 100%' })
      const second = await make({ count: 2, note: '第二批' })
      const [code = ''] = first.codes
      await site.ok('verCard', {
        body: { code, redeem: true, localPart: `found-${kind}`, domain: localDomain },
      })
      const totals = async (query: Record<string, unknown>) => (await list(query)).total
      expect(await totals({ q: '第一' })).toBe(1)
      expect(await totals({ q: '100%' })).toBe(1)
      expect(await totals({ q: '%' })).toBe(1)
      expect(await totals({ q: '_' })).toBe(0)
      expect(await totals({ q: `found-${kind}@` })).toBe(1)
      expect(await totals({ q: code.slice(-4).toLowerCase() })).toBeGreaterThanOrEqual(1)
      expect(await totals({ q: ` ${code.toLowerCase().replaceAll('-', ' ')}` })).toBe(1)
      expect(await totals({ batch: second.batchId })).toBe(2)
      expect(await totals({ batch: second.batchId, q: '第一' })).toBe(0)
      expect((await list({ page: 2, pageSize: 2 })).list).toHaveLength(1)
    })

    it('are counted once among the states', async () => {
      await make({ note: 'unused' })
      const { codes } = await make({ note: 'used' })
      await site.ok('verCard', { body: { code: codes[0], redeem: true, domain: localDomain } })
      await make({ note: 'disabled' })
      await make({ note: 'revoked' })
      await make({ note: 'expired', expiresAt: isoTime(site.clock.now() + hour) })
      for (const state of ['disabled', 'revoked'])
        await site.ok('editCard', { body: { ids: await idsOf({ q: state }), state } }, seller.token)
      site.clock.advance(day)
      for (const state of ['unused', 'used', 'disabled', 'revoked', 'expired']) {
        const { list: cards } = await list({ state })
        expect(cards.map(card => [card.note, card.state])).toEqual([[state, state]])
      }
    })

    it('are the caller’s own, and all of them for an admin', async () => {
      const mine = await make()
      await make({}, rival.token)
      expect((await list()).list.map(card => card.batchId)).toEqual([mine.batchId])
      expect((await list({}, admin)).total).toBe(2)
    })
  })

  describe('being changed', () => {
    it('can be disabled and enabled; revoked they stay revoked', async () => {
      const { batchId } = await make({ count: 3 })
      const [id] = await idsOf()
      const edit = (body: Record<string, unknown>) => site.ok('editCard', { body }, seller.token)
      expect(await edit({ batchId, state: 'disabled' })).toMatchObject({ changed: 3 })
      expect(await edit({ ids: [id], state: 'revoked' })).toMatchObject({ changed: 1 })
      expect(await edit({ batchId, state: 'unused' })).toMatchObject({ changed: 2 })
      expect(await edit({ batchId, note: '新的备注' })).toMatchObject({ changed: 3 })
      const expiresAt = isoTime(site.clock.now() + day)
      expect(await edit({ batchId, expiresAt })).toMatchObject({ changed: 2 })
      expect(await edit({ ids: [id, id], note: '单张' })).toMatchObject({ changed: 1 })
      const { list: cards } = await list()
      expect(cards.map(card => [card.state, card.note, card.expiresAt]).sort()).toEqual([
        ['revoked', '单张', null],
        ['unused', '新的备注', expiresAt],
        ['unused', '新的备注', expiresAt],
      ])
    })

    it('need one choice of codes', async () => {
      const { batchId } = await make()
      for (const body of [{ state: 'revoked' }, { ids: await idsOf(), batchId, state: 'revoked' }])
        expect((await site.call('editCard', { body }, seller.token)).status).toBe(400)
      expect((await list()).list[0]?.state).toBe('unused')
    })
  })

  describe('being deleted', () => {
    it('go with their batch when none of it is left', async () => {
      await make({ count: 2 })
      const ids = await idsOf()
      expect(await site.ok('delCard', { body: { ids } }, seller.token)).toMatchObject({ deleted: 2 })
      expect(await site.app.db.query.selectFrom('card_batch').selectAll().execute()).toEqual([])
    })

    it('stay when they were used, all of the request with them; of a batch the others go', async () => {
      const { batchId, codes } = await make({ count: 3 })
      await site.ok('verCard', { body: { code: codes[0], redeem: true, domain: localDomain } })
      const all = await site.call('delCard', { body: { ids: await idsOf() } }, seller.token)
      expect([all.status, all.body.msg]).toEqual([409, '用过的和退款得来的卡密不能删除，可以作废'])
      expect((await list()).total).toBe(3)
      expect(await site.ok('delCard', { body: { batchId } }, seller.token)).toMatchObject({ deleted: 2 })
      expect((await list()).list.map(card => card.state)).toEqual(['used'])
    })
  })

  describe('of somebody else', () => {
    it('are not there, and one among many stops everything', async () => {
      const theirs = await make({ note: 'theirs' })
      const theirIds = await idsOf()
      await make({}, rival.token)
      const { list: mine } = await list({}, rival.token)
      const mixed = [...mine.map(card => card.id), ...theirIds]
      const tries = [
        site.call('getCard', { query: { batch: theirs.batchId } }, rival.token),
        site.call('editCard', { body: { ids: theirIds, state: 'revoked' } }, rival.token),
        site.call('editCard', { body: { ids: mixed, state: 'revoked' } }, rival.token),
        site.call('editCard', { body: { batchId: theirs.batchId, note: 'x' } }, rival.token),
        site.call('delCard', { body: { ids: theirIds } }, rival.token),
        site.call('delCard', { body: { ids: mixed } }, rival.token),
        site.call('delCard', { body: { batchId: theirs.batchId } }, rival.token),
      ]
      for (const answer of await Promise.all(tries)) {
        expect(answer.status).toBe(404)
        expect(answer.body).toEqual({ error: errors.notFound.code, msg: errors.notFound.msg })
      }
      const { list: all } = await list({}, admin)
      expect(all.map(card => card.state)).toEqual(['unused', 'unused'])
      expect(all.map(card => card.note).sort()).toEqual(['', 'theirs'])
    })

    it('are found by their whole code by an admin only', async () => {
      const { codes } = await make()
      expect((await list({ q: codes[0] }, rival.token)).total).toBe(0)
      expect((await list({ q: codes[0] }, admin)).total).toBe(1)
    })

    it('can be changed by an admin, which is written down', async () => {
      const { batchId } = await make({ count: 2 })
      await make({}, admin)
      await site.ok('editCard', { body: { batchId, state: 'revoked' } }, admin)
      await site.ok('delCard', { body: { batchId } }, admin)
      const { list: rows } = await site.ok('getAuditLog', {}, admin)
      expect(rows.map(row => [row.action, row.detail]).reverse()).toEqual([
        ['createCard', '1 张开新邮箱，30 天'],
        ['editCard', '2 张，作废'],
        ['delCard', '2 张'],
      ])
    })
  })

  it('outlive the account that made them', async () => {
    const rights = { role: 'user', can: everything, limits: unlimited } as const
    const gone = await makePerson(site, `gone-${kind}`, rights)
    const { codes } = await make({}, gone.token)
    await site.ok('delSysAccount', { body: { id: gone.id, owned: 'delete' } }, admin)
    expect((await list({}, admin)).total).toBe(1)
    await site.ok('verCard', { body: { code: codes[0], redeem: true, domain: localDomain } })
  })
})
