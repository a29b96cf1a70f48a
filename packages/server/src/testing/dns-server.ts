/**
 * Runs a real name server (BIND) for tests, in a folder of its own on a port of 127.0.0.1, with the given
 * zones.
 */
import { spawn } from 'node:child_process'
import { Resolver } from 'node:dns/promises'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

const named = '/usr/sbin/named'

export const hasDnsServer = existsSync(named)

/** A key that may change the zones (RFC 2136, RFC 8945), with the secret in base64. */
export type DnsKey = { readonly name: string; readonly algorithm: string; readonly secret: string }

export type DnsServerOptions = {
  /**
   * Maps each zone to its records in master file form, without SOA and NS: `{ 'example.test': ['@ MX 10 mx',
   * 'mx A 127.0.0.1'] }`.
   */
  readonly zones: Readonly<Record<string, readonly string[]>>
  /** Zones that cannot be loaded; the server answers every question about them with SERVFAIL. */
  readonly broken?: readonly string[]
  readonly key?: DnsKey
}

export type DnsServer = {
  readonly port: number
  /** The address in the form of YANSHU_DNS_SERVERS. */
  readonly address: string
  /**
   * Replaces a zone's records, or adds a zone. It does not work for zones that were changed over the wire.
   */
  setZone(name: string, records: readonly string[]): Promise<void>
  stop(): Promise<void>
}

const fileName = (zone: string): string => (zone === '.' ? 'root.zone' : `${zone}.zone`)

/** Nothing may be cached, because tests change records and ask again. */
const zoneFile = (records: readonly string[], serial: number): string =>
  [
    '$TTL 0',
    `@ SOA ns.invalid. admin.invalid. ${serial} 3600 600 86400 0`,
    '@ NS ns.invalid.',
    ...records,
    '',
  ].join('\n')

function configuration(
  folder: string,
  port: number,
  zones: readonly string[],
  key: DnsKey | undefined,
): string {
  const update = key ? `allow-update { key "${key.name}"; };` : ''
  return [
    ...(key ? [`key "${key.name}" { algorithm ${key.algorithm}; secret "${key.secret}"; };`] : []),
    'options {',
    `  directory "${folder}";`,
    `  pid-file "${folder}/named.pid";`,
    `  session-keyfile "${folder}/session.key";`,
    `  listen-on port ${port} { 127.0.0.1; };`,
    '  listen-on-v6 { none; };',
    '  recursion no;',
    '  dnssec-validation no;',
    '  notify no;',
    '  check-names primary ignore;',
    // Some tests need records that a careful operator would never write.
    '  check-integrity no;',
    '  check-mx ignore;',
    '  check-mx-cname ignore;',
    '};',
    'controls { };',
    ...zones.map(zone => `zone "${zone}" { type primary; file "${fileName(zone)}"; ${update} };`),
    '',
  ].join('\n')
}

async function answers(port: number): Promise<boolean> {
  const resolver = new Resolver({ timeout: 250, tries: 1 })
  resolver.setServers([`127.0.0.1:${port}`])
  const soa = await resolver.resolveSoa('.').catch(() => null)
  return soa !== null
}

export async function startDnsServer({ zones, broken = [], key }: DnsServerOptions): Promise<DnsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-dns-'))
  chmodSync(folder, 0o777)
  const port = await freePort()
  // With a root zone of its own, the server denies every name outside its zones.
  const held = new Map<string, readonly string[]>([
    ['.', ['ns.invalid. A 127.0.0.1']],
    ...Object.entries(zones),
  ])
  let serial = 1

  function write(): void {
    for (const [zone, records] of held) writeFileSync(join(folder, fileName(zone)), zoneFile(records, serial))
    const config = configuration(folder, port, [...held.keys(), ...broken], key)
    writeFileSync(join(folder, 'named.conf'), config)
  }

  write()
  const server = spawn(named, ['-c', join(folder, 'named.conf'), '-g', '-n', '1'], {
    cwd: folder,
    stdio: 'ignore',
  })
  async function stop(): Promise<void> {
    if (server.exitCode === null) {
      const gone = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGTERM')
      await gone
    }
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    await eventually('the name server answers', () => {
      if (server.exitCode !== null) throw new Error('the name server did not start')
      return answers(port)
    })
  } catch (cause) {
    await stop()
    throw cause
  }

  return {
    port,
    address: `127.0.0.1:${port}`,
    async setZone(name, records) {
      held.set(name, records)
      serial++
      write()
      server.kill('SIGHUP')
      const resolver = new Resolver({ timeout: 250, tries: 1 })
      resolver.setServers([`127.0.0.1:${port}`])
      await eventually('the zone is loaded', async () => {
        const soa = await resolver.resolveSoa(name).catch(() => null)
        return soa?.serial === serial
      })
    },
    stop,
  }
}
