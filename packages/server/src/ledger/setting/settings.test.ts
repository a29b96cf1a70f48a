import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClient } from '../../inbound/receive/smtp/testing/test-client.ts'
import { day } from '../../kernel/clock.ts'
import { createSecrets } from '../../kernel/secrets.ts'
import { databaseKinds, makePlace } from '../../testing/databases.ts'
import { until } from '../../testing/hold.ts'
import { makeMailbox, makePerson } from '../../testing/people.ts'
import { adminPassword, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { siteSettingTexts } from '../words/settings.ts'
import { type Entry, type SettingsTable, schemaOf } from './setting-entry.ts'
import { settingSecretPurpose, valuesOf } from './site-settings.ts'
import { siteTable } from './site-table.ts'

describe('the table of settings', () => {
  it.each(Object.entries(siteTable) as [keyof typeof siteTable, Entry][])(
    'has a default for %s that it would accept itself, and words that explain it',
    (name, entry) => {
      expect(schemaOf(entry).safeParse(entry.default).success).toBe(true)
      expect(siteSettingTexts[name].label).toMatch(/\p{Script=Han}/u)
      expect(siteSettingTexts[name].help).toMatch(/。$/)
    },
  )

  it('falls back to the default where what is stored no longer fits', () => {
    const values = valuesOf(
      siteTable,
      new Map<string, unknown>([
        ['siteName', 5],
        ['freeCreationsPerHour', -1],
        ['notice', '在'],
        ['gone', 1],
      ]),
    )
    expect(values).toMatchObject({ siteName: '雁书', freeCreationsPerHour: 30, notice: '在' })
    expect(values).not.toHaveProperty('gone')
  })
})

describe.each(databaseKinds)('settings on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())

  const update = (values: Record<string, unknown>, token = admin) =>
    site.call('updateSetting', { body: { values } }, token)
  const shown = async (name: string) =>
    (await site.ok('getSetting', {}, admin)).list.find(entry => entry.name === name)

  it('take effect at once and go back to their default', async () => {
    expect((await update({ siteName: ' 新站 ', lifetimes: [5, 0] })).status).toBe(200)
    const { settings } = await site.ok('getVar')
    expect([settings.siteName, settings.lifetimes]).toEqual(['新站', [5, 0]])
    expect(await shown('siteName')).toMatchObject({ value: '新站', default: '雁书', scope: 'site' })
    await update({ siteName: null, lifetimes: null })
    expect((await site.ok('getVar')).settings.siteName).toBe('雁书')
  })

  it.each([
    ['siteName', 'x'.repeat(31)],
    ['siteName', 'two\nlines'],
    ['siteName', 5],
    ['siteName', true],
    ['siteName', ['a']],
    ['registration', 'yes'],
    ['registration', 1],
    ['freeCreationsPerHour', -1],
    ['freeCreationsPerHour', 1.5],
    ['freeCreationsPerHour', 1e9],
    ['freeCreationsPerHour', '30'],
    ['lifetimes', []],
    ['lifetimes', [-1]],
    ['lifetimes', ['10']],
    ['lifetimes', Array(21).fill(1)],
    ['reservedNames', ['']],
    ['siteName', ''],
    ['siteName', '  '],
    ['lifetimes', [60, 60]],
    ['reservedNames', ['*']],
    ['reservedNames', ['ok', 'two words']],
    ['blocklists', ['not a zone!!']],
    ['portProbes', ['127.0.0.1']],
    ['complaint', 'not mail'],
    ['complaint', 'javascript:alert(1)//@x.example'],
    ['epayChannels', ['!']],
    ['stripeKey', 'bad'],
    ['stripeWebhookSecret', 'sk_live_1'],
    ['reservedNames', 'admin'],
    ['noSuchThing', 1],
  ])('refuse %s = %j at the field', async (name, value) => {
    const { status, body } = await update({ notice: 'kept together', [name]: value })
    expect([status, body.error]).toEqual([400, 1001])
    expect(
      Object.keys(body.fields ?? {}).some(field => field === name || field.startsWith(`values.${name}`)),
    ).toBe(true)
    expect((await shown('notice'))?.value).toBe('')
  })

  it.each([
    'mail',
    'mail example.com',
    'http://mail.example.com',
    '-a.example.com',
    '203.0.113.5',
    'a..b',
    'x\u4e2d.com',
  ])('let the server call itself by the name of a host only, not %s', async heloName => {
    const { status, body } = await site.call('updateSetting', { body: { values: { heloName } } }, admin)
    expect([status, body.fields]).toEqual([400, { heloName: '要填完整的主机名，例如 mail.example.com' }])
  })

  it.each(['mail.example.com', 'MX-1.example.co.uk', 'mail.xn--55qx5d', ''])(
    'let the server call itself %s',
    async heloName => {
      await update({ heloName })
      expect((await shown('heloName'))?.value).toBe(heloName)
    },
  )

  it.each(['javascript:alert(1)', 'ftp://pay.example.com/', 'pay.example.com', 'data:text/html,x'])(
    'lead buyers to addresses of the web only, not to %s',
    async epayUrl => {
      const { status, body } = await site.call('updateSetting', { body: { values: { epayUrl } } }, admin)
      expect([status, body.fields]).toEqual([400, { epayUrl: '要填 http:// 或 https:// 开头的网址' }])
    },
  )

  it.each(['http://127.0.0.1:8080/', 'http://localhost/', 'https://10.0.0.7/pay', 'http://[::1]:9000/'])(
    'lead the program to no gateway at %s, unless the operator allows its address',
    async url => {
      for (const name of ['epayUrl', 'stripeUrl']) {
        const { status, body } = await update({ [name]: url })
        expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [name]])
        expect(body.fields?.[name]).toContain('YANSHU_PRIVATE_GATEWAYS')
      }
    },
  )

  it('of the site are the admin’s alone', async () => {
    const user = await makePerson(site, 'user')
    expect((await update({ siteName: '我的' }, user.token)).body.error).toBe(1005)
    const { list } = await site.ok('getSetting', {}, user.token)
    expect(list.filter(entry => entry.scope === 'site')).toEqual([])
  })

  it('hold after a restart', async () => {
    const place = await makePlace(kind)
    const before = await startTestApp(kind, { place })
    const values = { notice: '停机维护' }
    await before.ok('updateSetting', { body: { values } }, await before.adminToken())
    await before.stop()
    const again = await startTestApp(kind, { place })
    expect((await again.ok('getVar')).settings.notice).toBe('停机维护')
    await again.stop()
    await place.remove()
  })

  if (kind === 'postgres') {
    it('take effect on another node without a restart', async () => {
      const other = await site.secondNode()
      const name = async () => (await other.ok('getVar')).settings.siteName
      expect(await name()).toBe('雁书')
      await update({ siteName: '两个节点' })
      await until(async () => (await name()) === '两个节点')
      await other.stop()
    })
  }
})

