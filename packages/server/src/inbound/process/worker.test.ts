import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { plainMail } from '../../testing/mail-site.ts'
import { newDnsHealth } from './dns-health.ts'
import { noScanners } from './scan/scan.ts'
import { createWorkerPool } from './worker-pool.ts'

const together = 5

/** A scanner that says nothing before so many have asked, and then calls everything spam. */
async function startPatientScanner(): Promise<string> {
  const asking: ServerResponse[] = []
  const server = createServer((request, response) => {
    request.resume()
    asking.push(response)
    if (asking.length < together) return
    for (const each of asking.splice(0)) each.end('{"action":"reject","symbols":{}}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a message that waits for an answer from outside does not hold up those after it', async () => {
  const scanners = { ...noScanners, rspamdUrl: await startPatientScanner() }
  const pool = createWorkerPool({ dnsServers: [], dnsHealth: newDnsHealth(), scanners }, 1)
  onTestFinished(() => pool.stop())
  const envelope = { id: '', from: '', client: '', helo: '', protocol: '', host: '', recipients: [] }
  const reads = await Promise.all(
    Array.from({ length: together }, (_, at) =>
      pool.run('arrive', { raw: plainMail({ subject: `mail ${at}` }), envelope, rules: [], pressed: false }),
    ),
  )
  expect(reads.map(({ mail }) => mail.subject)).toEqual(reads.map((_, at) => `mail ${at}`))
  expect(reads.map(({ mail }) => mail.spamScore >= 10)).toEqual(reads.map(() => true))
})
