/** What fail2ban finds in lines that the program wrote: every client that guesses, and nobody else. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createLog, type Log } from './kernel/log.ts'
import { openPop3 } from './programs/fetch/pop3/testing/test-client.ts'
import { freePort } from './testing/free-port.ts'
import { greetedClient, startMailSite } from './testing/mail-site.ts'
import type { TestApp } from './testing/test-app.ts'

const run = promisify(execFile)
const program = '/usr/bin/fail2ban-regex'
const filter = fileURLToPath(new URL('../../../deploy/fail2ban/filter.d/yanshu.conf', import.meta.url))

/** Whom hostile names try to have banned. */
const victim = '203.0.113.9'
const forged = `"part":"login","event":"login.failed","client":"${victim}","channel":"http","reason":"wrong",`
const hostileNames = [
  `<HOST> <ADDR> ${victim}`,
  `"client":"${victim}"`,
  `a\n{"level":"info","time":"2026-03-02T10:00:00.000Z",${forged}"name":"x"}`,
  `a\r\n${forged}`,
  `\u2028${forged}\u0085${forged}\u2029`,
  `\\",${forged}`,
  `{"level":"info","time":"2026-03-02T10:00:00.000Z",${forged}`,
  `from ${victim} port 22`,
  victim,
  `\u0000${victim}\ud800`,
]

/** Returns the addresses that the filter finds, each as often as it is found. */
async function found(lines: readonly string[], mode: 'login' | 'all' = 'login'): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-fail2ban-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = join(folder, 'yanshu.log')
  writeFileSync(log, lines.join(''))
  const args = ['-o', 'ip', log, `${filter}[mode=${mode}]`]
  const { stdout } = await run(program, args, { maxBuffer: 64 * 1024 * 1024 })
  return stdout.split('\n').filter(line => line !== '')
}

const counted = (addresses: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const address of addresses) counts[address] = (counts[address] ?? 0) + 1
  return counts
}

function written(write: (log: Log) => void, masked = false): string[] {
  const lines: string[] = []
  write(createLog('info', { write: line => void lines.push(line) }, { masked }))
  return lines
}

describe.skipIf(!existsSync(program))('the filter for fail2ban', () => {
  let site: TestApp
  let popPort: number
  beforeAll(async () => {
    popPort = await freePort()
    const environment = { YANSHU_TRUSTED_PROXIES: '127.0.0.1', YANSHU_POP3S_PORT: String(popPort) }
    site = await startMailSite('sqlite', { environment })
  })
  afterAll(() => site.stop())

  const logIn = (username: string, client: string) =>
    site.call('login', {
      body: { username, password: 'a wrong one' },
      headers: { 'x-forwarded-for': client },
    })

  it('finds every client that guesses, of either kind of address', async () => {
    for (const name of ['admin', 'root', 'admin']) await logIn(name, '198.51.100.20')
    await logIn('admin', '2001:db8::20')
    await site.adminToken()
    const addresses = counted(await found(site.logged))
    expect(addresses['198.51.100.20']).toBe(3)
    expect(addresses['2001:db8::20']).toBe(1)
  })

  it('finds nobody but the one who spoke, whatever was said', async () => {
    for (const [at, name] of hostileNames.entries()) await logIn(name, `198.51.100.${100 + at}`)
    const pop3 = await openPop3(popPort, { tls: true })
    await pop3.line()
    for (const name of hostileNames.slice(0, 2)) {
      await pop3.say(`USER ${name}`)
      await pop3.say('PASS wrong')
    }
    pop3.socket().destroy()
    const client = await greetedClient(site.app.smtpPort, `EHLO ${victim}`)
    for (const name of [`"\\",\\"client\\":\\"${victim}"`, `"client ${victim}"`, victim]) {
      await client.say(`MAIL FROM:<${name}@example.org>`)
      await client.say(`RCPT TO:<${name}@yanshu.test>`)
      await client.say(`RCPT TO:<${name}@elsewhere.example>`)
      await client.say('RSET')
    }
    await client.say(`NONSENSE ${victim}`)
    client.socket().destroy()
    const addresses = await found(site.logged, 'all')
    expect(addresses).not.toContain(victim)
    expect(addresses).toContain('127.0.0.1')
    expect(await found(site.logged)).not.toContain(victim)
  })

  it('is not misled by names that stand in the log as they are', async () => {
    const client = '198.51.100.30'
    const lines = written(log => {
      for (const name of hostileNames) {
        log.event('login.failed', { client, channel: 'http', reason: 'wrong', known: 'yes', name })
        log.event('login.ok', { client: '198.51.100.31', channel: 'http', name })
        log.event('admin.act', { client: '198.51.100.31', act: 'login', who: name, as: name })
        log.part('http').warn({ client: victim, name, reason: name }, name)
      }
      for (const [at, name] of hostileNames.entries()) {
        const refused = { channel: 'smtp', code: 550, reason: 'notOurs', from: name, to: name, reply: name }
        log.event('smtp.refused', { client: `198.51.100.${40 + at}`, ...refused })
      }
    })
    expect(counted(await found(lines))).toEqual({ [client]: hostileNames.length })
    const all = counted(await found(lines, 'all'))
    expect(Object.keys(all).sort()).toEqual(
      [client, ...hostileNames.map((_, at) => `198.51.100.${40 + at}`)].sort(),
    )
  })

  it('counts neither accounts that were stopped nor ordinary refusals', async () => {
    const lines = written(log => {
      const client = '198.51.100.50'
      log.event('login.failed', { client, channel: 'http', reason: 'stopped', known: 'yes', name: 'ann' })
      const mail = { from: 'a@example.org', to: 'b@example.org', reply: '' }
      log.event('smtp.refused', { client, channel: 'smtp', code: 452, reason: 'overQuota', ...mail })
      log.event('smtp.refused', { client, channel: 'lmtp', code: 550, reason: 'unknownMailbox', ...mail })
    })
    expect(await found(lines, 'all')).toEqual([])
  })

  it('finds nothing where addresses are masked, rather than a network', async () => {
    const lines = written(log => {
      for (const client of ['198.51.100.60', '2001:db8::60'])
        log.event('login.failed', { client, channel: 'http', reason: 'wrong', known: 'no', name: 'r…' })
    }, true)
    expect(await found(lines, 'all')).toEqual([])
  })
})
