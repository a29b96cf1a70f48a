/** Tests mail over encrypted connections and through a relay. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Clock } from '../../kernel/clock.ts'
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import { type SmtpScript, startScriptedSmtp, testCertificateFor } from '../../testing/scripted-smtp-server.ts'
import type { DelivererDeps, Relay } from './deliver.ts'
import { deliveryTo, farNames, type NameTable, sample, testDeliverer } from './testing/test-deliverer.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function scripted(script: SmtpScript = {}, deps: Partial<DelivererDeps> & { names?: NameTable } = {}) {
  const server = await startScriptedSmtp(script)
  cleanUps.push(() => server.stop())
  const deliverer = testDeliverer({ mxPort: server.port, ...deps })
  cleanUps.push(() => deliverer.close())
  return { server, deliverer }
}

describe('encryption', () => {
  const tls = testCertificateFor('mx.far.test')
  const expired = testCertificateFor('mx.far.test', { now: new Date('2020-01-01'), days: 30 })
  const other = testCertificateFor('mx.other.test')

  it('is used where it is offered, whoever signed the certificate', async () => {
    for (const certificate of [tls, expired, other]) {
      const { server, deliverer } = await scripted({ tls: certificate })
      const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test']))
      expect(verdict?.outcome).toBe('delivered')
      expect(server.messages[0]?.encrypted).toBe(true)
      expect(server.commands.filter(line => line.startsWith('EHLO'))).toHaveLength(2)
    }
  })

  it('that fails does not keep mail back where nobody asked for it', async () => {
    const { server, deliverer } = await scripted({ tls, startTls: '454 4.7.0 not now' })
    expect((await deliverer.deliver(deliveryTo(['a@far.test'])))[0]?.outcome).toBe('delivered')
    expect(server.messages[0]?.encrypted).toBe(false)
  })

  describe('that the domain enforces (MTA-STS)', () => {
    const names: NameTable = { ...farNames, txt: { '_mta-sts.far.test': ['v=STSv1; id=1;'] } }
    const policy = (mode: string, mx = 'mx.far.test') =>
      `version: STSv1\r\nmode: ${mode}\r\nmx: ${mx}\r\nmax_age: 86400\r\n`
    const serving =
      (body: string): GuardedFetch =>
      async ({ url }) => {
        expect(url).toBe('https://mta-sts.far.test/.well-known/mta-sts.txt')
        return {
          status: 200,
          headers: { 'content-type': 'text/plain; charset=utf-8' },
          body: Buffer.from(body),
          url,
        }
      }

    it('lets mail go over a valid certificate only', async () => {
      const good = await scripted({ tls }, { names, fetch: serving(policy('enforce')), ca: [tls.cert] })
      expect((await good.deliverer.deliver(deliveryTo(['a@far.test'])))[0]?.outcome).toBe('delivered')
      expect(good.server.messages[0]?.encrypted).toBe(true)
    })

    it.each<[string, SmtpScript, string[], string, string]>([
      ['a certificate nobody signed', { tls }, [], 'mx.far.test', 'tlsFailed'],
      ['an expired certificate', { tls: expired }, [expired.cert], 'mx.far.test', 'tlsFailed'],
      ["another host's certificate", { tls: other }, [other.cert], 'mx.far.test', 'tlsFailed'],
      ['no STARTTLS', {}, [], 'mx.far.test', 'tlsRequired'],
      ['STARTTLS refused', { tls, startTls: '454 4.7.0 no' }, [tls.cert], 'mx.far.test', 'tlsRequired'],
      [
        'plain text slipped in',
        { tls, startTls: { raw: '220 go\r\n250 ok\r\n' } },
        [tls.cert],
        'mx.far.test',
        'tlsFailed',
      ],
      ['a host that is not named', { tls }, [tls.cert], '*.elsewhere.test', 'tlsRequired'],
    ])('keeps mail back with %s', async (_what, script, ca, mx, reason) => {
      const { server, deliverer } = await scripted(script, {
        names,
        fetch: serving(policy('enforce', mx)),
        ca,
      })
      const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test']))
      expect(verdict).toMatchObject({ outcome: 'deferred', reason })
      expect(server.messages).toHaveLength(0)
    })

    it('only for a test keeps nothing back', async () => {
      const { deliverer } = await scripted({}, { names, fetch: serving(policy('testing')) })
      expect((await deliverer.deliver(deliveryTo(['a@far.test'])))[0]?.outcome).toBe('delivered')
    })

    it('stays in force when record and file disappear, for as long as it said', async () => {
      let now = Date.parse('2026-11-15T05:00:00Z')
      const clock: Clock = { now: () => now }
      let isThere = true
      const txt: Record<string, string[]> = { '_mta-sts.far.test': ['v=STSv1; id=1;'] }
      const fetch: GuardedFetch = async request =>
        isThere ? serving(policy('enforce'))(request) : Promise.reject(new Error('gone'))
      const { deliverer } = await scripted({}, { names: { ...farNames, txt }, fetch, clock })
      const reasonNow = async () => (await deliverer.deliver(deliveryTo(['a@far.test'])))[0]?.reason
      expect(await reasonNow()).toBe('tlsRequired')
      isThere = false
      now += 3_600_000
      txt['_mta-sts.far.test'] = ['v=STSv1; id=2;']
      expect(await reasonNow()).toBe('tlsRequired')
      delete txt['_mta-sts.far.test']
      now += 3_600_000
      expect(await reasonNow()).toBe('tlsRequired')
      now += 86_400_000
      expect(await reasonNow()).toBe('accepted')
    })
  })
})

describe('a relay', () => {
  const tls = testCertificateFor('relay.here.test')
  const names: NameTable = { v4: { 'relay.here.test': ['127.0.0.1'] } }
  const relay = (port: number, more: Partial<Relay> = {}): Relay => ({
    host: 'relay.here.test',
    port,
    security: 'starttls',
    username: 'ann',
    password: 'pass word',
    isTrusted: true,
    ...more,
  })

  it.each([
    ['PLAIN', 'starttls'],
    ['LOGIN', 'starttls'],
    ['PLAIN', 'tls'],
  ] as const)('takes mail for anybody after AUTH %s over %s', async (mechanism, security) => {
    const said: string[] = []
    const { server, deliverer } = await scripted(
      {
        tls: { ...tls, implicit: security === 'tls' },
        extensions: ['PIPELINING', `AUTH ${mechanism}`],
        auth: line => {
          said.push(line)
          return mechanism === 'LOGIN' && said.length < 3 ? '334 VXNlcm5hbWU6' : undefined
        },
      },
      { names, ca: [tls.cert] },
    )
    const [verdict] = await deliverer.deliver(
      deliveryTo(['a@anywhere.test'], { domain: 'anywhere.test', relay: relay(server.port, { security }) }),
    )
    expect(verdict).toMatchObject({ outcome: 'delivered', host: 'relay.here.test' })
    expect(server.messages[0]?.encrypted).toBe(true)
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    expect(said).toEqual(
      mechanism === 'PLAIN'
        ? [`AUTH PLAIN ${base64('\0ann\0pass word')}`]
        : ['AUTH LOGIN', base64('ann'), base64('pass word')],
    )
  })

  it.each<[string, SmtpScript, Partial<Relay>, string[], string]>([
    [
      'refuses the password',
      { tls, extensions: ['AUTH PLAIN'], auth: () => '535 5.7.8 no' },
      {},
      [tls.cert],
      'relayAuth',
    ],
    ['does not want us', { banner: '554 5.7.1 not you' }, {}, [tls.cert], 'bannerRefused'],
    ['does not exist', {}, { host: 'nowhere.test' }, [tls.cert], 'noMailServer'],
    ['knows no way to log in', { tls, extensions: ['AUTH GSSAPI'] }, {}, [tls.cert], 'relayAuth'],
    ['has a certificate nobody signed', { tls }, {}, [], 'tlsFailed'],
    ['does not encrypt', {}, {}, [tls.cert], 'tlsRequired'],
    [
      'is not trusted with a password in clear',
      { extensions: ['AUTH PLAIN'] },
      { security: 'none', isTrusted: false },
      [],
      'relayAuth',
    ],
  ])('that %s keeps the mail waiting, and gets no password', async (_what, script, more, ca, reason) => {
    const { server, deliverer } = await scripted(script, { names, ca, allowPrivate: () => true })
    const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test'], { relay: relay(server.port, more) }))
    expect(verdict).toMatchObject({ outcome: 'deferred', reason })
    expect(server.messages).toHaveLength(0)
    if (reason !== 'relayAuth') expect(server.commands.join()).not.toContain('AUTH')
  })

  it('in the local network is only dialled when whoever runs the site chose it', async () => {
    const { server, deliverer } = await scripted({}, { names, mxPort: 25 })
    const open = { security: 'none', username: '' } as const
    const chosen = await deliverer.deliver(deliveryTo(['a@far.test'], { relay: relay(server.port, open) }))
    expect(chosen[0]?.outcome).toBe('delivered')
    for (const host of ['relay.here.test', '127.0.0.1']) {
      const given = relay(server.port, { ...open, host, isTrusted: false })
      const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test'], { relay: given }))
      expect(verdict).toMatchObject({ outcome: 'deferred', reason: 'unusableMx' })
    }
    expect(server.connections()).toBe(1)
    expect(server.messages[0]?.data.equals(sample)).toBe(true)
  })
})
