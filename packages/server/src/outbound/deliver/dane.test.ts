/** Tests mail to hosts that name their keys in DNSSEC (RFC 7672). */
import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import type { Tlsa } from '../../outside/resolver.ts'
import { type SmtpScript, startScriptedSmtp, testCertificateFor } from '../../testing/scripted-smtp-server.ts'
import type { DelivererDeps } from './deliver.ts'
import { deliveryTo, farNames, type NameTable, testDeliverer } from './testing/test-deliverer.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const tls = testCertificateFor('mx.far.test')
const expired = testCertificateFor('mx.other.test', { now: new Date('2020-01-01'), days: 30 })

const spki = (pem: string): Buffer =>
  new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' })
const hash = (algorithm: string, data: Buffer): Buffer => createHash(algorithm).update(data).digest()
const tlsa = (usage: number, selector: number, matching: number, data: Buffer): Tlsa => ({
  ...{ usage, selector, matching, data },
})
const own = (pem: string): Tlsa => tlsa(3, 1, 1, hash('sha256', spki(pem)))
const stranger = own(testCertificateFor('mx.stranger.test').cert)

async function send(
  script: SmtpScript,
  records: readonly Tlsa[] | 'trouble' | null,
  more: Partial<DelivererDeps> & { names?: NameTable } = {},
) {
  const server = await startScriptedSmtp(script)
  cleanUps.push(() => server.stop())
  const tables = {
    ...{ ...farNames, isAuthentic: true, ...more.names },
    ...(records && { tlsa: { [`_${server.port}._tcp.mx.far.test`]: records } }),
  }
  const deliverer = testDeliverer({ mxPort: server.port, ...more, names: tables })
  cleanUps.push(() => deliverer.close())
  const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test']))
  return { verdict, encrypted: server.messages[0]?.encrypted, count: server.messages.length }
}

describe('a host that names its key', () => {
  it.each<[string, SmtpScript, Tlsa[]]>([
    ['the digest of its key', { tls }, [own(tls.cert)]],
    ['a longer digest', { tls }, [tlsa(3, 1, 2, hash('sha512', spki(tls.cert)))]],
    ['the key itself', { tls }, [tlsa(3, 1, 0, spki(tls.cert))]],
    ['its certificate', { tls }, [tlsa(3, 0, 1, hash('sha256', new X509Certificate(tls.cert).raw))]],
    ['the key of a certificate that is over and of another name', { tls: expired }, [own(expired.cert)]],
    ['this key and the next', { tls }, [stranger, own(tls.cert)]],
  ])('gets mail when the records hold %s', async (_what, script, records) => {
    expect(await send(script, records)).toMatchObject({ verdict: { outcome: 'delivered' }, encrypted: true })
  })

  it.each<[string, SmtpScript, Tlsa[] | 'trouble', string]>([
    ['another key', { tls }, [stranger], 'tlsFailed'],
    ['no STARTTLS', {}, [own(tls.cert)], 'tlsRequired'],
    ['STARTTLS refused', { tls, startTls: '454 4.7.0 no' }, [own(tls.cert)], 'tlsRequired'],
    ['records that nobody can read now', { tls }, 'trouble', 'dnsTrouble'],
    [
      'records that we cannot use, and no STARTTLS',
      {},
      [tlsa(1, 1, 1, hash('sha256', spki(tls.cert)))],
      'tlsRequired',
    ],
  ])('gets none with %s', async (_what, script, records, reason) => {
    const { verdict, count } = await send(script, records)
    expect(verdict).toMatchObject({ outcome: 'deferred', reason })
    expect(count).toBe(0)
  })

  it('gets it with any certificate when its records cannot be used', async () => {
    const unusable = [
      tlsa(1, 1, 1, hash('sha256', spki(tls.cert))),
      tlsa(3, 1, 1, Buffer.alloc(5)),
      tlsa(3, 7, 1, Buffer.alloc(32)),
      tlsa(3, 1, 9, Buffer.alloc(32)),
    ]
    expect(await send({ tls: expired }, unusable)).toMatchObject({
      verdict: { outcome: 'delivered' },
      encrypted: true,
    })
  })

  it.each<[string, Partial<NameTable>]>([
    ['that are not signed', { isAuthentic: false }],
    ['of a domain that is not', { mx: { 'far.test': [{ exchange: 'mx.far.test', priority: 10 }] } }],
  ])('is like any other by records %s', async (_what, names) => {
    expect(
      (await send({}, [stranger], { names: { ...farNames, isAuthentic: false, ...names } })).verdict,
    ).toMatchObject({
      outcome: 'delivered',
    })
  })

  it('is believed before the policy of its domain', async () => {
    const names: NameTable = {
      ...farNames,
      isAuthentic: true,
      txt: { '_mta-sts.far.test': ['v=STSv1; id=1;'] },
    }
    const fetch: GuardedFetch = async ({ url }) => ({
      ...{ status: 200, url, headers: { 'content-type': 'text/plain' } },
      body: Buffer.from('version: STSv1\r\nmode: enforce\r\nmx: mx.far.test\r\nmax_age: 86400\r\n'),
    })
    // No authority has signed it, which the policy alone would mind.
    expect((await send({ tls }, [own(tls.cert)], { names, fetch })).verdict?.outcome).toBe('delivered')
    expect((await send({ tls }, null, { names, fetch })).verdict?.reason).toBe('tlsFailed')
    const trusted = { names, fetch, ca: [tls.cert] }
    expect((await send({ tls }, [stranger], trusted)).verdict?.reason).toBe('tlsFailed')
    // Records of no use leave the policy in force.
    const unusable = [tlsa(0, 0, 1, Buffer.alloc(32))]
    expect((await send({ tls }, unusable, { names, fetch })).verdict?.reason).toBe('tlsFailed')
    expect((await send({ tls }, unusable, trusted)).verdict?.outcome).toBe('delivered')
  })
})

describe('a host that names an authority', () => {
  let folder: string
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-dane-'))
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
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
      '9',
    )
    openssl('req', '-new', ...key, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=leaf')
    for (const [name, host] of [
      ['leaf', 'mx.far.test'],
      ['other', 'mx.other.test'],
    ]) {
      writeFileSync(join(folder, 'ext'), `subjectAltName=DNS:${host}\n`)
      openssl(
        ...['x509', '-req', '-in', 'leaf.csr', '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial'],
        ...['-days', '9', '-extfile', 'ext', '-out', `${name}.pem`],
      )
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const script = (leaf: string): SmtpScript => ({
    tls: { key: read('leaf.key'), cert: read(`${leaf}.pem`) + read('root.pem') },
  })
  const anchor = () => tlsa(2, 1, 1, hash('sha256', spki(read('root.pem'))))

  it('gets mail with a certificate of that authority and its own name', async () => {
    expect((await send(script('leaf'), [anchor()])).verdict?.outcome).toBe('delivered')
    expect((await send(script('other'), [anchor()])).verdict?.reason).toBe('tlsFailed')
    expect((await send({ tls }, [anchor()])).verdict?.reason).toBe('tlsFailed')
  })
})
