import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '../../kernel/clock.ts'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { purchase, queryPassword, type Shop, shopDomain, startShop } from '../../testing/shop.ts'

describe.each(databaseKinds)('an order is found again on %s', kind => {
  let shop: Shop
  beforeAll(async () => {
    shop = await startShop(kind)
  })
  afterAll(() => shop.site.stop())

  const byHand = { pay: { way: 'manual' } }
  const bought = async (localPart: string, change: Record<string, unknown> = byHand) =>
    shop.site.ok('buyEmail', { body: purchase(shop, localPart, change) })

  const phone = '13912345678'
  const query = (more: Record<string, unknown> = {}, by = phone) =>
    shop.site.call('queryOrder', { query: { phone: by, ...more } })
  let order: { orderNo: string; claimToken: string }
  beforeAll(async () => {
    order = await bought('secret-name', { ...byHand, phone: '+86 139-1234-5678' })
    await bought('second-name', { ...byHand, phone, queryPassword: 'another password' })
  })

  it('masked by its phone alone', async () => {
    const { body } = await query()
    expect(body.list?.map(row => row.address).sort()).toEqual([`s***e@${shopDomain}`, `s***e@${shopDomain}`])
    expect(body.list?.every(row => row.order === null)).toBe(true)
    const text = JSON.stringify(body)
    for (const hidden of ['secret-name', order.orderNo, order.claimToken, phone])
      expect(text).not.toContain(hidden)
    expect((await query({}, '13900000000')).body.list).toEqual([])
  })

  it('whole with the query password, each only its own, and tells who has looked', async () => {
    const { body } = await query({ password: queryPassword })
    expect(body.list?.map(row => row.address)).toEqual([`secret-name@${shopDomain}`])
    expect(body.list?.[0]?.order).toMatchObject({ orderNo: order.orderNo, status: 'pending' })
    expect(body.list?.[0]?.order?.log.map(entry => entry.how).sort()).toEqual(['password', 'phone'])
    expect(body.list?.[0]?.order?.log[0]?.client).toBe('127.0.*.*')
  })

  it('with its claim token, for that order only', async () => {
    const { body } = await query({ claimToken: order.claimToken })
    expect(body.list?.[0]?.order?.orderNo).toBe(order.orderNo)
    expect((await query({ claimToken: order.claimToken }, '13900000000')).status).toBe(401)
    expect((await query({ claimToken: 'ysc_wrong' })).status).toBe(401)
  })

  it('with password or token in a header, which no URL keeps, and which goes before what the URL says', async () => {
    const chinese = '芝麻开门，100%'
    await bought('headed-name', { ...byHand, phone: '13912340000', queryPassword: chinese })
    const ask = (headers: Record<string, string>, more: Record<string, unknown> = {}, by = phone) =>
      shop.site.call('queryOrder', { query: { phone: by, ...more }, headers })
    const addresses = async (answer: ReturnType<typeof ask>) =>
      (await answer).body.list?.map(row => row.order?.address)
    const secret = encodeURIComponent(chinese)
    expect(await addresses(ask({ 'x-query-password': secret }, {}, '13912340000'))).toEqual([
      `headed-name@${shopDomain}`,
    ])
    expect(await addresses(ask({ 'x-claim-token': order.claimToken }))).toEqual([`secret-name@${shopDomain}`])
    expect((await ask({ 'x-query-password': 'wrong one' }, { password: queryPassword })).status).toBe(401)
    expect((await ask({ 'x-query-password': 'x'.repeat(65) })).status).toBe(400)
    const mine = await shop.site.call('checkName', {
      query: { domainId: shop.domainId, localPart: 'secret-name' },
      headers: { 'x-claim-token': order.claimToken },
    })
    expect(mine.body.state).toBe('free')
    for (const told of [chinese, secret, order.claimToken])
      expect(shop.site.logged.join('')).not.toContain(told)
  })

  const freshTries = () =>
    shop.site.app.db.transaction(async tx => {
      await tx.deleteFrom('throttle').execute()
    })

  it.each(['0', 'null', 'false', 'undefined', '[]', '{}', '%', '_', '*', ' ', "' OR '1'='1", '\\'])(
    'with nothing but the password itself: “%s” gets the answer that unknown phones get',
    async password => {
      await freshTries()
      const wrong = await query({ password })
      const unknown = await query({ password }, '13700000000')
      expect(wrong.status).toBe(401)
      expect(unknown).toMatchObject({ status: wrong.status, body: wrong.body })
      const { orderNo } = order
      const opened = await shop.site.call('openOrder', { body: { orderNo, phone, queryPassword: password } })
      expect(opened).toMatchObject({ status: 401, body: wrong.body })
    },
  )

  it('not by the password in another case, with another’s order number, or with a space more', async () => {
    await freshTries()
    const others = await bought('third-name', { ...byHand, phone: '13700000001' })
    for (const given of [
      { password: queryPassword.toUpperCase() },
      { password: `${queryPassword} ` },
      { password: queryPassword, orderNo: others.orderNo },
      { password: queryPassword, orderNo: '%' },
    ])
      expect((await query(given)).status).toBe(401)
  })

  it.each([null, false, 0, [], [queryPassword], {}, { $gt: '' }, ''])(
    'not at all with %j for a password',
    async given => {
      await freshTries()
      const key = { orderNo: order.orderNo, phone, queryPassword: given }
      const { status } = await shop.site.call('openOrder', { body: key })
      expect(status).toBe(400)
      const { status: without } = await shop.site.call('openOrder', {
        body: { orderNo: order.orderNo, phone },
      })
      expect(without).toBe(400)
    },
  )

  it('masked for an empty password, and not at all for lists', async () => {
    expect((await query({ password: '' })).body.list?.every(row => row.order === null)).toBe(true)
    for (const list of ['password=a&password=b', 'password[]=a', 'password[$gt]='])
      expect((await shop.site.fetch(`/api/queryOrder?phone=${phone}&${list}`)).status).toBe(400)
  })

  it('never by what the log says', () => {
    const logged = shop.site.logged.join('')
    for (const secret of [queryPassword, encodeURIComponent(queryPassword), 'open+sesame', order.claimToken])
      expect(logged).not.toContain(secret)
  })

  it('for five tries; then nobody guesses any more, and the claim token still opens it', async () => {
    const tries: number[] = []
    for (let at = 0; at < 7; at++) tries.push((await query({ password: `wrong ${at}` })).status)
    expect(tries).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await query({ password: queryPassword })).status).toBe(429)
    const { order: opened } = await shop.site.ok('openOrder', { body: { claimToken: order.claimToken } })
    expect(opened.orderNo).toBe(order.orderNo)
    shop.site.clock.advance(16 * minute)
    expect((await query({ password: queryPassword })).status).toBe(200)
  })

  it('for five tries also when the right password of another order comes between them', async () => {
    await freshTries()
    const own = () => query({ password: 'another password' })
    const guesses: number[] = []
    for (let at = 0; at < 30; at++) {
      guesses.push((await query({ password: `guess ${at}` })).status)
      const { status } = await own()
      expect(status).toBe(at < 4 ? 200 : 429)
    }
    expect(guesses).toEqual([...Array(5).fill(401), ...Array(25).fill(429)])
    shop.site.clock.advance(16 * minute)
    expect((await own()).status).toBe(200)
  })

  // The digest is what takes the time, on either database.
  it.runIf(kind === 'sqlite')('takes no other work to refuse a known phone than an unknown one', async () => {
    const times = { known: [] as number[], unknown: [] as number[] }
    const one = async (by: string) => {
      const worked = startCpuTime()
      const { status } = await query({ password: 'not that one' }, by)
      expect(status).toBe(401)
      return worked()
    }
    // In turns, so that whatever else the program does falls on both alike.
    for (let at = 0; at < 100; at++) {
      if (at % 4 === 0) await freshTries()
      times.known.push(await one(phone))
      times.unknown.push(await one(`137${String(at).padStart(8, '0')}`))
    }
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length / 2] ?? 0
    const ratio = median(times.known) / median(times.unknown)
    // One digest more or less would double it.
    expect(ratio).toBeGreaterThan(0.75)
    expect(ratio).toBeLessThan(1.33)
  })
})
