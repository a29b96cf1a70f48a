/** Tests our seals with verifiers that others wrote: mailauth and dkimpy. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ARCData, arc, type DNSResolver, dkimVerify } from 'mailauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKey, type Sealing, sealMail, written } from '../../inbound/process/testing/sealed-mail.ts'
import { rawMail } from '../../mail/mime/testing/build-mail.ts'
import { type Seal, sealMessage } from './seal-message.ts'
import { signMessage } from './sign-message.ts'
import type { SigningKey } from './signed-field.ts'

const run = promisify(execFile)
const hosts = ['first.test', 'second.test', 'third.test'] as const
const made = new Map(hosts.map(host => [host, makeKey(2048)]))
const foreign = makeKey(2048)
const records: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...made].map(([host, { record }]) => [`s1._domainkey.${host}`, record])),
  'good._domainkey.hop.test': foreign.record,
  ...Object.fromEntries([1, 2, 3].map(hop => [`good._domainkey.hop${hop}.test`, foreign.record])),
}
const keyOf = (host: (typeof hosts)[number]): SigningKey => {
  const key = made.get(host)
  if (!key) throw new Error(`no key for ${host}`)
  return { selector: 's1', algorithm: 'rsa', privateKey: key.privateKey }
}

const resolver = (async (name: string) => [[records[name] ?? '']]) as unknown as DNSResolver

/** Returns what mailauth says of a message's chain. */
async function chainOf(message: Buffer): Promise<string> {
  const { arc: data } = await dkimVerify(message, { resolver, strict: true })
  return (await arc(data as ARCData, { resolver, strict: true })).status.result
}

async function hop(message: Buffer, host: (typeof hosts)[number], more: Partial<Seal> = {}): Promise<Buffer> {
  const found = await chainOf(message)
  const chain = found === 'pass' || found === 'fail' ? found : 'none'
  const received = Buffer.from(`Received: from a.test by ${host}\r\n`)
  return sealMessage(Buffer.concat([received, message]), {
    ...{ domain: host, key: keyOf(host), chain, at: Date.parse('2026-11-15T05:00:00Z') },
    results: [
      `mx.${host}`,
      'spf=pass smtp.mailfrom=far.test',
      'dkim=none',
      'dmarc=pass header.from=far.test',
    ],
    ...more,
  })
}

async function hops(message: Buffer, count: number): Promise<Buffer> {
  let last = message
  for (const host of hosts.slice(0, count)) last = await hop(last, host)
  return last
}

const head = (...more: string[]) => [
  'From: Ann <ann@far.test>',
  'To: bob@first.test',
  'Subject: hello',
  'Date: Sun, 15 Nov 2026 05:00:00 +0000',
  'Message-ID: <1@far.test>',
  ...more,
  '',
]
const samples: [string, () => Buffer | Promise<Buffer>][] = [
  ['text', () => rawMail(...head(), 'good day')],
  [
    '8-bit',
    () =>
      rawMail(
        ...head('MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8'),
        '中文正文',
        Buffer.from([0xff, 0xfe, 0x80]),
      ),
  ],
  [
    'folded headers',
    () => rawMail(...head('References: <a@b.test>\r\n\t<c@d.test>\r\n   <e@f.test>', 'X-Odd:'), 'a'),
  ],
  ['an 8-bit header', () => rawMail(...head('X-Raw: 中文', 'Cc: c@far.test', 'Cc: d@far.test'), 'a')],
  ['an empty body', () => rawMail(...head())],
  ['no body at all', () => rawMail(...head().slice(0, -1))],
  ['trailing blank lines', () => rawMail(...head(), 'a', '', '  ', '', '')],
  ['no final line end', () => Buffer.concat([rawMail(...head()), Buffer.from('last line')])],
  [
    'a signature of its author',
    () => signMessage(rawMail(...head(), 'signed'), 'first.test', [keyOf('first.test')]),
  ],
]

const dkimpyScript = `
import dkim, json, sys
table = json.load(open(sys.argv[1]))
look_up = lambda name, timeout=5: table.get(name.decode().rstrip('.'), '').encode()
for path in sys.argv[2:]:
    cv, results, reason = dkim.ARC(open(path, 'rb').read()).verify(dnsfunc=look_up)
    print((cv or b'ended').decode(), len(results))
`
const hasDkimpy = existsSync('/usr/bin/dkimverify')

