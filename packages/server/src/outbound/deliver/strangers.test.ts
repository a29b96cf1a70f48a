/** The whole way with other people's programs: BIND says where, Postfix takes it, dkimpy and OpenDKIM look at the signature. */
import { execFile } from 'node:child_process'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeMessage, type OutgoingMail } from '../../mail/compose/compose-message.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import { type DnsServer, hasDnsServer, startDnsServer } from '../../testing/dns-server.ts'
import { eventually } from '../../testing/eventually.ts'
import { type PostfixReceiver, startReceiver } from '../../testing/postfix-receiver.ts'
import { hasPostfix } from '../../testing/postfix-relay.ts'
import { signMessage } from '../sign/sign-message.ts'
import type { Deliverer } from './deliver.ts'
import { createMailResolver } from './mail-resolver.ts'
import { testDeliverer } from './testing/test-deliverer.ts'

const run = promisify(execFile)
const hasOpenDkim = existsSync('/usr/sbin/opendkim')

const mail = (more: Partial<OutgoingMail>): OutgoingMail => ({
  from: { name: '雁书', address: 'ann@here.test' },
  to: [{ name: '张三', address: 'bob@far.test' }],
  cc: [],
  subject: '你好',
  text: 'plain words\n',
  html: null,
  attachments: [],
  messageId: '<1@here.test>',
  date: new Date('2026-11-15T05:00:00Z'),
  ...more,
})

const samples: [string, Partial<OutgoingMail>][] = [
  ['text', {}],
  ['HTML', { html: `<p>${'中文'.repeat(2000)}</p>` }],
  [
    'attachments',
    {
      attachments: [
        { filename: '报告.pdf', contentType: 'application/pdf', content: Buffer.alloc(70_000, 3) },
      ],
    },
  ],
  ['long lines', { text: `${'x'.repeat(9000)}\n.\n..\nFrom me\n` }],
  ['an empty body', { text: '' }],
  [
    '10 MB',
    {
      attachments: [{ filename: 'a', contentType: 'application/zip', content: Buffer.alloc(10_000_000, 5) }],
    },
  ],
]

describe.skipIf(!hasPostfix || !hasDnsServer)('a mail of ours', () => {
  let folder: string
  let dns: DnsServer
  let postfix: PostfixReceiver
  let deliverer: Deliverer
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys = [{ selector: 's1', algorithm: 'rsa', privateKey }] as const

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-strangers-'))
    postfix = await startReceiver(folder, ['far.test'])
    dns = await startDnsServer({ zones: { 'far.test': ['@ MX 10 mx', 'mx A 127.0.0.1'] } })
    deliverer = testDeliverer({ mxPort: postfix.port, resolver: createMailResolver([dns.address]) })
    const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
    writeFileSync(join(folder, 'keys'), `s1._domainkey.here.test v=DKIM1; k=rsa; p=${key}\n`)
    writeFileSync(join(folder, 'opendkim.conf'), `Mode v\nTestPublicKeys ${join(folder, 'keys')}\n`)
  })
  afterAll(async () => {
    await deliverer?.close()
    await dns?.stop()
    postfix?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(samples.map(([name, more], index) => [name, more, `<sample${index}@here.test>`] as const))(
    'with %s arrives over TLS, unchanged and with a good signature',
    async (_name, more, messageId) => {
      const message = await signMessage(await composeMessage(mail({ ...more, messageId })), 'here.test', keys)
      const [verdict] = await deliverer.deliver({
        domain: 'far.test',
        relay: null,
        envelope: { from: 'ann@here.test', recipients: ['bob@far.test'], smtpUtf8: false },
        message,
      })
      expect(verdict).toMatchObject({ outcome: 'delivered', host: 'mx.far.test', status: '2.0.0' })
      const stored = await eventually('it is in the mailbox', () =>
        postfix.mails().find(arrived => arrived.includes(messageId)),
      )
      const text = stored.toString('latin1')
      expect(text.slice(0, 1000)).toMatch(/using TLSv1\.[23]/)
      // Postfix stores lines without CR and puts its own fields in front.
      expect(text.endsWith(message.toString('latin1').replaceAll('\r\n', '\n'))).toBe(true)
      expect(parseMail(stored).subject).toBe('你好')
      if (hasOpenDkim) {
        const path = join(folder, 'arrived.eml')
        writeFileSync(path, text.replaceAll('\n', '\r\n'), 'latin1')
        const args = ['-x', join(folder, 'opendkim.conf'), '-t', path, '-v']
        const { stdout, stderr } = await run('opendkim', args)
        expect(stdout + stderr).toMatch(/verification \(s=s1.*\) succeeded/)
      }
    },
  )

  it('to somebody who is not there comes back with the reason, and the others get it', async () => {
    const before = postfix.mails().length
    const verdicts = await deliverer.deliver({
      domain: 'far.test',
      relay: null,
      envelope: { from: 'ann@here.test', recipients: ['unknown@far.test', 'bob@far.test'], smtpUtf8: false },
      message: await composeMessage(mail({})),
    })
    expect(verdicts).toMatchObject([
      { outcome: 'failed', reason: 'recipientRefused', status: '5.1.1' },
      { outcome: 'delivered' },
    ])
    await eventually('it is in the mailbox', () => postfix.mails().length === before + 1)
  })

  it('to an address outside ASCII arrives', async () => {
    const before = postfix.mails().length
    const recipients = ['用户@far.test']
    const [verdict] = await deliverer.deliver({
      domain: 'far.test',
      relay: null,
      envelope: { from: 'ann@here.test', recipients, smtpUtf8: true },
      message: await composeMessage(mail({ to: [{ name: '', address: '用户@far.test' }] })),
    })
    expect(verdict).toMatchObject({ outcome: 'delivered' })
    await eventually('it is in the mailbox', () => postfix.mails().length === before + 1)
  })
})
