/** A site with names in a real name server and a real authority that signs for them. */
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, type PeerCertificate } from 'node:tls'
import type { AnswerOf, Calls, Certificate } from '@yanshu/contract'
import type { DatabaseKind } from '../../database/types.ts'
import { minute } from '../../kernel/clock.ts'
import { authorityHost, startAuthority, type TestAuthority } from '../../testing/authority.ts'
import { makeMigratedPlace } from '../../testing/databases.ts'
import { type DnsServer, startDnsServer } from '../../testing/dns-server.ts'
import { zoneCredentials, zoneKey } from '../../testing/domain-site.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock } from '../../testing/test-clock.ts'

export const siteName = 'www.mailhost.test'
export const mailName = 'mx.mailhost.test'

export type CertificateSite = {
  readonly site: TestApp
  /** Advances the clock and logs in anew, because log-ins end. */
  later(ms: number): Promise<void>
  readonly dns: DnsServer
  readonly authority: TestAuthority
  readonly httpsPort: number
  /** Sets values of the site's settings. */
  set(values: Record<string, string | boolean>): Promise<void>
  /** What the page shows. */
  page(): Promise<AnswerOf<Calls['getCertificates']>>
  /** Asks for a renewal; `tryRenew` takes any answer. */
  renew(name?: string): Promise<void>
  tryRenew(name: string): Promise<{ status: number }>
  /** Adds the domain and keeps the access to its zone. */
  keepAccess(domain: string): Promise<void>
  textsAt(name: string): Promise<string[]>
  /** What the page shows of a name. */
  shown(name: string): Promise<Certificate>
  /** Runs the jobs until the page shows this of the name. */
  until(name: string, is: (shown: Certificate) => boolean): Promise<Certificate>
  /** Stops the program and starts it again, with the names still claimed as after a kill. */
  restartAsKilled(): Promise<void>
  secondNode(): Promise<{ site: TestApp; httpsPort: number }>
  stop(): Promise<void>
}

export type SiteOptions = {
  environment?: Record<string, string>
  binding?: { kid: string; hmac: string }
  records?: readonly string[]
  zones?: Readonly<Record<string, readonly string[]>>
}

export async function startCertificateSite(
  kind: DatabaseKind,
  options: SiteOptions = {},
): Promise<CertificateSite> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const records = options.records ?? ['mx A 127.0.0.1', 'www A 127.0.0.1']
  const host = `${authorityHost.split('.')[0]} A 127.0.0.1`
  const dns = await startDnsServer({
    zones: { 'mailhost.test': [...records, host], ...options.zones },
    key: zoneKey,
  })
  const { binding } = options
  const authority = await startAuthority({ dns: dns.address, httpPort, ...(binding && { binding }) })
  const place = await makeMigratedPlace(kind)
  const clock = createTestClock()
  const environmentOf = (http: number, https: number) => ({
    YANSHU_HTTP_PORT: String(http),
    YANSHU_HTTPS_PORT: String(https),
    YANSHU_DNS_SERVERS: dns.address,
    YANSHU_MAIL_HOST: mailName,
    YANSHU_PUBLIC_URL: `https://${siteName}`,
    YANSHU_PRIVATE_AUTHORITIES: '127.0.0.1',
    YANSHU_PRIVATE_NAME_SERVERS: '127.0.0.1',
    ...options.environment,
  })
  const startNode = (http: number, https: number) =>
    startTestApp(kind, { place, clock, environment: environmentOf(http, https) })
  let site = await startNode(httpPort, httpsPort)
  let admin = await site.adminToken()

  async function shown(name: string): Promise<Certificate> {
    const { list } = await site.ok('getCertificates', {}, admin)
    const found = list.find(one => one.name === name)
    if (!found) throw new Error(`${name} is not shown`)
    return found
  }

  return {
    get site() {
      return site
    },
    ...{ dns, authority, httpsPort, shown },
    async restartAsKilled() {
      await site.stop()
      site = await startNode(httpPort, httpsPort)
      admin = await site.adminToken()
      const claim = { claim: 'killed', claimed_until: clock.now() + 20 * minute }
      await site.app.db.transaction(async tx => {
        await tx.updateTable('certificate').set(claim).where('order_url', '!=', '').execute()
      })
    },
    async secondNode() {
      const port = await freePort()
      return { site: await startNode(await freePort(), port), httpsPort: port }
    },
    page: () => site.ok('getCertificates', {}, admin),
    renew: async name => void (await site.ok('renewCertificate', { body: name ? { name } : {} }, admin)),
    tryRenew: name => site.call('renewCertificate', { body: { name } }, admin),
    async keepAccess(domain) {
      await site.ok('addDomain', { body: { name: domain } }, admin)
      const { list } = await site.ok('getDomains', { query: {} }, admin)
      const id = list.find(one => one.name === domain)?.id ?? ''
      const credentials = zoneCredentials(dns)
      await site.ok(
        'setDNS',
        { body: { id, step: 'plan', provider: 'rfc2136', credentials, remember: true } },
        admin,
      )
    },
    async textsAt(name) {
      const resolver = new Resolver()
      resolver.setServers([dns.address])
      return (await resolver.resolveTxt(name).catch(() => [])).flat()
    },
    async later(ms) {
      site.clock.advance(ms)
      admin = await site.adminToken()
    },
    set: async values => void (await site.ok('updateSetting', { body: { values } }, admin)),
    async until(name, is) {
      await site.app.runJobs()
      return eventually(
        `${name} as wanted`,
        async () => {
          const now = await shown(name)
          return is(now) && now
        },
        30_000,
      )
    },
    async stop() {
      await site.stop()
      await authority.stop()
      await dns.stop()
      await place.remove()
    },
  }
}

/** The certificate that a port with TLS presents to one who asks for the name. */
export async function presentedAt(port: number, servername: string): Promise<PeerCertificate> {
  const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerCertificate()
  socket.destroy()
  return certificate
}
