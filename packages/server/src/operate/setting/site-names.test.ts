import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { startMailSite } from '../../testing/mail-site.ts'
import { shopEnvironment } from '../../testing/shop.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

async function greeting(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const [line] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return String(line)
}

const set = (site: TestApp, token: string, values: Record<string, string | boolean | null>) =>
  site.call('updateSetting', { body: { values } }, token)

describe.each(databaseKinds)('the names of the site on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())

  it('are set while the program runs, and count at once', async () => {
    expect((await site.fetch('/healthz')).headers.get('strict-transport-security')).toBeNull()
    const values = { publicUrl: 'https://mail.example.org/', mailHost: 'MX.example.org' }
    expect((await set(site, admin, values)).status).toBe(200)
    expect(await greeting(site.app.smtpPort)).toMatch(/^220 mx\.example\.org /)
    expect((await site.fetch('/healthz')).headers.get('strict-transport-security')).toMatch(/max-age/)
    expect(site.app.publicUrl()).toBe('https://mail.example.org')
    const { list } = await site.ok('getDomains', {}, admin)
    expect(list[0]).toMatchObject({ mailHost: 'mx.example.org', ownMailHost: null })
  })

  it('follow the URL where no mail host is set', async () => {
    await set(site, admin, { publicUrl: 'https://web.example.org', mailHost: null })
    expect(await greeting(site.app.smtpPort)).toMatch(/^220 web\.example\.org /)
  })

  it.each([
    'mail.example.org',
    'ftp://mail.example.org',
    'https://mail.example.org/path',
    'https://:99',
    'https://a.example:99999',
    'https://a b',
  ])('refuses the URL %s', async publicUrl => {
    const { status, body } = await set(site, admin, { publicUrl })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['publicUrl']])
  })

  it('opens a gateway that needs them', async () => {
    const epay = { epayUrl: 'https://8.8.8.8/', epayPid: '1000', epayKey: 'key of the gateway' }
    const shop = await startMailSite(kind, { environment: shopEnvironment })
    onTestFinished(() => shop.stop())
    const token = await shop.adminToken()
    expect((await set(shop, token, epay)).status).toBe(400)
    expect((await set(shop, token, { ...epay, publicUrl: 'https://shop.example.org' })).status).toBe(200)
    expect(
      (await shop.ok('getPayWays', {}, token)).list.find(({ way }) => way === 'epay')?.warning,
    ).toBeNull()
  })
})

it.each(databaseKinds)('the environment decides over the settings, and says so, on %s', async kind => {
  const site = await startTestApp(kind, { environment: { YANSHU_MAIL_HOST: 'mx.fixed.example' } })
  onTestFinished(() => site.stop())
  const admin = await site.adminToken()
  const { status, body } = await set(site, admin, { mailHost: 'mx.other.example' })
  expect([status, body.fields?.mailHost]).toEqual([400, expect.stringContaining('YANSHU_MAIL_HOST')])
  const { list } = await site.ok('getSetting', {}, admin)
  const shown = Object.fromEntries(list.map(({ name, value, fixedBy }) => [name, { value, fixedBy }]))
  expect(shown.mailHost).toEqual({ value: 'mx.fixed.example', fixedBy: 'YANSHU_MAIL_HOST' })
  expect(shown.publicUrl).toEqual({ value: '', fixedBy: undefined })
  expect(await greeting(site.app.smtpPort)).toMatch(/^220 mx\.fixed\.example /)
})

it('a change counts on the other node as well', async () => {
  const site = await startTestApp('postgres')
  onTestFinished(() => site.stop())
  const other = await site.secondNode()
  onTestFinished(() => other.stop())
  await set(site, await site.adminToken(), { mailHost: 'mx.both.example' })
  await eventually('the other node greets by the new name', async () =>
    (await greeting(other.app.smtpPort)).startsWith('220 mx.both.example '),
  )
})
