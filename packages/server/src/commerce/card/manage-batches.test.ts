import { errors } from '@yanshu/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readRows } from '../../database/read-rows.ts'
import { everything, unlimited } from '../../identity/access.ts'
import { day, isoTime } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { until } from '../../testing/hold.ts'
import { localDomain, makePerson, type Person } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { lockBatches, recount } from './batch-repository.ts'

describe.each(databaseKinds)('batches of card codes on %s', kind => {
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
  })
  beforeEach(async () => {
    await site.app.db.transaction(async tx => {
      await tx.deleteFrom('card').execute()
      await tx.deleteFrom('card_batch').execute()
    })
  })
  afterAll(() => site.stop())

  const make = (body: Record<string, unknown> = {}, token = seller.token) =>
    site.ok('createCard', { body: { kind: 'open', count: 1, days: 30, ...body } }, token)
  const edit = (body: Record<string, unknown>, token = seller.token) => site.ok('editCard', { body }, token)
  const batches = (query: Record<string, unknown> = {}, token = seller.token) =>
    site.ok('getCardBatches', { query }, token)
  const only = async (query: Record<string, unknown> = {}) => {
    const [first, ...more] = (await batches(query)).list
    if (!first || more.length > 0) throw new Error('there is not one batch')
    return first
  }
  const cardsOf = async (batch: string, query: Record<string, unknown> = {}) =>
    (await site.ok('getCard', { query: { batch, pageSize: 100, ...query } }, seller.token)).list
  const redeem = (code: string | undefined) =>
    site.call('verCard', { body: { code, redeem: true, domain: localDomain } })

  /** The stored figures, and what counting every code tells. */
  async function storedAndCounted() {
    const { db } = site.app
    const read = () =>
      db.query
        .selectFrom('card_count')
        .selectAll()
        .orderBy('batch_id')
        .orderBy('step')
        .orderBy('expires_at')
        .execute()
    const stored = await read()
    const ids = (await db.query.selectFrom('card_batch').select('id').execute()).map(({ id }) => id)
    await db.transaction(tx => recount(tx, ids))
    return { stored, counted: await read() }
  }

  it('tell how many codes were made, sold, used and are left', async () => {
    const { batchId, codes } = await make({ count: 10, note: '淘宝店' })
    const ids = (await cardsOf(batchId)).map(card => card.id)
    expect(await edit({ ids: ids.slice(0, 3), sold: true, soldTo: '订单 7745' })).toMatchObject({
      changed: 3,
    })
    expect(await edit({ ids: ids.slice(3, 4), state: 'revoked' })).toMatchObject({ changed: 1 })
    expect(await edit({ ids: ids.slice(4, 6), state: 'disabled' })).toMatchObject({ changed: 2 })
    const tail = (await cardsOf(batchId)).find(card => card.id === ids[9])?.tail
    expect((await redeem(codes.find(code => code.endsWith(tail ?? '?')))).status).toBe(200)
    expect(await only()).toMatchObject({
      id: batchId,
      kind: 'open',
      days: 30,
      domains: [],
      note: '淘宝店',
      made: 10,
      sold: 4,
      used: 1,
      left: 5,
      paused: 2,
      revoked: 1,
      expired: 0,
      kept: false,
      lastUsedAt: expect.any(String),
      lasts: null,
      endsAt: null,
      found: null,
    })
    const { stored, counted } = await storedAndCounted()
    expect(stored).toEqual(counted)
  })

  it('count each code at one step, and list the codes of a step', async () => {
    const { batchId, codes } = await make({ count: 8 })
    await make({ count: 2 })
    const ids = (await cardsOf(batchId)).map(card => card.id)
    await edit({ ids: ids.slice(0, 2), sold: true })
    await edit({ ids: ids.slice(2, 3), state: 'revoked' })
    await edit({ ids: ids.slice(3, 5), expiresAt: isoTime(site.clock.now() + day) })
    await edit({ ids: ids.slice(3, 4), sold: true })
    const used = (await cardsOf(batchId)).find(card => card.id === ids[7])
    await redeem(codes.find(code => code.endsWith(used?.tail ?? '?')))
    site.clock.advance(2 * day)
    const steps = async (step: string) => (await cardsOf(batchId, { step })).map(card => [card.id, card.step])
    expect(await steps('used')).toEqual([[ids[7], 'used']])
    expect((await steps('sold')).sort()).toEqual([ids[0], ids[1]].sort().map(id => [id, 'sold']))
    expect((await steps('gone')).sort()).toEqual(
      ids
        .slice(2, 5)
        .sort()
        .map(id => [id, 'gone']),
    )
    expect((await steps('left')).sort()).toEqual(
      ids
        .slice(5, 7)
        .sort()
        .map(id => [id, 'left']),
    )
    const { list } = await batches()
    expect(list.find(({ id }) => id === batchId)).toMatchObject({
      made: 8,
      sold: 3,
      used: 1,
      left: 2,
      revoked: 1,
      expired: 2,
      endsAt: null,
    })
    const end = isoTime(site.clock.now() + day)
    await edit({ ids: ids.slice(5, 6), expiresAt: end })
    await edit({ ids: ids.slice(6, 7), expiresAt: isoTime(site.clock.now() + 2 * day) })
    expect((await batches()).list.find(({ id }) => id === batchId)?.endsAt).toBe(end)
  })

  it('stay right while codes are used, marked and revoked at the same time', async () => {
    const { batchId, codes } = await make({ count: 24 })
    const ids = (await cardsOf(batchId)).map(card => card.id)
    await Promise.all([
      ...codes.slice(0, 8).map(redeem),
      ...ids.map(id => edit({ ids: [id], sold: true })),
      edit({ batchId, step: 'left', state: 'revoked' }),
      make({ count: 5, batchId }),
      site.ok('delCard', { body: { batchId, step: 'gone' } }, seller.token),
    ])
    const { stored, counted } = await storedAndCounted()
    expect(counted.reduce((sum, { cards }) => sum + cards, 0)).toBeGreaterThan(0)
    expect(stored).toEqual(counted)
  })

  it('are changed one after the other', async () => {
    const { batchId } = await make()
    const { db } = site.app
    const began = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const order: string[] = []
    const first = db.transaction(async tx => {
      await lockBatches(tx, db.kind, [batchId])
      began.resolve()
      await goOn.promise
      order.push('first')
    })
    await began.promise
    const second = db.transaction(async tx => {
      await lockBatches(tx, db.kind, [batchId])
      order.push('second')
    })
    // On SQLite there is one writer at a time.
    if (kind === 'postgres')
      await until(async () => {
        const blocked = sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`
        return (await readRows(db.query, blocked)).length > 0
      })
    goOn.resolve()
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'second'])
  })

  it('revoke or delete what is left and spare what was sold', async () => {
    const { batchId } = await make({ count: 6 })
    const ids = (await cardsOf(batchId)).map(card => card.id)
    await edit({ ids: ids.slice(0, 2), sold: true })
    expect(await edit({ batchId, step: 'left', state: 'disabled' })).toMatchObject({ changed: 4 })
    await edit({ ids: ids.slice(2, 3), state: 'unused' })
    const gone = await site.ok('delCard', { body: { ids: ids.slice(2, 3), step: 'left' } }, seller.token)
    expect(gone.deleted).toBe(1)
    expect(await edit({ batchId, step: 'left', state: 'revoked' })).toMatchObject({ changed: 3 })
    expect(await only()).toMatchObject({ made: 5, sold: 2, left: 0, revoked: 3 })
    const { deleted } = await site.ok('delCard', { body: { batchId, step: 'gone' } }, seller.token)
    expect(deleted).toBe(3)
    expect(await only()).toMatchObject({ made: 2, sold: 2, revoked: 0 })
  })

  it('are marked sold and taken back, except for what is used or revoked', async () => {
    const { batchId, codes } = await make({ count: 4 })
    await redeem(codes[0])
    const ids = (await cardsOf(batchId, { step: 'left' })).map(card => card.id)
    await edit({ ids: ids.slice(0, 1), state: 'revoked' })
    expect(await edit({ batchId, sold: true, soldTo: '顾青' })).toMatchObject({ changed: 2 })
    const sold = await cardsOf(batchId, { step: 'sold' })
    expect(sold.map(card => card.soldTo)).toEqual(['顾青', '顾青'])
    expect((await cardsOf(batchId, { q: '顾青' })).length).toBe(2)
    site.clock.advance(day)
    // Marked again, only the buyer changes.
    await edit({ batchId, sold: true, soldTo: '林牧' })
    expect((await cardsOf(batchId, { q: '林牧' })).map(card => card.soldAt)).toEqual(
      sold.map(card => card.soldAt),
    )
    expect(await edit({ batchId, sold: false })).toMatchObject({ changed: 2 })
    expect(await cardsOf(batchId, { q: '林牧' })).toEqual([])
    expect(await only()).toMatchObject({ sold: 1, used: 1, left: 2, revoked: 1 })
    const { status, body } = await site.call('editCard', { body: { batchId, soldTo: 'x' } }, seller.token)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['soldTo']])
  })

  it('have one note, beside those of single codes', async () => {
    const { batchId } = await make({ count: 3, note: '春节' })
    const [first] = await cardsOf(batchId)
    await edit({ ids: [first?.id], note: '送给顾青' })
    expect((await cardsOf(batchId)).map(card => card.note).sort()).toEqual(['春节', '春节', '送给顾青'])
    expect(await edit({ batchId, note: '元宵' })).toMatchObject({ changed: 3 })
    expect((await cardsOf(batchId)).map(card => card.note)).toEqual(['元宵', '元宵', '元宵'])
    expect((await only()).note).toBe('元宵')
  })

  it('are found by name, number, and what their codes hold', async () => {
    const first = await make({ note: '第一批', count: 2 })
    const second = await make({ note: '第二批', kind: 'renew' })
    const [card] = await cardsOf(first.batchId)
    await edit({ ids: [card?.id], sold: true, soldTo: '尾号 7745' })
    const found = async (query: Record<string, unknown>) =>
      (await batches(query)).list.map(batch => [batch.note, batch.found])
    expect(await found({ q: '第' })).toEqual([
      ['第二批', 0],
      ['第一批', 0],
    ])
    expect(await found({ q: second.batchId.slice(-5).toUpperCase() })).toEqual([['第二批', 0]])
    expect(await found({ q: '7745' })).toEqual([['第一批', 1]])
    expect(await found({ q: first.codes[0] })).toEqual([['第一批', 1]])
    expect(await found({ q: '%' })).toEqual([])
    expect(await found({ kind: 'renew' })).toEqual([['第二批', null]])
    await edit({ batchId: second.batchId, sold: true })
    expect(await found({ left: 'true' })).toEqual([['第一批', null]])
    expect(await found({ left: 'false' })).toEqual([['第二批', null]])
    expect((await batches({ pageSize: 1, page: 2 })).list.map(batch => batch.note)).toEqual(['第一批'])
    expect((await batches({ pageSize: 1 })).total).toBe(2)
    expect(await batches({ pageSize: 1, page: 9 })).toMatchObject({ list: [], total: 2 })
  })

  it('say which one runs out first, at the pace of a week', async () => {
    const few = await make({ note: '快完了', count: 10 })
    await make({ note: '还多', count: 30 })
    expect(await batches()).toMatchObject({ left: 40, soonest: null })
    site.clock.advance(4 * day)
    const ids = (await cardsOf(few.batchId)).map(card => card.id)
    await edit({ ids: ids.slice(0, 8), sold: true })
    // Eight in four days, two are left.
    expect(await batches({ q: '还多' })).toMatchObject({
      left: 32,
      soonest: { id: few.batchId, note: '快完了', left: 2, lasts: 1 },
    })
    site.clock.advance(8 * day)
    expect((await batches()).soonest).toBeNull()
  })

  it('are exported without whole codes, formulas as text', async () => {
    const { batchId, codes } = await make({ count: 3, note: '=1+1' })
    const [first] = await cardsOf(batchId)
    await edit({ ids: [first?.id], sold: true, soldTo: '顾青' })
    const get = async (query: string, token = seller.token) =>
      site.fetch(`/api/user/exportCards?${query}`, { headers: { authorization: `Bearer ${token}` } })
    const { text } = await get(`batch=${batchId}`)
    expect(text.trim().split('\r\n')).toHaveLength(4)
    for (const code of codes) expect(text).not.toContain(code.slice(0, 14))
    expect(text).toContain(`${first?.tail},卖出还没用,顾青`)
    expect(text).not.toMatch(/(^|,)=1/m)
    expect((await get(`batch=${batchId}&step=sold`)).text.trim().split('\r\n')).toHaveLength(2)
    expect((await get(`batch=${batchId}`, rival.token)).status).toBe(404)
  })

  it('of somebody else are neither listed nor counted, except for an admin', async () => {
    const mine = await make({ note: '我的' })
    await make({ note: '别人的', count: 3 }, rival.token)
    expect((await batches()).list.map(batch => batch.note)).toEqual(['我的'])
    expect(await batches({ q: '别人' })).toMatchObject({ list: [], total: 0, left: 1 })
    expect(await batches({}, admin)).toMatchObject({ total: 2, left: 4 })
    const body = { batchId: mine.batchId, step: 'left', sold: true }
    const { status, body: said } = await site.call('editCard', { body }, rival.token)
    expect([status, said.error]).toEqual([404, errors.notFound.code])
  })

  it('count what a partly used code is worth as used', async () => {
    const { codes } = await make({ uses: 2 })
    await redeem(codes[0])
    expect(await only()).toMatchObject({ made: 1, sold: 1, used: 1, left: 0 })
  })
})
