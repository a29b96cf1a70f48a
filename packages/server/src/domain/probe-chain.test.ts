import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../inbound/receive/smtp/testing/test-client.ts'
import { probeTls } from './probe-tls.ts'

const host = 'mx.example.com'
let folder: string
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

/** An authority, one below it, and a certificate that the lower one signed. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'yanshu-chain-'))
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const extend = (text: string) => writeFileSync(join(folder, 'ext'), text)
  const sign = (name: string, by: string, days: string) =>
    openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', `${by}.pem`, '-CAkey', `${by}.key`],
      ...['-CAcreateserial', '-days', days, '-extfile', 'ext', '-out', `${name}.pem`],
    )
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-subj',
    '/CN=root',
    '-days',
    '99',
  )
  for (const name of ['middle', 'leaf'])
    openssl('req', '-new', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
  extend('basicConstraints=critical,CA:TRUE\n')
  sign('middle', 'root', '20')
  extend(`subjectAltName=DNS:${host}\n`)
  sign('leaf', 'middle', '90')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['a whole chain', ['leaf.pem', 'middle.pem'], ['root.pem'], host, 'trusted'],
  ['a chain without its middle', ['leaf.pem'], ['root.pem'], host, 'incomplete'],
  ['a chain of an authority that nobody knows', ['leaf.pem', 'middle.pem'], [], host, 'unknownIssuer'],
  ['a certificate of another name', ['leaf.pem', 'middle.pem'], ['root.pem'], 'mx.example.org', 'otherName'],
])('%s is judged as a stranger judges it', async (_what, files, roots, name, verdict) => {
  const context = createSecureContext({ key: read('leaf.key'), cert: files.map(read).join('') })
  const { server, port } = await startServer({ tls: () => context })
  const target = { port, host: name, timeoutMs: 10_000, header: '', roots: roots.map(read) }
  const found = await probeTls(target)
  expect('fault' in found ? found.fault : found.verdict).toBe(verdict)
  // The one in the middle ends first.
  if (found.verdict === 'trusted') {
    const days = (found.endsAt - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(20)
  }
  await server.close(5000)
})
