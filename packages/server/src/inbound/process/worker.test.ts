import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { plainMail } from '../../testing/mail-site.ts'
import { newDnsHealth } from './dns-health.ts'
import { noScanners } from './scan/scan.ts'
import { createWorkerPool } from './worker-pool.ts'

const together = 5

/** A scanner that says nothing before so many have asked after the first, and then calls everything spam. */
async function startPatientScanner(): Promise<string> {
  const asking: ServerResponse[] = []
  let isFirst = true
  const server = createServer((request, response) => {
    request.resume()
    asking.push(response)
    if (!isFirst && asking.length < together) return
    isFirst = false
    for (const each of asking.splice(0)) each.end('{"action":"reject","symbols":{}}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const envelope = { id: '', from: '', client: '', helo: '', protocol: '', host: '', recipients: [] }

/** The priorities of our threads, 19 being the lowest. */
const priorities = (): number[] =>
  readdirSync('/proc/self/task').map(thread => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })

test.runIf(process.platform === 'linux')(
  'while mail is accepted too fast, who reads steps back',
  async () => {
    const pool = createWorkerPool({ dnsServers: [], dnsHealth: newDnsHealth(), scanners: noScanners }, 1)
    onTestFinished(() => pool.stop())
    const lowest = () => priorities().filter(priority => priority === 19).length
    const before = lowest()
    const read = (pressed: boolean) => pool.run('arrive', { raw: plainMail(), envelope, rules: [], pressed })
    await read(false)
    expect(lowest()).toBe(before)
    await read(true)
    expect(lowest()).toBe(before + 1)
  },
)

test('a message that waits for an answer from outside does not hold up those after it', async () => {
  const scanners = { ...noScanners, rspamdUrl: await startPatientScanner() }
  const pool = createWorkerPool({ dnsServers: [], dnsHealth: newDnsHealth(), scanners }, 1)
  onTestFinished(() => pool.stop())
  const read = (subject: string) =>
    pool.run('arrive', { raw: plainMail({ subject }), envelope, rules: [], pressed: false })
  // A thread that is still loading its code takes longer than a message waits for a scanner.
  await read('first')
  const reads = await Promise.all(Array.from({ length: together }, (_, at) => read(`mail ${at}`)))
  expect(reads.map(({ mail }) => mail.subject)).toEqual(reads.map((_, at) => `mail ${at}`))
  expect(reads.map(({ mail }) => mail.spamScore >= 10)).toEqual(reads.map(() => true))
})
