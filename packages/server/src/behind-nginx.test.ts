/** The program behind a real nginx on deploy/nginx.conf, with mail through its stream module. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
import { makeMigratedPlace, type TestPlace } from './testing/databases.ts'
import { type DnsServer, hasDnsServer, startDnsServer } from './testing/dns-server.ts'
import { type ForeignProxy, has, readDeployed, startForeignProxy } from './testing/foreign-proxy.ts'
import { freePort } from './testing/free-port.ts'
import { type Program, startProgram } from './testing/program.ts'
import { askWeb } from './testing/web-client.ts'

/** The ports of nginx in the file, and those of the program behind them. */
const doors = [
  { door: '443 ssl http2', port: 3000, setting: 'YANSHU_HTTP_PORT' },
  { door: '25', port: 2525, setting: 'YANSHU_SMTP_PORT' },
  { door: '587', port: 1587, setting: 'YANSHU_SUBMISSION_PORT' },
  { door: '465', port: 1465, setting: 'YANSHU_SUBMISSIONS_PORT' },
  { door: '143', port: 1143, setting: 'YANSHU_IMAP_PORT' },
  { door: '993', port: 1993, setting: 'YANSHU_IMAPS_PORT' },
  { door: '110', port: 1110, setting: 'YANSHU_POP3_PORT' },
  { door: '995', port: 1995, setting: 'YANSHU_POP3S_PORT' },
]

describe.runIf(has.nginx)('behind nginx', () => {
  let folder: string
  let place: TestPlace
  let dns: DnsServer | null = null
  let program: Program
  let proxy: ForeignProxy
  let plainPort: number
  const outside = new Map<string, number>()
  const portOf = (door: string): number => outside.get(door) ?? 0
  const web = (): string => `https://127.0.0.1:${portOf('443 ssl http2')}`

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-nginx-'))
    place = await makeMigratedPlace('sqlite')
    if (hasDnsServer)
      dns = await startDnsServer({ zones: { 'spf.test': ['@ TXT "v=spf1 ip4:127.0.0.3 -all"'] } })
    const settings: Record<string, string> = {}
    const changes: [string, string][] = []
    plainPort = await freePort()
    changes.push(['listen 80;', `listen 127.0.0.1:${plainPort};`])
    for (const { door, port, setting } of doors) {
      const [out, chosen] = [await freePort(), await freePort()]
      outside.set(door, out)
      settings[setting] = String(chosen)
      changes.push([`listen ${door};`, `listen 127.0.0.1:${out}${door.slice(door.split(' ')[0]?.length)};`])
      changes.push([`127.0.0.1:${port};`, `127.0.0.1:${chosen};`])
    }
    program = await startProgram({
      place,
      environment: {
        ...proxiedSettings,
        ...settings,
        ...(dns && { YANSHU_DNS_SERVERS: dns.address }),
        YANSHU_PROXY_PROTOCOL: 'smtp,submission,submissions,imap,imaps,pop3,pop3s',
      },
    })
    const { key, cert } = makeSelfSigned({ hostname: 'mail.test' })
    writeFileSync(join(folder, 'cert.pem'), cert)
    writeFileSync(join(folder, 'key.pem'), key)
    mkdirSync(join(folder, 'log'))
    changes.push(
      ['/etc/yanshu/fullchain.pem', join(folder, 'cert.pem')],
      ['/etc/yanshu/privkey.pem', join(folder, 'key.pem')],
      ['/var/log/nginx/', `${join(folder, 'log')}/`],
      ['/run/nginx.pid', join(folder, 'nginx.pid')],
    )
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, readDeployed('nginx.conf', changes))
    const args = ['-c', file]
    execFileSync('/usr/sbin/nginx', ['-t', ...args], { stdio: 'pipe' })
    proxy = await startForeignProxy(['/usr/sbin/nginx', ...args, '-g', 'daemon off;'], {
      ports: [...outside.values()],
    })
  })
  afterAll(async () => {
    await proxy?.stop()
    program?.kill('SIGKILL')
    await program?.exited
    await dns?.stop()
    await place?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('the program knows the clients of the web', () => expectWebClients(web()))

  it('the program knows the clients of SMTP, and SPF is asked about them', () =>
    expectMailClients(web(), portOf('25'), dns && 'spf.test'))

  it('the program knows the clients of submission, IMAP and POP3', async () => {
    await expectProgramClients(portOf('465'), 'submission')
    await expectProgramClients(portOf('993'), 'imap')
    await expectProgramClients(portOf('995'), 'pop3')
  })

  it('events come at once and large uploads whole', () => expectEventsAndUploads(web()))

  it('plain requests are sent to TLS', async () => {
    const { status, headers } = await askWeb(`http://127.0.0.1:${plainPort}/home`, {
      headers: { host: 'mail.test' },
    })
    expect([status, headers.location]).toEqual([308, 'https://mail.test/home'])
  })
})
