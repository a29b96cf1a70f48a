import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { addressesOf, purchase, type Shop, shopDomain, startShop } from '../../testing/shop.ts'

const greeting = '欢迎，邮箱开通了'
const notRenewable = { localPart: '没有可以续费的邮箱账号，请检查地址' }

describe.each(databaseKinds)('what was bought, on %s,', kind => {
  let shop: Shop
  beforeAll(async () => {
    shop = await startShop(kind)
  })
  afterAll(() => shop.site.stop())

  const byHand = { pay: { way: 'manual' } }
  const buy = (localPart: string, change: Record<string, unknown> = byHand) =>
    shop.site.call('buyEmail', { body: purchase(shop, localPart, change) })
  const bought = async (localPart: string, change: Record<string, unknown> = byHand) =>
    shop.site.ok('buyEmail', { body: purchase(shop, localPart, change) })
  const payCard = async (amount: number) => {
    const body = { kind: 'pay', count: 1, days: null, amount }
    return (await shop.site.ok('createCard', { body }, shop.admin)).codes[0] ?? ''
  }
  const withCard = (cardCode: string) => ({ pay: { way: 'card', cardCode } })
  const check = (localPart: string) =>
    shop.site.ok('checkName', { query: { domainId: shop.domainId, localPart } })
  const pass = async (ms: number) => {
    shop.site.clock.advance(ms)
    await shop.site.app.runJobs()
  }
  const markPaid = async (orderNo: string) => {
    const { list } = await shop.site.ok('getOrders', { query: { q: orderNo } }, shop.admin)
    await shop.site.ok('markPaid', { body: { id: list[0]?.id ?? '' } }, shop.admin)
  }
  const lettersOf = async (address: string) => {
    await shop.site.app.settled()
    return shop.site.app.db.query
      .selectFrom('mail')
      .innerJoin('mailbox', 'mailbox.id', 'mail.mailbox_id')
      .innerJoin('message', 'message.seq', 'mail.message_seq')
      .select(['message.subject', 'message.code'])
      .where('mailbox.address', '=', address)
      .orderBy('mail.seq')
      .execute()
  }
  const subjectsOf = async (address: string) => (await lettersOf(address)).map(row => row.subject)

  const endOf = async (address: string) => {
    const row = await shop.site.app.db.query
      .selectFrom('mailbox')
      .select('expires_at')
      .where('address', '=', address)
      .executeTakeFirst()
    return row?.expires_at ?? null
  }

  it('is renewed by adding days to its end, also in its grace', async () => {
    const { account } = await bought('stays', withCard(await payCard(300)))
    const address = account?.address ?? ''
    const first = (await endOf(address)) ?? 0
    const renew = { ...withCard(await payCard(250)), renew: true }
    const renewed = await bought('stays', renew)
    expect(renewed).toMatchObject({ status: 'done', price: 250 })
    expect(renewed.account).toBeUndefined()
    expect(await endOf(address)).toBe(first + 30 * day)
    shop.site.clock.advance(80 * day)
    await shop.site.app.runJobs()
    // Past its end, but the name is still its owner's.
    expect((await check('stays')).state).toBe('taken')
    expect((await buy('stays')).body.error).toBe(errors.addressTaken.code)
    await bought('stays', { ...withCard(await payCard(250)), renew: true })
    expect(await endOf(address)).toBeGreaterThan(shop.site.clock.now() + 29 * day)
    await bought('stays', { ...withCard(await payCard(6600)), renew: true, planId: shop.forever })
    expect(await endOf(address)).toBeNull()
    const { body } = await buy('stays', { ...byHand, renew: true })
    expect(body.fields).toEqual(notRenewable)
  })

  it('is not renewed when it is not there, with the answer that everything else gets', async () => {
    const { body } = await buy('nobody-there', { ...byHand, renew: true })
    expect(body.fields).toEqual(notRenewable)
  })

  it('and nobody renewed is gone when its grace is over, and free when its name has rested', async () => {
    await bought('leaves', withCard(await payCard(300)))
    shop.site.clock.advance(31 * day)
    await shop.site.app.runJobs()
    expect((await check('leaves')).state).toBe('taken')
    shop.site.clock.advance(30 * day)
    await shop.site.app.runJobs()
    expect((await check('leaves')).state).toBe('resting')
    expect((await buy('leaves')).body.error).toBe(errors.addressResting.code)
    // A year after its end, of which 30 days were its grace.
    shop.site.clock.advance(336 * day)
    expect((await check('leaves')).state).toBe('free')
  })

  it('stays its owner’s in its grace, whoever else wants the name, by whatever way', async () => {
    const { account } = await bought('in-grace', withCard(await payCard(300)))
    const address = account?.address ?? ''
    await pass(31 * day)
    const { site, admin } = shop
    expect((await buy('in-grace')).body.error).toBe(errors.addressTaken.code)
    await site.app.db.transaction(async tx => {
      await tx.updateTable('domain').set({ open: 1 }).where('id', '=', shop.domainId).execute()
    })
    const place = { domain: shopDomain, localPart: 'in-grace' }
    const { codes } = await site.ok('createCard', { body: { kind: 'open', count: 1, days: 30 } }, admin)
    const ways = [
      await site.call('regEmail', { body: place }),
      await site.call('regEmail', { body: { ...place, password: 'another person' } }),
      await site.call('createEmail', { body: place }, admin),
      await site.call('createEmailAccount', { body: { domain: shopDomain, names: ['in-grace'] } }, admin),
      await site.call('verCard', { body: { code: codes[0], redeem: true, ...place } }),
    ]
    expect(ways.map(({ body }) => body.error)).toEqual(ways.map(() => errors.addressTaken.code))
    // The owner cannot log in now, renews on the store page without, and is back with the old password.
    const logIn = () => site.call('loginEmail', { body: { address, password: account?.password ?? '' } })
    expect((await logIn()).status).not.toBe(200)
    await bought('in-grace', { ...withCard(await payCard(250)), renew: true })
    expect((await logIn()).status).toBe(200)
  })

  it('is renewed for the mailbox that was meant, not for whoever has its name by then', async () => {
    await bought('meant', withCard(await payCard(300)))
    const { orderNo, claimToken } = await bought('meant', { ...byHand, renew: true })
    await pass(61 * day)
    await shop.site.ok('releaseName', { body: { address: `meant@${shopDomain}` } }, shop.admin)
    expect((await check('meant')).state).toBe('free')
    const { account } = await bought('meant', withCard(await payCard(300)))
    const before = await endOf(account?.address ?? '')
    await markPaid(orderNo)
    expect(await endOf(account?.address ?? '')).toBe(before)
    const { order } = await shop.site.ok('openOrder', { body: { claimToken } })
    expect(order).toMatchObject({ status: 'closed', credits: [{ amount: 250 }] })
  })

  it('is not renewed once it was deleted', async () => {
    const { account } = await bought('deleted', withCard(await payCard(300)))
    const { list } = await shop.site.ok('getEmailAccount', { query: { q: 'deleted@' } }, shop.admin)
    await shop.site.ok('delEmailAccount', { body: { ids: [list[0]?.id ?? ''] } }, shop.admin)
    const { body } = await buy('deleted', { ...byHand, renew: true })
    expect(body.fields).toEqual(notRenewable)
    const { codes } = await shop.site.ok(
      'createCard',
      { body: { kind: 'renew', count: 1, days: 30 } },
      shop.admin,
    )
    const renewing = { code: codes[0], redeem: true, address: account?.address }
    expect((await shop.site.call('verCard', { body: renewing })).status).toBe(400)
  })

  it('is told of its end by a letter for each step, once, and not of a step that it began with', async () => {
    const { account } = await bought('reminded', withCard(await payCard(300)))
    const address = account?.address ?? ''
    const { codes } = await shop.site.ok(
      'createCard',
      { body: { kind: 'open', count: 1, days: 7, domains: [shopDomain] } },
      shop.admin,
    )
    const short = await shop.site.ok('verCard', { body: { code: codes[0], redeem: true } })
    const ending = expect.stringMatching(/^邮箱将在.*到期$/)
    await pass(minute)
    await pass(2 * hour)
    expect(await subjectsOf(short.address ?? '')).toEqual([greeting])
    for (const days of [23, 1, 1]) await pass(days * day)
    expect(await subjectsOf(address)).toEqual([greeting, ending])
    await pass(4 * day)
    expect(await subjectsOf(address)).toEqual([greeting, ending, ending])
  })

  it('is greeted by a letter with no code in it, unless the site sends none', async () => {
    const { orderNo } = await bought('greeted')
    await markPaid(orderNo)
    await bought('greeted', { ...withCard(await payCard(250)), renew: true })
    await pass(minute)
    await pass(10 * minute)
    expect(await lettersOf(`greeted@${shopDomain}`)).toEqual([{ subject: greeting, code: null }])
    const set = (welcomeMail: boolean) =>
      shop.site.ok('updateSetting', { body: { values: { welcomeMail } } }, shop.admin)
    await set(false)
    const { account } = await bought('quiet', withCard(await payCard(300)))
    await pass(minute)
    await set(true)
    await pass(10 * minute)
    expect(await lettersOf(account?.address ?? '')).toEqual([])
  })

  it('is handed out in one way, whoever hands it out', async () => {
    const { site, admin, domainId } = shop
    const quotaMb = 64
    const { plan } = await site.ok(
      'addPlan',
      { body: { domainId, name: '同样', days: 10, price: 300, renewPrice: 1, quotaMb, maySend: true } },
      admin,
    )
    await bought('one-way', { ...withCard(await payCard(300)), planId: plan.id })
    const { codes } = await site.ok(
      'createCard',
      { body: { kind: 'open', count: 1, days: 10, quotaMb, maySend: true, domains: [shopDomain] } },
      admin,
    )
    await site.ok('verCard', { body: { code: codes[0], redeem: true, localPart: 'other-way' } })
    const expiresAt = new Date(site.clock.now() + 10 * day).toISOString()
    const made = {
      domain: shopDomain,
      names: ['third-way'],
      quotaMb,
      maySend: true,
      expiresAt,
      ownerId: null,
    }
    await site.ok('createEmailAccount', { body: made }, admin)
    const rows = await site.app.db.query
      .selectFrom('mailbox')
      .select([
        'kind',
        'status',
        'owner_id',
        'may_send',
        'quota_bytes',
        'expires_at',
        'note',
        'end_after_mails',
      ])
      .where('local_part', 'like', '%-way')
      .execute()
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({ kind: 'account', owner_id: null, may_send: 1, quota_bytes: 67_108_864 })
    const near = (at: number | null) => Math.abs((at ?? 0) - Date.parse(expiresAt)) < minute
    expect(rows.every(row => near(row.expires_at))).toBe(true)
    const same = rows.map(({ expires_at: _, ...row }) => JSON.stringify(row))
    expect(new Set(same).size).toBe(1)
    expect(await addressesOf(shop)).toContain(`other-way@${shopDomain}`)
  })
})