describe.each(databaseKinds)('the history of settings on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())

  const update = async (values: Record<string, unknown>, token = admin) => {
    await site.ok('updateSetting', { body: { values } }, token)
    // A moment passes between the changes, so that their order is certain.
    site.clock.advance(1)
  }
  const history = async (query: Record<string, unknown> = {}) =>
    (await site.ok('getSettingLog', { query }, admin)).list

  it('tells who changed what from what to what, newest first, and nothing that did not change', async () => {
    await update({ siteName: '一号', registration: true })
    await update({ siteName: '一号' })
    await update({ siteName: '二号' })
    await update({ siteName: null, notice: null })
    const list = await history({ name: 'siteName' })
    expect(list.map(({ label, actorName, before, after }) => [label, actorName, before, after])).toEqual([
      ['站点名称', 'admin', '"二号"', null],
      ['站点名称', 'admin', '"一号"', '"二号"'],
      ['站点名称', 'admin', null, '"一号"'],
    ])
    expect(await history({ name: 'notice' })).toEqual([])
    // `true` is the default, but it was chosen here.
    expect(await history({ name: 'registration' })).toMatchObject([{ before: null, after: 'true' }])
  })

  it('never holds a secret, and says only that one was set, changed and removed', async () => {
    await update({ stripeKey: 'sk_test_first' })
    await update({ stripeKey: 'sk_test_second' })
    await update({ stripeKey: '' })
    const list = await history({ name: 'stripeKey' })
    const mark = '••••••'
    expect(list.map(({ before, after }) => [before, after])).toEqual([
      [mark, null],
      [mark, mark],
      [null, mark],
    ])
    const kept = await site.app.db.query.selectFrom('setting_change').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain('sk_test')
  })

  it('is for admins, in pages', async () => {
    const user = await makePerson(site, 'reader')
    expect((await site.call('getSettingLog', {}, user.token)).status).toBe(403)
    expect((await history({ pageSize: 1 })).length).toBe(1)
    expect((await site.call('getSettingLog', { query: { pageSize: 1e9 } }, admin)).status).toBe(400)
  })

  it('keeps own settings to their owner, and lets a user change no other', async () => {
    const [one, other] = [await makePerson(site, 'one'), await makePerson(site, 'other')]
    const box = await makeMailbox(site, 'box')
    await update({ displayName: '小雁', dateStyle: 'exact' }, one.token)
    await update({ dateStyle: 'exact' }, box.token)
    const shown = async (token: string) => (await site.ok('getVar', {}, token)).settings
    expect(await shown(one.token)).toMatchObject({ displayName: '小雁', dateStyle: 'exact' })
    expect(await shown(other.token)).toMatchObject({ displayName: '', dateStyle: 'relative' })
    expect(await shown(box.token)).toMatchObject({ dateStyle: 'exact' })
    const { list, environment } = await site.ok('getSetting', {}, one.token)
    expect(new Set(list.map(entry => entry.scope))).toEqual(new Set(['own']))
    expect(environment).toEqual([])
    for (const values of [
      { siteName: 'taken' },
      { displayName: 'x', siteName: 'taken' },
      { noSuchThing: 1 },
    ]) {
      const { status } = await site.call('updateSetting', { body: { values } }, one.token)
      expect(status).toBe(403)
    }
    expect(await shown(one.token)).toMatchObject({ displayName: '小雁' })
    const wrong = await site.call('updateSetting', { body: { values: { dateStyle: 'sideways' } } }, one.token)
    expect(wrong.body.fields).toEqual({ dateStyle: '不在可选范围内' })
    expect(await history({ name: 'displayName' })).toEqual([])
  })

  it('shows an admin the environment without its secrets', async () => {
    const { environment } = await site.ok('getSetting', {}, admin)
    const byName = new Map(environment.map(item => [item.name, item]))
    expect(byName.get('YANSHU_ADMIN_PASSWORD')).toMatchObject({ value: '已设置', changed: true })
    expect(byName.get('YANSHU_SMTP_PORT')).toMatchObject({ value: '0' })
    expect(JSON.stringify(environment)).not.toContain('a long admin password')
    expect(JSON.stringify(environment)).not.toMatch(/:\/\/[^:/@"]*:(?!••••@)[^@"/]+@/)
  })
})