describe('a sealed message', () => {
  let folder: string
  const sealed = new Map<string, Buffer>()
  const dkimpy = new Map<string, string>()
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-arc-'))
    writeFileSync(join(folder, 'verify.py'), dkimpyScript)
    writeFileSync(join(folder, 'table.json'), JSON.stringify(records))
    for (const [name, make] of samples)
      for (const count of [1, 2, 3]) sealed.set(`${name} ${count}`, await hops(await make(), count))
    if (!hasDkimpy) return
    const paths = [...sealed.values()].map((message, index) => {
      const path = join(folder, `${index}.eml`)
      writeFileSync(path, message)
      return path
    })
    const args = [join(folder, 'verify.py'), join(folder, 'table.json'), ...paths]
    const lines = (await run('/usr/bin/python3', args)).stdout.trim().split('\n')
    for (const [index, name] of [...sealed.keys()].entries()) dkimpy.set(name, lines[index] ?? '')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const names = samples.flatMap(([name]) => [1, 2, 3].map(count => [name, count] as const))
  it.each(names)('with %s passes before mailauth after %i hops', async (name, count) => {
    expect(await chainOf(sealed.get(`${name} ${count}`) ?? Buffer.alloc(0))).toBe('pass')
  })
  it.skipIf(!hasDkimpy).each(names)('with %s passes before dkimpy after %i hops', (name, count) => {
    expect(dkimpy.get(`${name} ${count}`)).toBe(`pass ${count}`)
  })

  it('still passes when we sign it as it leaves', async () => {
    const message = await hops(rawMail(...head(), 'good day'), 2)
    expect(await chainOf(await signMessage(message, 'second.test', [keyOf('second.test')]))).toBe('pass')
  })

  it.each([
    ['another subject', (text: string) => text.replace('Subject: hello', 'Subject: hallo')],
    ['one more line', (text: string) => `${text}more\r\n`],
    ['other results', (text: string) => text.replace('dmarc=pass', 'dmarc=fail')],
    ['its first set missing', (text: string) => text.replace(/^ARC-Seal: i=1;[\s\S]*?(?=^Received)/m, '')],
  ])('no longer passes with %s', async (_what, forge) => {
    const message = forge((await hops(rawMail(...head(), 'x'), 2)).toString('latin1'))
    expect(await chainOf(Buffer.from(message, 'latin1'))).not.toBe('pass')
  })

  it('continues the chain of somebody else', async () => {
    const sealing: Sealing = { key: foreign, hops: 2 }
    const mail = { fields: ['From: Bank <service@bank.test>', 'Subject: x'], body: 'x\r\n' }
    const theirs = Buffer.from(written(sealMail(mail, sealing)), 'latin1')
    expect(await chainOf(theirs)).toBe('pass')
    const message = await hop(theirs, 'third.test')
    expect(message.toString('latin1')).toMatch(/^ARC-Seal: i=3;[\s\S]*?cv=pass;/)
    expect(await chainOf(message)).toBe('pass')
  })

  it('says once that a chain is broken, and nobody continues it', async () => {
    const altered = Buffer.from(
      (await hops(rawMail(...head(), 'x'), 1)).toString('latin1').replace('Subject: hello', 'Subject: hallo'),
      'latin1',
    )
    const told = await hop(altered, 'second.test')
    expect(told.toString('latin1')).toMatch(/^ARC-Seal: i=2;[\s\S]*?cv=fail;/)
    expect(await chainOf(told)).toBe('fail')
    const after = (await hop(told, 'third.test')).toString('latin1')
    expect(after).not.toContain('i=3;')
  })

  it('is left alone where nobody knows whether its chain is whole, and where it is too long', async () => {
    const message = await hops(rawMail(...head(), 'x'), 1)
    expect((await hop(message, 'second.test', { chain: null })).toString()).not.toContain('i=2;')
    const long = Buffer.from(`ARC-Seal: i=50; cv=pass; b=x\r\n${rawMail(...head(), 'x').toString()}`)
    expect((await hop(long, 'second.test')).toString()).not.toContain('i=51;')
  })
})
