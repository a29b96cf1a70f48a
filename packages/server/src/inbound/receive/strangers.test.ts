/** Programs of other people that bring mail: swaks, and a Postfix that relays to us. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeAs } from '../../mail/text/testing/encode-as.ts'
import { eventually } from '../../testing/eventually.ts'
import { inbox, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import { hasPostfix } from '../../testing/postfix.ts'
import { startRelay } from '../../testing/postfix-relay.ts'
import type { TestApp } from '../../testing/test-app.ts'

const run = promisify(execFile)

function has(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const hasSwaks = has('swaks')

/** Japanese between its escape sequences (RFC 1468): EUC without the eighth bit. */
function iso2022jp(text: string): Buffer {
  const runs = text.match(/[\x20-\x7e]+|[^\x20-\x7e]+/g) ?? []
  return Buffer.concat(
    runs.flatMap(run => {
      if (/^[\x20-\x7e]/.test(run)) return [Buffer.from(run)]
      const bytes = encodeAs('euc-jp', run).map(byte => byte & 0x7f)
      return [Buffer.from('\x1b$B'), bytes, Buffer.from('\x1b(B')]
    }),
  )
}

const encoders: Readonly<Record<string, (text: string) => Buffer>> = {
  gbk: text => encodeAs('gb18030', text),
  big5: text => encodeAs('big5', text),
  'iso-2022-jp': iso2022jp,
  'utf-8': text => Buffer.from(text),
}

describe('strangers', () => {
  let site: TestApp
  let box: TestMailbox
  let folder: string
  let names = 0

  beforeAll(async () => {
    site = await startMailSite('sqlite')
    folder = mkdtempSync(join(tmpdir(), 'yanshu-strangers-'))
  })
  afterAll(async () => {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    box = await makeMailbox(site, `box${++names}`)
  })

  async function arrived() {
    await site.app.settled()
    const [row] = await inbox(site, box.token)
    const { mail } = await site.ok('getEmail', { params: { id: row?.id ?? '' } }, box.token)
    return mail
  }

  describe.skipIf(!hasSwaks)('swaks', () => {
    const swaks = (...args: string[]) =>
      run('swaks', [
        '--server',
        `127.0.0.1:${site.app.smtpPort}`,
        '--to',
        box.address,
        '--from',
        'a@example.org',
        '--helo',
        'client.test',
        ...args,
      ])

    it('brings plain text', async () => {
      await swaks('--header', 'Subject: from swaks', '--body', 'Your verification code is 482913.')
      expect(await arrived()).toMatchObject({ subject: 'from swaks', code: '482913' })
    })

    it('brings mail through STARTTLS', async () => {
      const { stdout } = await swaks('--tls', '--header', 'Subject: encrypted')
      expect(stdout).toMatch(/TLS started with cipher TLSv1\.[23]/)
      const mail = await arrived()
      expect(mail.subject).toBe('encrypted')
      const { text } = await site.fetch(`/api/user/getEmailSource/${mail.id}`, {
        headers: { authorization: `Bearer ${box.token}` },
      })
      expect(text).toContain('with ESMTPS')
    })

    it('brings HTML with an attachment', async () => {
      const file = join(folder, '报告.txt')
      writeFileSync(file, 'the report')
      await swaks(
        '--attach-type',
        'text/html',
        '--attach-body',
        '<p>看附件</p>',
        '--attach-type',
        'text/plain',
        '--attach-name',
        'report.txt',
        '--attach',
        `@${file}`,
      )
      const mail = await arrived()
      expect(mail.html).toContain('看附件')
      expect(mail.attachments).toMatchObject([{ filename: 'report.txt', size: 10 }])
    })

    it.each([
      ['gbk', '您好，世界：验证码为 482913'],
      ['big5', '您好，世界：驗證碼為 482913'],
      ['iso-2022-jp', 'こんにちは、認証コードは 482913 です'],
      ['utf-8', '您好，世界：验证码为 482913'],
    ])('brings %s', async (charset, text) => {
      const bytes = encoders[charset]?.(text) ?? Buffer.alloc(0)
      const file = join(folder, `${charset}.eml`)
      const head = `From: a@example.org\r\nSubject: ${charset}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
      writeFileSync(file, Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]))
      await swaks('--data', `@${file}`)
      const mail = await arrived()
      expect(mail.text?.trim()).toBe(text)
      expect(mail.code).toBe('482913')
    })
  })

  it.skipIf(!hasPostfix || !hasSwaks)('a Postfix relays to us', async () => {
    const relay = await startRelay(folder, site.app.smtpPort)
    try {
      const message = ['--header', 'Subject: by way of Postfix', '--body', '您的验证码是 482913']
      const route = ['--server', `127.0.0.1:${relay.port}`, '--to', box.address, '--from', 'a@example.org']
      await run('swaks', ['--timeout', '20', ...route, ...message])
      await eventually('the mail', async () => (await inbox(site, box.token)).length === 1)
      const mail = await arrived()
      expect(mail).toMatchObject({ subject: 'by way of Postfix', code: '482913' })
      expect(mail.headers.find(header => header.name === 'Received')?.value).toContain('relay.example.org')
    } finally {
      relay.stop()
    }
  })

  it.runIf(!hasSwaks || !hasPostfix)('were not all here', () => {
    process.stdout.write(
      'strangers: swaks and Postfix (as root) were not all there; what is missing was skipped\n',
    )
  })
})