describe('settings with an effect', () => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startTestApp('sqlite')
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())

  const update = (values: Record<string, unknown>) => site.ok('updateSetting', { body: { values } }, admin)
  const make = (localPart: string) => site.call('regEmail', { body: { domain: 'yanshu.test', localPart } })

  it('keep names that fit a pattern, and names that are too short, from being taken', async () => {
    await update({ reservedNames: ['*bank*', 'vip?', 'Exact'], nameMinLength: 3 })
    const answers = await Promise.all(
      ['mybankings', 'b.a.n.k', 'vip1', 'vip', 'vip12', 'exact', 'ab', 'abc'].map(async name => [
        name,
        (await make(name)).body.error,
      ]),
    )
    expect(Object.fromEntries(answers)).toEqual({
      mybankings: 3002,
      'b.a.n.k': 3002,
      vip1: 3002,
      vip: 0,
      vip12: 0,
      exact: 3002,
      ab: 3002,
      abc: 0,
    })
    await update({ reservedNames: null, nameMinLength: null })
  })

  it('bound the size and the recipients of mail for the next connection', async () => {
    await makeMailbox(site, 'sized')
    const offer = async () => {
      const client = await openClient(site.app.smtpPort)
      await client.reply()
      const hello = await client.say('EHLO client.test')
      client.socket().destroy()
      return /SIZE (\d+)/.exec(hello)?.[1]
    }
    expect(await offer()).toBe(String(25 * 1_048_576))
    await update({ smtpMaxMb: 1 })
    expect(await offer()).toBe(String(1_048_576))
    await update({ smtpMaxMb: null })
  })

  it('ask for a proof at every creation when none is free, as hard as the operator says', async () => {
    await update({ freeCreationsPerHour: 0, proofStrength: 'strong' })
    expect((await make('proofless')).body.error).toBe(2004)
    const { challenge } = await site.ok('startAuth', { body: { purpose: 'regEmail' } })
    await update({ proofStrength: 'light' })
    const lighter = await site.ok('startAuth', { body: { purpose: 'regEmail' } })
    expect((challenge?.maxnumber ?? 0) / (lighter.challenge?.maxnumber ?? 1)).toBe(8)
    await update({ freeCreationsPerHour: null, proofStrength: null })
  })

  it('say how long a remembered login lasts', async () => {
    await update({ sessionDays: 2 })
    const { token } = await site.ok('login', { body: { username: 'admin', password: adminPassword } })
    const { list } = await site.ok('getSessions', {}, token)
    const current = list.find(session => session.current)
    const days = (Date.parse(current?.expiresAt ?? '') - Date.parse(current?.createdAt ?? '')) / day
    expect(days).toBe(2)
    await update({ sessionDays: null })
  })

  it('bound the number of notifications', async () => {
    const user = await makePerson(site, 'hooked')
    await update({ webhookLimit: 1 })
    const add = () =>
      site.call(
        'addWebhook',
        {
          body: {
            name: 'x',
            kind: 'generic',
            url: 'https://hooks.example/',
            onlyCode: false,
            mailbox: null,
            enabled: true,
          },
        },
        user.token,
      )
    expect([(await add()).status, (await add()).body.error]).toEqual([200, 3004])
  })
})

describe('a secret among settings', () => {
  const table = {
    apiSecret: { group: 'payment', kind: 'secret', default: '', maxLength: 100 },
  } as const satisfies SettingsTable

  it('is read back only with the key it was sealed with', () => {
    const secrets = createSecrets('the master key of this site')
    const stored = new Map<string, unknown>([['apiSecret', secrets.seal(settingSecretPurpose, 'hunter2')]])
    expect(valuesOf(table, stored, secrets)).toEqual({ apiSecret: 'hunter2' })
    expect(valuesOf(table, stored, createSecrets('another master key'))).toEqual({ apiSecret: '' })
    expect(valuesOf(table, stored)).toEqual({ apiSecret: '' })
    expect(JSON.stringify([...stored])).not.toContain('hunter2')
  })
})
