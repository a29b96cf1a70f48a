/** Tests our signatures with verifiers that others wrote: mailauth, dkimpy and OpenDKIM. */
import { execFile } from 'node:child_process'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeMessage } from '../../mail/compose/compose-message.ts'
import { rawMail } from '../../mail/mime/testing/build-mail.ts'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { relaxedBody } from './canonical.ts'
import { signMessage } from './sign-message.ts'
import type { SigningKey } from './signed-field.ts'

const run = promisify(execFile)
const domain = 'here.test'

const rsaPair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const edPair = generateKeyPairSync('ed25519')
const keys: readonly SigningKey[] = [
  { selector: 'rsa1', algorithm: 'rsa', privateKey: rsaPair.privateKey },
  { selector: 'ed1', algorithm: 'ed25519', privateKey: edPair.privateKey },
]
const rsaText = createPublicKey(rsaPair.privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
// RFC 8463, section 4: only the 32 octets of the key, without their wrapping.
const edText = createPublicKey(edPair.privateKey)
  .export({ type: 'spki', format: 'der' })
  .subarray(-32)
  .toString('base64')
const records: Readonly<Record<string, string>> = {
  [`rsa1._domainkey.${domain}`]: `v=DKIM1; k=rsa; p=${rsaText}`,
  [`ed1._domainkey.${domain}`]: `v=DKIM1; k=ed25519; p=${edText}`,
}

const head = (...more: string[]) => [
  'From: Ann <ann@here.test>',
  'To: bob@far.test',
  'Subject: hello',
  'Date: Sun, 15 Nov 2026 05:00:00 +0000',
  'Message-ID: <1@here.test>',
  ...more,
  '',
]

const composed = (more: object) =>
  composeMessage({
    from: { name: '雁书', address: 'ann@here.test' },
    to: [{ name: '张三', address: 'bob@far.test' }],
    cc: [],
    subject: '一封很长很长的信：'.repeat(12),
    text: 'plain',
    html: null,
    attachments: [],
    messageId: '<1@here.test>',
    date: new Date('2026-11-15T05:00:00Z'),
    ...more,
  })

const samples: [string, () => Buffer | Promise<Buffer>][] = [
  ['text', () => composed({})],
  ['HTML', () => composed({ html: `<p>${'中文 '.repeat(500)}</p>` })],
  [
    'attachments',
    () =>
      composed({
        html: '<img src="cid:a">',
        attachments: [
          { filename: 'a.png', contentType: 'image/png', content: Buffer.alloc(9999, 1), cid: 'a' },
          { filename: '报告.pdf', contentType: 'application/pdf', content: Buffer.alloc(99_999, 2) },
        ],
      }),
  ],
  [
    '8-bit',
    () =>
      rawMail(
        ...head('MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8'),
        '中文正文',
        Buffer.from([0xff, 0xfe, 0x80]),
      ),
  ],
  ['long lines', () => rawMail(...head(), 'x'.repeat(5000), 'y  z\t '.repeat(400))],
  ['trailing blank lines', () => rawMail(...head(), 'a', '', '  ', '', '')],
  ['no final line end', () => Buffer.concat([rawMail(...head()), Buffer.from('last line')])],
  [
    'folded headers',
    () => rawMail(...head('References: <a@b.test>\r\n\t<c@d.test>\r\n   <e@f.test>', 'X-Odd:'), 'a'),
  ],
  ['repeated headers', () => rawMail(...head('To: c@far.test', 'Cc: d@far.test', 'Cc: e@far.test'), 'a')],
  ['an empty body', () => rawMail(...head())],
  ['no body at all', () => rawMail(...head().slice(0, -1))],
  ['only blank lines', () => rawMail(...head(), '', '', '')],
  ['10 MB', () => rawMail(...head(), `${'x'.repeat(78)}\r\n`.repeat(131_072))],
  ['a bare line feed', () => Buffer.from('From: ann@here.test\nSubject: x\n\nbody\n.\n')],
  [
    'List-Unsubscribe',
    () =>
      composed({
        headers: {
          'List-Unsubscribe': '<https://here.test/u>',
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
  ],
  ['an address outside ASCII', () => composed({ to: [{ name: '用户', address: '用户@far.test' }] })],
]

const hasDkimpy = existsSync('/usr/bin/dkimverify')
const hasOpenDkim = existsSync('/usr/sbin/opendkim')

/** Verifies every signature of every file with keys from a table, and prints one line for each. */
const dkimpyScript = `
import dkim, json, sys
table = json.load(open(sys.argv[1]))
for path in sys.argv[2:]:
    verifier = dkim.DKIM(open(path, 'rb').read())
    count = sum(1 for name, _ in verifier.headers if name.lower() == b'dkim-signature')
    look_up = lambda name, timeout=5: table.get(name.decode().rstrip('.'), '').encode()
    print(*[verifier.verify(idx=i, dnsfunc=look_up) for i in range(count)])
`

describe('a signed message', () => {
  let folder: string
  const signed = new Map<string, { path: string; message: Buffer }>()
  let dkimpy: string[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-dkim-'))
    for (const [index, [name, make]] of samples.entries()) {
      const message = await signMessage(await make(), domain, keys)
      const path = join(folder, `${index}.eml`)
      writeFileSync(path, message)
      signed.set(name, { path, message })
    }
    writeFileSync(join(folder, 'table.json'), JSON.stringify(records))
    writeFileSync(join(folder, 'verify.py'), dkimpyScript)
    writeFileSync(
      join(folder, 'keys'),
      Object.entries(records)
        .map(([name, text]) => `${name} ${text}\n`)
        .join(''),
    )
    writeFileSync(join(folder, 'opendkim.conf'), `Mode v\nTestPublicKeys ${join(folder, 'keys')}\n`)
    if (hasDkimpy) {
      const paths = [...signed.values()].map(({ path }) => path)
      const args = [join(folder, 'verify.py'), join(folder, 'table.json'), ...paths]
      dkimpy = (await run('/usr/bin/python3', args)).stdout.trim().split('\n')
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const names = samples.map(([name], index) => [name, index] as const)

  it.each(names)('with %s is good to mailauth', async name => {
    const { results } = await dkimVerify(signed.get(name)?.message ?? '', {
      resolver: async (host: string) => [[records[host] ?? '']],
    })
    expect(results.map(({ algo, status }) => [algo, status.result])).toEqual([
      ['rsa-sha256', 'pass'],
      ['ed25519-sha256', 'pass'],
    ])
  })

  it.skipIf(!hasDkimpy).each(names)('with %s is good to dkimpy', (_name, index) => {
    expect(dkimpy[index]).toBe('True True')
  })

  it.skipIf(!hasOpenDkim).each(names)('with %s is good to OpenDKIM', async name => {
    const path = signed.get(name)?.path ?? ''
    const { stdout, stderr } = await run('opendkim', ['-x', join(folder, 'opendkim.conf'), '-t', path, '-v'])
    expect(stdout + stderr).toMatch(/verification \(s=rsa1.*\) succeeded/)
  })

  it('covers From once more than it is there, and List-Unsubscribe, and has no length', () => {
    const text = signed.get('List-Unsubscribe')?.message.toString() ?? ''
    const signature = text.slice(0, text.indexOf('\r\nFrom:')).replace(/\r\n\s+/g, ' ')
    expect(signature).toMatch(/h=from: ?from:/)
    expect(signature).toMatch(/list-unsubscribe: ?list-unsubscribe:/)
    expect(signature).toMatch(/list-unsubscribe-post:/)
    expect(signature).not.toMatch(/\bl=/)
    expect(Math.max(...text.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(78)
  })

  it.each([
    ['a second From', (text: string) => text.replace('From: ', 'From: x@evil.test\r\nFrom: ')],
    ['another subject', (text: string) => text.replace('Subject: hello', 'Subject: hallo')],
    ['one more line', (text: string) => `${text}more\r\n`],
    ['a Reply-To', (text: string) => text.replace('To: ', 'Reply-To: x@evil.test\r\nTo: ')],
  ])('is no longer good with %s', async (_what, forge) => {
    const message = forge(signed.get('folded headers')?.message.toString('latin1') ?? '')
    const { results } = await dkimVerify(Buffer.from(message, 'latin1'), {
      resolver: async (host: string) => [[records[host] ?? '']],
    })
    expect(results.map(({ status }) => status.result)).not.toContain('pass')
  })

  it('takes linear time, however many blank lines there are', () => {
    const worked = startCpuTime()
    relaxedBody(`${'\r\n'.repeat(2_000_000)}x${' \t'.repeat(1_000_000)}\r\n${' \r\n'.repeat(500_000)}`)
    expect(worked()).toBeLessThan(10_000)
  })
})
