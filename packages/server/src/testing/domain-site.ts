/** Starts a site with a real name server that its owners may change, for tests about domains. */
import type { DatabaseKind } from '../database/types.ts'
import { type DnsKey, type DnsServer, startDnsServer } from './dns-server.ts'
import { startTestApp, type TestApp } from './test-app.ts'

export const mailHost = 'mx.mailhost.test'
export const mailAddress = '1.2.3.4'

/** The key that may change the zones. */
export const zoneKey: DnsKey = {
  name: 'owner',
  algorithm: 'hmac-sha256',
  secret: Buffer.from('a secret that only the owner has!').toString('base64'),
}

/** The machine's own names, all set up correctly, and a blocklist that does not list it. */
export const hostZones: Readonly<Record<string, readonly string[]>> = {
  'mailhost.test': [`mx A ${mailAddress}`, 'www A 1.2.3.5'],
  '3.2.1.in-addr.arpa': [`4 PTR ${mailHost}.`],
  'bl.test': ['2.0.0.127 A 127.0.0.2'],
}

type Zones = Readonly<Record<string, readonly string[]>>

/** Starts zones that are changed over the wire, as an owner would. */
export const startZones = (zones: Zones): Promise<DnsServer> =>
  startDnsServer({ zones: { ...hostZones, ...zones }, key: zoneKey })

/** Starts zones that a test writes itself. A server that takes updates would not read them again. */
export const startWrittenZones = (zones: Zones): Promise<DnsServer> =>
  startDnsServer({ zones: { ...hostZones, ...zones } })

export async function startDomainSite(
  kind: DatabaseKind,
  dns: DnsServer,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestApp> {
  const site = await startTestApp(kind, {
    environment: {
      YANSHU_DNS_SERVERS: dns.address,
      YANSHU_MAIL_HOST: mailHost,
      YANSHU_PUBLIC_URL: 'https://www.mailhost.test',
      YANSHU_PRIVATE_NAME_SERVERS: '127.0.0.1',
      ...environment,
    },
  })
  await site.ok(
    'updateSetting',
    { body: { values: { blocklists: ['bl.test'], portProbes: [] } } },
    await site.adminToken(),
  )
  return site
}

export const zoneCredentials = (dns: DnsServer) => ({
  server: dns.address,
  keyName: zoneKey.name,
  secret: zoneKey.secret,
  algorithm: zoneKey.algorithm,
})
