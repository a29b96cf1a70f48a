import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { deliveryTo, type OutboundSite, startOutboundSite } from '../../testing/outbound-site.ts'
import { makePerson } from '../../testing/people.ts'
import { testCertificateFor } from '../../testing/scripted-smtp-server.ts'

const tls = testCertificateFor('relay.here.test')

describe.each(databaseKinds)('a relay on %s', kind => {
  let out: OutboundSite
  let relay: { host: string; port: number; security: 'tls' | 'none'; username: string }
  beforeAll(async () => {
    out = await startOutboundSite(kind)
  })
  afterAll(() => out.stop())
  beforeEach(() => {
    relay = { host: '127.0.0.1', port: out.far.port, security: 'none', username: '' }
  })
  const tried = (body: object) => out.site.ok('testRelay', { body: { ...relay, ...body } }, out.admin)

  it('is tried without sending or keeping anything, and the server is quoted', async () => {
    out.far.play({ banner: '220 relay.test ready for you' })
    expect(await tried({})).toEqual({
      error: 0,
      msg: '',
      ok: true,
      text: '连上了，可以不登录就用',
      said: '220 relay.test ready for you',
    })
    expect(out.far.messages).toEqual([])
    expect((await out.site.ok('getRelays', {}, out.admin)).list).toEqual([])
  })

  it.each([
    [{ banner: '554 5.7.1 not you' }, '中继服务器拒绝连接', '554 5.7.1 not you'],
    [{ hello: '550 who are you' }, '中继服务器不接受我们的主机名', '550 who are you'],
    [{ banner: 'cut' }, '中继服务器中途断开', ''],
  ] as const)('that says no is quoted: %j', async (script, text, said) => {
    out.far.play(script)
    expect(await tried({})).toMatchObject({ ok: false, text, said })
  })

  it('that nobody listens at cannot be reached', async () => {
    expect(await tried({ port: 1 })).toMatchObject({ ok: false, text: '连不上中继服务器', said: '' })
  })

  it('gets no password in clear, and the one that is kept only where it was set for', async () => {
    const clear = await out.site.call(
      'testRelay',
      { body: { ...relay, username: 'me', password: 'x' } },
      out.admin,
    )
    expect(clear.body.fields).toHaveProperty('security')
    const { token } = await makePerson(out.site, `user-${kind}`)
    expect((await out.site.call('testRelay', { body: relay }, token)).status).toBe(403)
  })

  it('hears the log-in that was asked for, with the kept password at the same place alone', async () => {
    const heard: string[] = []
    const site = await startOutboundSite(
      kind,
      {
        tls: { ...tls, implicit: true },
        extensions: ['AUTH PLAIN'],
        auth(line) {
          heard.push(Buffer.from(line.split(' ').at(-1) ?? '', 'base64').toString())
          return heard.at(-1)?.endsWith('right') ? '235 2.7.0 welcome' : '535 5.7.8 wrong password'
        },
      },
      { delivery: { ...deliveryTo(0), ca: [tls.cert] } },
    )
    const there = { host: 'relay.here.test', port: site.far.port, security: 'tls', username: 'me' } as const
    const go = (body: object) => site.site.ok('testRelay', { body: { ...there, ...body } }, site.admin)
    expect(await go({ password: 'bad' })).toMatchObject({
      ok: false,
      text: '中继服务器没有接受登录',
      said: '535 5.7.8 wrong password',
    })
    await site.site.ok('setRelay', { body: { ...there, password: 'right' } }, site.admin)
    expect(await go({})).toMatchObject({ ok: true, text: '连上了，登录成功', said: '235 2.7.0 welcome' })
    await go({ username: 'other' })
    expect(heard).toEqual(['\0me\0bad', '\0me\0right', '\0other\0'])
    await site.stop()
  })
})
