/** A site with names in a real name server and a real authority that signs for them. */
import { once } from 'node:events'
import { connect, type PeerCertificate } from 'node:tls'
import type { Certificate } from '@yanshu/contract'
import type { DatabaseKind } from '../../database/types.ts'
import { authorityHost, startAuthority, type TestAuthority } from '../../testing/authority.ts'
import { type DnsServer, startDnsServer } from '../../testing/dns-server.ts'
import { zoneKey } from '../../testing/domain-site.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../../testing/test-app.ts'

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
  /** What the page shows of a name. */
  shown(name: string): Promise<Certificate>
  /** Runs the jobs until the page shows this of the name. */
  until(name: string, is: (shown: Certificate) => boolean): Promise<Certificate>
  stop(): Promise<void>
}

export type SiteOptions = Pick<TestAppOptions, 'place' | 'clock'> & {
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
  const site = await startTestApp(kind, {
    ...(options.place && { place: options.place }),
    ...(options.clock && { clock: options.clock }),
    environment: {
      YANSHU_HTTP_PORT: String(httpPort),
      YANSHU_HTTPS_PORT: String(httpsPort),
      YANSHU_DNS_SERVERS: dns.address,
      YANSHU_MAIL_HOST: mailName,
      YANSHU_PUBLIC_URL: `https://${siteName}`,
      YANSHU_PRIVATE_AUTHORITIES: '127.0.0.1',
      YANSHU_PRIVATE_NAME_SERVERS: '127.0.0.1',
      ...options.environment,
    },
  })
  let admin = await site.adminToken()

  async function shown(name: string): Promise<Certificate> {
    const { list } = await site.ok('getCertificates', {}, admin)
    const found = list.find(one => one.name === name)
    if (!found) throw new Error(`${name} is not shown`)
    return found
  }

  return {
    ...{ site, dns, authority, httpsPort, shown },
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
