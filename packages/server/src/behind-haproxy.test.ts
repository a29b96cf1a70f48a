/** Two nodes behind a real HAProxy on deploy/haproxy.cfg, as the profile "cluster" of compose.yaml has them. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSelfSigned } from './certificate/der/self-signed.ts'
import {
  expectEventsAndUploads,
  expectMailClients,
  expectProgramClients,
  expectWebClients,
  proxiedSettings,
} from './testing/behind-proxy.ts'
import { databaseKinds, makePlace, type TestPlace } from './testing/databases.ts'
import { type DnsServer, hasDnsServer, startDnsServer } from './testing/dns-server.ts'
import { eventually } from './testing/eventually.ts'
import { type ForeignProxy, has, readDeployed, startForeignProxy } from './testing/foreign-proxy.ts'
import { freePort } from './testing/free-port.ts'
import { type Program, startProgram } from './testing/program.ts'
import { askWeb } from './testing/web-client.ts'

/** The ports of the balancer in the file, and those of the nodes behind them. */
const doors = [
  [80, 3000],
  [25, 2525],
  [587, 587],
  [465, 465],
  [110, 110],
  [143, 143],
  [993, 993],
  [995, 995],
] as const

const settingOf: Readonly<Record<number, string>> = {
  3000: 'YANSHU_HTTP_PORT',
  2525: 'YANSHU_SMTP_PORT',
  587: 'YANSHU_SUBMISSION_PORT',
  465: 'YANSHU_SUBMISSIONS_PORT',
  143: 'YANSHU_IMAP_PORT',
  993: 'YANSHU_IMAPS_PORT',
  110: 'YANSHU_POP3_PORT',
  995: 'YANSHU_POP3S_PORT',
}

/** Like containers, the nodes have the same ports at addresses of their own. */
const hosts = { 'node-1': '127.0.0.11', 'node-2': '127.0.0.12' }

describe.runIf(has.haproxy && databaseKinds.includes('postgres'))('behind HAProxy', () => {
  let folder: string
  let place: TestPlace
  let dns: DnsServer | null = null
  let proxy: ForeignProxy
  const nodes: Program[] = []
  const outside = new Map<number, number>()
  const inside = new Map<number, number>()
  let securePort: number

  const portOf = (door: number): number => outside.get(door) ?? 0
  const web = (): string => `http://127.0.0.1:${portOf(80)}`

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-haproxy-'))
    place = await makePlace('postgres')
    if (hasDnsServer)
      dns = await startDnsServer({ zones: { 'spf.test': ['@ TXT "v=spf1 ip4:127.0.0.3 -all"'] } })
    for (const [door, port] of doors) {
      outside.set(door, await freePort())
      inside.set(port, await freePort())
    }
    const settings = Object.fromEntries(
      [...inside].map(([port, chosen]) => [settingOf[port] ?? '', String(chosen)]),
    )
    for (const [name, host] of Object.entries(hosts)) {
      const node = await startProgram({
        place: { dataDir: join(folder, name), databaseUrl: place.databaseUrl },
        environment: {
          ...proxiedSettings,
          ...settings,
          ...(dns && { YANSHU_DNS_SERVERS: dns.address }),
          YANSHU_HTTP_HOST: host,
          YANSHU_SMTP_HOST: host,
          YANSHU_PROXY_PROTOCOL: 'smtp,submission,submissions,imap,imaps,pop3,pop3s',
          YANSHU_DRAIN_SECONDS: '5',
        },
      })
      nodes.push(node)
    }
    securePort = await freePort()
    const file = join(folder, 'haproxy.cfg')
    const changes = [
      ...[...outside].map(([door, chosen]) => [`bind :${door}\n`, `bind 127.0.0.1:${chosen}\n`] as const),
      ['bind :443 ', `bind 127.0.0.1:${securePort} `] as const,
      ...Object.entries(hosts).flatMap(([name, host]) =>
        [...inside].map(([port, chosen]) => [`${name}:${port}\n`, `${host}:${chosen}\n`] as const),
      ),
      ['port 3000 ', `port ${inside.get(3000)} `] as const,
    ]
    writeFileSync(file, readDeployed('haproxy.cfg', changes))
    const { key, cert } = makeSelfSigned({ hostname: 'mail.test' })
    const pem = join(folder, 'site.pem')
    writeFileSync(pem, `${cert}${key}`)
    const check = (environment: Record<string, string>) =>
      execFileSync('/usr/sbin/haproxy', ['-c', '-f', file], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, ...environment },
      })
    check({})
    check({ SITE_PEM: pem })
    proxy = await startForeignProxy(['/usr/sbin/haproxy', '-db', '-f', file], {
      ports: [...outside.values()],
    })
    await eventually(
      'a node is known to be ready',
      async () => (await askWeb(`${web()}/readyz`)).status === 200,
    )
  })
  afterAll(async () => {
    await proxy?.stop()
    for (const node of nodes) {
      node.kill('SIGKILL')
      await node.exited
    }
    await dns?.stop()
    await place?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('the nodes know the clients of the web', () => expectWebClients(web()))

  it('the nodes know the clients of SMTP, and SPF is asked about them', () =>
    expectMailClients(web(), portOf(25), dns && 'spf.test'))

  it('the nodes know the clients of submission, IMAP and POP3', async () => {
    await expectProgramClients(portOf(465), 'submission')
    await expectProgramClients(portOf(993), 'imap')
    await expectProgramClients(portOf(995), 'pop3')
  })

  it('events come at once and large uploads whole', () => expectEventsAndUploads(web()))

  it('a node that is told to stop gets nothing new, and no request fails', { timeout: 240_000 }, async () => {
    const [first] = nodes
    if (!first) throw new Error('no node')
    let going = true
    const statuses = new Map<number, number>()
    const ask = async () => {
      while (going) {
        const { status } = await askWeb(`${web()}/api/getVar`)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const asking = Array.from({ length: 8 }, ask)
    const asked = () => [...statuses.values()].reduce((sum, count) => sum + count, 0)
    await eventually('requests flow', () => asked() > 50)
    first.kill('SIGTERM')
    const { status, text } = await askWeb(`http://${hosts['node-1']}:${inside.get(3000)}/readyz`)
    expect([status, text]).toMatchObject([503, expect.stringContaining('1010')])
    expect(await first.exited).toBe(0)
    const before = asked()
    await eventually('requests still flow', () => asked() > before + 50)
    going = false
    await Promise.all(asking)
    expect([...statuses.keys()]).toEqual([200])
  })

  it('the web has TLS when there is a certificate, and plain requests are sent there', async () => {
    await proxy.stop()
    proxy = await startForeignProxy(['/usr/sbin/haproxy', '-db', '-f', join(folder, 'haproxy.cfg')], {
      ports: [portOf(80), securePort],
      environment: { SITE_PEM: join(folder, 'site.pem') },
    })
    const { status, headers } = await askWeb(`${web()}/home`, { headers: { host: 'mail.test' } })
    expect([status, headers.location]).toEqual([308, 'https://mail.test/home'])
    const secure = `https://127.0.0.1:${securePort}`
    await eventually(
      'a node is known to be ready',
      async () => (await askWeb(`${secure}/readyz`)).status === 200,
    )
    await expectWebClients(secure)
  })
})
