import { afterEach, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../kernel/clock.ts'
import { hasAuthority } from '../testing/authority.ts'
import { databaseKinds } from '../testing/databases.ts'
import { hasDnsServer } from '../testing/dns-server.ts'
import { eventually } from '../testing/eventually.ts'
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

  it('keep to what the authority says about a bad proof, and ask it again after an hour, not before', async () => {
    const one = await start({ records: ['mx A 127.0.0.1', 'www A 127.0.0.2'] })
    await switchOn(one, { acmeWay: 'http' })
    const refused = await one.until(siteName, ({ failures }) => failures === 1)
    expect(refused).toMatchObject({ state: 'refused', source: 'selfSigned', validUntil: null, triesLeft: 3 })
    expect(refused.said).toContain(siteName)
    expect(refused.advice).not.toBe('')
    const nextIn = Date.parse(refused.renewsAt ?? '') - one.site.clock.now()
    expect(nextIn).toBeGreaterThan(50 * minute)
    await one.until(mailName, ({ state }) => state === 'good')
    await one.later(10 * minute)
    await one.site.app.runJobs()
    expect((await one.shown(siteName)).failures).toBe(1)

    for (const left of [2, 1, 0]) {
      await one.renew(siteName)
      await one.until(siteName, ({ state, triesLeft }) => triesLeft === left && state === 'refused')
    }
    expect(await one.tryRenew(siteName)).toMatchObject({ status: 429 })
  })

  it('wait for a name without an address, without asking the authority', async () => {
    const one = await start({ records: ['mx A 127.0.0.1'] })
    await switchOn(one)
    const waiting = await one.until(siteName, ({ failures }) => failures > 0)
    expect(waiting).toMatchObject({ state: 'waiting', said: '', triesLeft: 4 })
    expect(waiting.advice).toContain(siteName)
  })

  it('are bound to the account that the authority wants, and a wrong key is told', async () => {
    const binding = { kid: 'kid-1', hmac: 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W' }
    const one = await start({ binding })
    await switchOn(one)
    const told = async () => (await one.page()).authority.advice
    await one.site.app.runJobs()
    await eventually('the missing account is told', async () => (await told()).includes('绑定'))
    await one.set({ acmeEabKid: 'kid-1', acmeEabKey: 'AAAA' })
    await one.renew()
    await eventually('the wrong key is told', async () => (await told()).includes('核对'))
    expect((await one.shown(siteName)).failures).toBe(0)
    await one.set({ acmeEabKey: binding.hmac })
    await one.renew()
    await one.until(siteName, ({ state }) => state === 'good')
    expect((await one.page()).authority).toMatchObject({ advice: '', nextAt: null })
  })

  it('tell of an authority that does not answer, and go on with it when it does', async () => {
    const one = await start()
    await one.authority.pause()
    await switchOn(one)
    await one.site.app.runJobs()
    const silent = await eventually('the silence is told', async () => {
      const { authority } = await one.page()
      return authority.advice !== '' && authority
    })
    expect(silent.said).toContain('authority.mailhost.test')
    expect(Date.parse(silent.nextAt ?? '') - one.site.clock.now()).toBeGreaterThan(20 * minute)
    await one.authority.resume()
    await one.later(hour)
    await one.until(siteName, ({ source }) => source === 'authority')
  })

  it('stay in use when they cannot be renewed, and admins are told in time', async () => {
    const one = await start()
    await switchOn(one)
    const first = await one.until(siteName, ({ state }) => state === 'good')
    await one.until(mailName, ({ state }) => state === 'good')
    await one.authority.pause()
    await one.later(Date.parse(first.validUntil ?? '') - one.site.clock.now() - 10 * day)
    await one.site.app.runJobs()
    await eventually('it is told', async () => {
      const { list } = await one.site.ok('getAuditLog', { query: {} }, await one.site.adminToken())
      return list.filter(({ action }) => action === 'certificateFailing').length === 2
    })
    await one.later(day)
    await one.site.app.runJobs()
    expect((await one.shown(siteName)).validUntil).toBe(first.validUntil)
    expect((await presentedAt(one.httpsPort, siteName)).subjectaltname).toBe(`DNS:${siteName}`)
    const { list } = await one.site.ok('getAuditLog', { query: {} }, await one.site.adminToken())
    expect(list.filter(({ action }) => action === 'certificateFailing')).toHaveLength(2)
  })

  it('are got over DNS with the access that was kept, and leave nothing behind in the zone', async () => {
    const one = await start()
    await one.keepAccess('mailhost.test')
    await switchOn(one, { acmeWay: 'dns' })
    expect(await one.until(siteName, ({ state }) => state === 'good')).toMatchObject({ way: 'dns' })
    await one.until(mailName, ({ state }) => state === 'good')
    expect(await one.textsAt(`_acme-challenge.${siteName}`)).toEqual([])
  })

  it('never make way for one that a stranger would not trust, nor when the authority forgot our account', async () => {
    const one = await start()
    await switchOn(one, { acmeWay: 'http' })
    const first = await one.until(siteName, ({ state }) => state === 'good')
    await one.until(mailName, ({ state }) => state === 'good')
    await one.authority.pause()
    // It begins anew, with another root and without our account.
    await one.authority.resume()
    await one.later(Date.parse(first.renewsAt ?? '') - one.site.clock.now() + day)
    await one.site.app.runJobs()
    await eventually('the lost account is told', async () => (await one.page()).authority.advice !== '')
    await one.later(hour)
    const failed = await one.until(siteName, ({ state }) => state === 'failing')
    expect(failed.advice).toContain('受信任的根')
    expect(failed).toMatchObject({ validUntil: first.validUntil, obtainedAt: first.obtainedAt })
  })
})
