import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { drawNames } from '../../mailbox/make/make-mailbox.ts'
import { databaseKinds, makeMigratedPlace } from '../../testing/databases.ts'
import { startMailSite } from '../../testing/mail-site.ts'
import { makePerson } from '../../testing/people.ts'
import { handPay, shopDomain, shopEnvironment, startShop } from '../../testing/shop.ts'
import type { TestApp } from '../../testing/test-app.ts'

const epay = { epayUrl: 'https://8.8.8.8/', epayPid: '1000', epayKey: 'key of the gateway' }
const stripe = { stripeKey: 'sk_test_51abcdef', stripeWebhookSecret: 'whsec_abcdef' }

const setter = (site: TestApp, admin: string) => async (values: Record<string, unknown>) => {
  const { status, body } = await site.call('updateSetting', { body: { values } }, admin)
  return { status, fields: body.fields ?? {} }
}

describe.each(databaseKinds)('a site without a public URL on %s', kind => {
  let site: TestApp
  let admin: string
  let set: ReturnType<typeof setter>
  beforeAll(async () => {
    site = await startMailSite(kind, { environment: shopEnvironment })
    admin = await site.adminToken()
    set = setter(site, admin)
  })
  afterAll(() => site.stop())

  const stateOf = async (way: string) =>
    (await site.ok('getPayWays', {}, admin)).list.find(one => one.way === way)?.state

  it.each([
    ['epay', epay, 'payByEpay'],
    ['stripe', stripe, 'payByStripe'],
  ])(
    'opens no %s, whichever setting would be the last, and says so at its switch',
    async (way, all, switchedBy) => {
      const refused = { status: 400, fields: { [switchedBy]: expect.stringContaining('YANSHU_PUBLIC_URL') } }
      expect(await set(all)).toEqual(refused)
      expect(await stateOf(way)).toBe('off')
      const names = Object.keys(all)
      const last = names.at(-1) ?? ''
      const others = Object.fromEntries(Object.entries(all).filter(([name]) => name !== last))
      expect((await set(others)).status).toBe(200)
      expect(await set({ [last]: Object.values(all).at(-1), siteName: 'another name' })).toEqual(refused)
      expect((await set({ [switchedBy]: false, ...all })).status).toBe(200)
      expect(await set({ [switchedBy]: true })).toEqual(refused)
      expect(await set({ [switchedBy]: null })).toEqual(refused)
      expect(await stateOf(way)).toBe('off')
      expect((await site.ok('getVar')).settings.siteName).not.toBe('another name')
    },
  )

  it('opens what needs no notices', async () => {
    expect((await set({ ...handPay, payByCard: true, cards: true })).status).toBe(200)
    const { list } = await site.ok('getPayWays', {}, admin)
    const ready = list.filter(({ state }) => state === 'ready')
    expect(ready.map(({ way, warning }) => [way, warning])).toEqual([
      ['card', null],
      ['manual', null],
    ])
  })
})

it.each(databaseKinds)(
  'a gateway that was opened before is warned about, and stays as it is, on %s',
  async kind => {
    const place = await makeMigratedPlace(kind)
    onTestFinished(() => place.remove())
    const environment = { ...shopEnvironment, YANSHU_PUBLIC_URL: 'https://mail.example.org' }
    const before = await startMailSite(kind, { place, environment })
    const admin = await before.adminToken()
    const warnings = async (site: TestApp) =>
      Object.fromEntries((await site.ok('getPayWays', {}, admin)).list.map(one => [one.way, one.warning]))
    expect((await setter(before, admin)(epay)).status).toBe(200)
    expect((await warnings(before)).epay).toBeNull()
    await before.stop()
    const after = await startMailSite(kind, { place, environment: shopEnvironment })
    onTestFinished(() => after.stop())
    expect(await warnings(after)).toMatchObject({
      epay: expect.stringContaining('YANSHU_PUBLIC_URL') as string,
      stripe: null,
    })
    const set = setter(after, admin)
    expect((await set({ siteName: 'renamed', epayPid: '1001' })).status).toBe(200)
    expect((await set(stripe)).fields).toHaveProperty('payByStripe')
    expect((await set({ payByEpay: false })).status).toBe(200)
    expect((await set({ payByEpay: true })).fields).toHaveProperty('payByEpay')
  },
)

it.each(databaseKinds)(
  'a name with a price of its own cannot be registered for nothing on %s',
  async kind => {
    const shop = await startShop(kind)
    onTestFinished(() => shop.site.stop())
    const { site, admin, domainId } = shop
    await site.ok('editDomain', { body: { id: domainId, open: true } }, admin)
    const special = { domainId, names: ['lele'], kind: 'premium', price: 18_800 }
    await site.ok('setSpecialNames', { body: special }, admin)
    const user = await makePerson(site, 'chooser')
    const place = { domain: shopDomain, localPart: 'lele' }
    const ways = [
      await site.call('regEmail', { body: place }),
      await site.call('regEmail', { body: { ...place, password: 'long enough 11' } }),
      await site.call('createEmail', { body: place }, user.token),
    ]
    expect(ways.map(({ status, body }) => [status, Object.keys(body.fields ?? {})])).toEqual(
      ways.map(() => [400, ['localPart']]),
    )
    expect((await site.ok('regEmail', { body: { domain: shopDomain } })).address).toMatch(/@shop\.example$/)
  },
)

it('chance draws no name that has a price', async () => {
  const specialNames = async (_domain: string, names: readonly string[]) => new Set(names.slice(1))
  expect(await drawNames({ specialNames }, 'domain', 'word')).toHaveLength(1)
})
