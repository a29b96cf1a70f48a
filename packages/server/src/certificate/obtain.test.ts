import { afterEach, describe, expect, it } from 'vitest'
import { day } from '../kernel/clock.ts'
import { hasAuthority } from '../testing/authority.ts'
import { databaseKinds } from '../testing/databases.ts'
import { hasDnsServer } from '../testing/dns-server.ts'
import {
  type CertificateSite,
  mailName,
  presentedAt,
  type SiteOptions,
  siteName,
  startCertificateSite,
} from './testing/certificate-site.ts'

const canRun = hasAuthority && hasDnsServer

let open: CertificateSite | null = null
afterEach(async () => {
  await open?.stop()
  open = null
})

describe.skipIf(!canRun).each(databaseKinds)('certificates from an authority, on %s', kind => {
  async function start(options: SiteOptions = {}): Promise<CertificateSite> {
    open = await startCertificateSite(kind, options)
    return open
  }
  const switchOn = (one: CertificateSite, more: Record<string, string | boolean> = {}) =>
    one.set({ acme: true, acmeTerms: true, acmeDirectory: one.authority.directory, ...more })

  it('are got for the site and the mail host, presented by every port at once, and renewed', async () => {
    const one = await start()
    expect(await one.shown(siteName)).toMatchObject({ state: 'none', source: 'selfSigned', renewsAt: null })
    await switchOn(one)
    const first = await one.until(siteName, ({ state }) => state === 'good')
    expect(first).toMatchObject({ source: 'authority', way: 'http', failures: 0, advice: '' })
    await one.until(mailName, ({ state }) => state === 'good')
    expect((await presentedAt(one.httpsPort, siteName)).subjectaltname).toBe(`DNS:${siteName}`)
    expect((await presentedAt(one.httpsPort, mailName)).subjectaltname).toBe(`DNS:${mailName}`)

    await one.later(Date.parse(first.renewsAt ?? '') - one.site.clock.now() + day)
    const serial = (await presentedAt(one.httpsPort, siteName)).serialNumber
    await one.until(siteName, ({ obtainedAt }) => obtainedAt !== first.obtainedAt)
    expect((await presentedAt(one.httpsPort, siteName)).serialNumber).not.toBe(serial)
  })
})
