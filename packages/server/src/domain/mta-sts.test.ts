import { writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startServer, testCertificate } from '../inbound/receive/smtp/testing/test-client.ts'
import { day, hour, minute } from '../kernel/clock.ts'
import { databaseKinds, makeMigratedPlace, type TestPlace } from '../testing/databases.ts'
import { makeDomain } from '../testing/people.ts'
import { testCertificateFor } from '../testing/scripted-smtp-server.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { lookAtOwnPort } from './port-trust.ts'

const mailHost = 'mx.mailhost.test'

describe.each(databaseKinds)('the MTA-STS policy on %s', kind => {
  let place: TestPlace | null = null
  const sites: TestApp[] = []
  afterEach(async () => {
    for (const site of sites.splice(0).reverse()) await site.stop()
    await place?.remove()
    place = null
  })

  /** Starts a site whose port presents this certificate. */
  async function start(
    certificate: { key: string; cert: string },
    roots: readonly string[],
    more: { clock?: TestApp['clock'] } = {},
  ): Promise<TestApp> {
    place ??= await makeMigratedPlace(kind)
    const certFile = join(place.dataDir, 'own-cert.pem')
    const keyFile = join(place.dataDir, 'own-key.pem')
    writeFileSync(certFile, certificate.cert)
    writeFileSync(keyFile, certificate.key)
    const site = await startTestApp(kind, {
      ...{ place, roots },
      ...more,
      environment: {
        YANSHU_MAIL_HOST: mailHost,
        YANSHU_PUBLIC_URL: 'https://www.mailhost.test',
        YANSHU_TLS_CERT: certFile,
        YANSHU_TLS_KEY: keyFile,
      },
    })
    sites.push(site)
    return site
  }

  const policyOf = (site: TestApp): Promise<{ mode: string; days: number }> =>
    new Promise((resolve, reject) => {
      const path = '/.well-known/mta-sts.txt'
      const { port } = new URL(site.url)
      const sent = httpRequest(
        { host: '127.0.0.1', port, path, headers: { host: 'mta-sts.ours.test' } },
        answer => {
          let text = ''
          answer.setEncoding('utf8').on('data', chunk => {
            text += chunk
          })
          answer.on('end', () => {
            const field = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(text)?.[1] ?? ''
            resolve({ mode: field('mode'), days: Number(field('max_age')) / 86_400 })
          })
        },
      )
      sent.on('error', reject).end()
    })
  const idOf = async (site: TestApp) => {
    const token = await site.adminToken()
    const [domain] = (await site.ok('getDomains', { query: { q: 'ours.test' } }, token)).list
    const { records } = await site.ok('getDkim', { query: { id: domain?.id } }, token)
    return records.find(record => record.key === 'mta-sts')?.value
  }
  async function passes(site: TestApp, ms: number): Promise<void> {
    site.clock.advance(ms)
    await site.app.runJobs()
  }

  it('enforces while the certificate verifies, and stops before it ends', async () => {
    const certificate = testCertificateFor(mailHost, { days: 20 })
    const site = await start(certificate, [certificate.cert])
    await makeDomain(site, 'ours.test')
    // Nobody has looked yet.
    expect(await policyOf(site)).toEqual({ mode: 'testing', days: 1 })
    const before = await idOf(site)
    await passes(site, minute)
    expect(await policyOf(site)).toEqual({ mode: 'enforce', days: 7 })
    const id = await idOf(site)
    expect(id).not.toBe(before)
    // A policy that senders keep must not outlive the certificate.
    await passes(site, 15 * day)
    const late = await policyOf(site)
    expect(late.mode).toBe('enforce')
    expect(late.days).toBeGreaterThan(3.9)
    expect(late.days).toBeLessThan(4.01)
    expect(await idOf(site)).toBe(id)
    // It ends within three days, and that is so before anybody looks again.
    site.clock.advance(2 * day + minute)
    await passes(site, 0)
    site.clock.advance(minute)
    expect(await policyOf(site)).toEqual({ mode: 'testing', days: 1 })
    expect(await idOf(site)).toBe(before)

    // A renewed one is enough.
    await site.stop()
    const renewed = testCertificateFor(mailHost, { days: 100 })
    const again = await start(renewed, [renewed.cert], { clock: site.clock })
    await passes(again, hour)
    expect(await policyOf(again)).toEqual({ mode: 'enforce', days: 7 })
  })

  it.each([
    ['that no authority has signed', testCertificateFor(mailHost), [] as string[]],
    ['of another name', testCertificateFor('mx.other.test'), null],
    ['that has ended', testCertificateFor(mailHost, { now: new Date('2020-01-01'), days: 30 }), null],
    ['that ends within three days', testCertificateFor(mailHost, { days: 2 }), null],
  ])('only asks for reports with a certificate %s', async (_what, certificate, roots) => {
    const site = await start(certificate, roots ?? [certificate.cert])
    await makeDomain(site, 'ours.test')
    await passes(site, minute)
    expect((await policyOf(site)).mode).toBe('testing')
  })

  it('is not enforced while one of several nodes presents a certificate that does not verify', async () => {
    const certificate = testCertificateFor(mailHost)
    const site = await start(certificate, [certificate.cert])
    await makeDomain(site, 'ours.test')
    await passes(site, minute)
    const { server, port } = await startServer({ tls: () => testCertificate() })
    const target = { port, host: mailHost, timeoutMs: 10_000, header: '', roots: [certificate.cert] }
    const other = {
      db: site.app.db,
      clock: site.clock,
      nodeId: 'other',
      siteHost: () => mailHost,
      target: () => target,
    }
    await lookAtOwnPort(other)
    expect((await policyOf(site)).mode).toBe('testing')
    // It went away: after a while only those that are there count.
    await server.close(5000)
    await lookAtOwnPort(other)
    await passes(site, 31 * minute)
    expect((await policyOf(site)).mode).toBe('enforce')
  })

  it('is not enforced while nobody has looked for half an hour', async () => {
    const certificate = testCertificateFor(mailHost)
    const site = await start(certificate, [certificate.cert])
    await makeDomain(site, 'ours.test')
    await passes(site, minute)
    expect((await policyOf(site)).mode).toBe('enforce')
    site.clock.advance(31 * minute)
    expect((await policyOf(site)).mode).toBe('testing')
    await passes(site, 0)
    expect((await policyOf(site)).mode).toBe('enforce')
  })
})
