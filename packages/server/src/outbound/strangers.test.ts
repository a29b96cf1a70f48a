/**
 * Tests the whole way with other people's programs: a call writes the mail, we queue, sign and deliver it,
 * BIND resolves the names, Postfix receives it, and OpenDKIM verifies the signature.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseMail } from '../mail/mime/parse-mail.ts'
import { createResolver } from '../outside/resolver.ts'
import { dnsPatience } from '../outside/time-outs.ts'
import { type DnsServer, hasDnsServer, startDnsServer } from '../testing/dns-server.ts'
import { eventually } from '../testing/eventually.ts'
import { fileOf } from '../testing/mail-site.ts'
import {
  makeSender,
  type OutboundSite,
  type Sender,
  send,
  sent,
  startOutboundSite,
} from '../testing/outbound-site.ts'
import { hasPostfix } from '../testing/postfix.ts'
import { type PostfixReceiver, startReceiver } from '../testing/postfix-receiver.ts'

const run = promisify(execFile)
const hasOpenDkim = existsSync('/usr/sbin/opendkim')

type Sample = { text?: string; html?: string; file?: { name: string; content: Buffer } }

const samples: Record<string, Sample> = {
  text: { text: 'plain words\n' },
  HTML: { html: `<p>${'中文'.repeat(2000)}</p>` },
  'an attachment': {
    text: 'see there',
    file: { name: '报告.pdf', content: Buffer.from('%PDF-1.7\n%\xe2\xe3\n', 'latin1') },
  },
  '8-bit text': { text: 'naïve café — 你好，世界 🎏\n' },
  'long lines and dots': { text: `${'x'.repeat(9000)}\n.\n..\nFrom me\n` },
  'an empty body': { text: '' },
  '10 MB': { text: 'large', file: { name: 'a.bin', content: Buffer.alloc(10_000_000, 5) } },
}

describe.skipIf(!hasPostfix || !hasDnsServer)('mail that a call sends to a stranger', () => {
  let folder: string
  let dns: DnsServer
  let postfix: PostfixReceiver
  let out: OutboundSite
  let ann: Sender

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-strangers-'))
    postfix = await startReceiver(folder, ['far.test'])
    dns = await startDnsServer({ zones: { 'far.test': ['@ MX 10 mx', 'mx A 127.0.0.1'] } })
    const delivery = {
      resolver: createResolver([dns.address], dnsPatience.delivery),
      mxPort: postfix.port,
      allowPrivate: () => true,
      isOurAddress: () => false,
    }
    out = await startOutboundSite('sqlite', {}, { delivery })
    ann = await makeSender(out.site, 'ann')
  })
  afterAll(async () => {
    await out?.stop()
    await dns?.stop()
    postfix?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function upload(file: { name: string; content: Buffer }): Promise<string> {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(file.content)]), file.name)
    const init = { method: 'POST', body: form, headers: { authorization: `Bearer ${ann.person.token}` } }
    const { body } = await out.site.fetch('/api/user/uploadFile', init)
    return (body as { id?: string }).id ?? ''
  }

  const arrivedAs = (id: string): Buffer | undefined =>
    postfix.mails().find(arrived => arrived.includes(`<${id}@yanshu.test>`))

  /** Returns OpenDKIM's verdict on a stored message, with the keys that the site would publish. */
  async function verified(stored: Buffer): Promise<string> {
    const keys = await out.site.app.db.query
      .selectFrom('dkim_key')
      .select(['selector', 'public_key'])
      .where('algorithm', '=', 'rsa')
      .execute()
    const lines = keys.map(
      key => `${key.selector}._domainkey.yanshu.test v=DKIM1; k=rsa; p=${key.public_key}\n`,
    )
    writeFileSync(join(folder, 'keys'), lines.join(''))
    writeFileSync(join(folder, 'opendkim.conf'), `Mode v\nTestPublicKeys ${join(folder, 'keys')}\n`)
    const path = join(folder, 'arrived.eml')
    writeFileSync(path, stored.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
    const { stdout, stderr } = await run('opendkim', ['-x', join(folder, 'opendkim.conf'), '-t', path, '-v'])
    return stdout + stderr
  }

  it.each(Object.keys(samples))(
    'with %s arrives over TLS, unchanged and with a good signature',
    async name => {
      const { file, ...words } = samples[name] ?? {}
      const attachments = file ? [await upload(file)] : []
      const id = await send(out.site, ann, {
        to: ['张三 <bob@far.test>'],
        subject: `你好，${name}`,
        ...(words.html === undefined ? {} : { text: undefined }),
        ...words,
        attachments,
      })
      await out.site.app.deliverDue()
      const mail = await sent(out.site, ann.person.token, id)
      expect(mail.recipients[0]).toMatchObject({ state: 'delivered', host: 'mx.far.test', attempts: 1 })
      const stored = await eventually('it is in the mailbox', () => arrivedAs(id))
      const text = stored.toString('latin1')
      expect(text.slice(0, 1000)).toMatch(/using TLSv1\.[23]/)
      // Postfix stores lines without CR and adds its own fields in front, and we add our signatures.
      const { bytes } = await fileOf(out.site, ann.person.token, `/api/user/getSentSource/${id}`)
      expect(text.endsWith(bytes.toString('latin1').replaceAll('\r\n', '\n'))).toBe(true)
      const read = parseMail(stored)
      expect(read.subject).toBe(`你好，${name}`)
      if (words.text !== undefined) expect(read.text?.trimEnd()).toBe(words.text.trimEnd())
      expect(read.attachments.map(({ size }) => size)).toEqual(file ? [file.content.length] : [])
      if (hasOpenDkim) expect(await verified(stored)).toMatch(/verification \(s=.*\) succeeded/)
    },
  )

  it('comes back with the reason when there is no such person there', async () => {
    const id = await send(out.site, ann, { to: ['unknown@far.test', 'bob@far.test'] })
    await out.site.app.deliverDue()
    expect((await sent(out.site, ann.person.token, id)).recipients).toMatchObject([
      { state: 'bounced', reason: '没有这个邮箱，请核对地址（对方服务器不接受收件人）' },
      { state: 'delivered' },
    ])
  })

  it('arrives at an address outside ASCII', async () => {
    const id = await send(out.site, ann, { to: ['用户@far.test'] })
    await out.site.app.deliverDue()
    expect((await sent(out.site, ann.person.token, id)).state).toBe('delivered')
    await eventually('it is in the mailbox', () => arrivedAs(id) !== undefined)
  })
})
