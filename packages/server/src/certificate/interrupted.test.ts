import { describe, expect, it } from 'vitest'
import { minute } from '../kernel/clock.ts'
import { hasAuthority } from '../testing/authority.ts'
import { databaseKinds } from '../testing/databases.ts'
import { hasDnsServer } from '../testing/dns-server.ts'
import { eventually } from '../testing/eventually.ts'
import { mailName, presentedAt, siteName, startCertificateSite } from './testing/certificate-site.ts'

const canRun = hasAuthority && hasDnsServer
const settings = (directory: string) => ({
  ...{ acme: true, acmeTerms: true, acmeWay: 'http', acmeDirectory: directory },
})

describe.skipIf(!canRun).each(databaseKinds)('an order that is interrupted, on %s', kind => {
  it('goes on after a kill, once its claim is over', async () => {
    const one = await startCertificateSite(kind)
    try {
      await one.set(settings(one.authority.directory))
      await one.site.app.runJobs()
      const orderOf = () =>
        one.site.app.db.query
          .selectFrom('certificate')
          .select(['order_url', 'order_key'])
          .where('order_url', '!=', '')
          .executeTakeFirst()
      const begun = await eventually('an order is under way', orderOf)
      expect(begun.order_key).not.toContain('PRIVATE KEY')
      one.authority.freeze()
      await one.restartAsKilled()
      one.authority.thaw()
      expect((await orderOf())?.order_url).toBe(begun.order_url)
      await one.site.app.runJobs()
      const [claimed] = (await one.page()).list.filter(({ state }) => state === 'working')
      expect(claimed).toMatchObject({ triesLeft: 3 })
      await one.later(31 * minute)
      const done = await one.until(claimed?.name ?? '', ({ state }) => state === 'good')
      // One order was enough.
      expect(done.triesLeft).toBe(3)
    } finally {
      await one.stop()
    }
  })
})

describe.skipIf(!canRun)('two nodes', () => {
  it('get one certificate for a name, and present it both', async () => {
    const one = await startCertificateSite('postgres')
    const two = await one.secondNode()
    try {
      await one.set(settings(one.authority.directory))
      const token = await two.site.adminToken()
      const ask = () => two.site.call('renewCertificate', { body: {} }, token)
      await Promise.all([
        one.renew(),
        ask(),
        one.renew(),
        ask(),
        one.site.app.runJobs(),
        two.site.app.runJobs(),
      ])
      for (const name of [siteName, mailName]) {
        expect((await one.until(name, ({ state }) => state === 'good')).triesLeft).toBe(3)
        const first = await presentedAt(one.httpsPort, name)
        expect(first.subjectaltname).toBe(`DNS:${name}`)
        await eventually('the other node presents it too', async () => {
          const second = await presentedAt(two.httpsPort, name)
          return second.serialNumber === first.serialNumber
        })
      }
    } finally {
      await two.site.stop()
      await one.stop()
    }
  })
})
