/** Programs of other people that bring mail: swaks, and a Postfix that relays to us. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeAs } from '../../mail/mime/testing/encode-as.ts'
import { eventually } from '../../testing/eventually.ts'
import { inbox, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
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
const hasPostfix = process.getuid?.() === 0 && existsSync('/usr/sbin/postfix')

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof bound === 'object' && bound !== null ? bound.port : 0
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
      const bytes = charset === 'utf-8' ? Buffer.from(text) : encodeAs(charset, text)
      const file = join(folder, `${charset}.eml`)
      const head = `From: a@example.org\r\nSubject: ${charset}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
      writeFileSync(file, Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]))
      await swaks('--data', `@${file}`)
      const mail = await arrived()
      expect(mail.text?.trim()).toBe(text)
      expect(mail.code).toBe('482913')
    })
  })

  it.skipIf(!hasPostfix)('a Postfix relays to us', { timeout: 60_000 }, async () => {
    const port = await freePort()
    const etc = join(folder, 'postfix')
    for (const name of ['', 'queue', 'data']) mkdirSync(join(etc, name), { recursive: true })
    execFileSync('chown', ['postfix', join(etc, 'data')])
    execFileSync('chmod', ['755', folder, etc])
    writeFileSync(
      join(etc, 'main.cf'),
      [
        'compatibility_level = 3.6',
        `queue_directory = ${join(etc, 'queue')}`,
        `data_directory = ${join(etc, 'data')}`,
        `maillog_file = ${join(etc, 'log')}`,
        `maillog_file_prefixes = ${folder}`,
        'inet_interfaces = 127.0.0.1',
        'inet_protocols = ipv4',
        'mynetworks = 127.0.0.0/8',
        'myhostname = relay.example.org',
        'mydestination =',
        `relayhost = [127.0.0.1]:${site.app.smtpPort}`,
        'smtp_tls_security_level = may',
        '',
      ].join('\n'),
    )
    const service = (name: string, type: string, command: string) => `${name} ${type} n - n - - ${command}`
    writeFileSync(
      join(etc, 'master.cf'),
      [
        service(`127.0.0.1:${port}`, 'inet', 'smtpd'),
        'pickup unix n - n 60 1 pickup',
        'qmgr unix n - n 300 1 qmgr',
        'tlsmgr unix - - n 1000? 1 tlsmgr',
        ...[
          'cleanup',
          'rewrite trivial-rewrite',
          'bounce',
          'defer bounce',
          'trace bounce',
          'verify',
          'smtp',
          'error',
          'retry error',
          'anvil',
          'scache',
        ].map(name => {
          const [label = '', command = label] = name.split(' ')
          return `${label} unix - - n - 0 ${command}`
        }),
        'postlog unix-dgram n - n - 1 postlogd',
        '',
      ].join('\n'),
    )
    execFileSync('postfix', ['-c', etc, 'start'], { stdio: 'ignore' })
    try {
      await eventually('Postfix answers', () =>
        run('swaks', ['--server', `127.0.0.1:${port}`, '--quit-after', 'HELO']).then(
          () => true,
          () => false,
        ),
      )
      await run('swaks', [
        '--server',
        `127.0.0.1:${port}`,
        '--to',
        box.address,
        '--from',
        'a@example.org',
        '--header',
        'Subject: by way of Postfix',
        '--body',
        '您的验证码是 482913',
      ])
      await eventually('the mail', async () => (await inbox(site, box.token)).length === 1, 30_000)
      const mail = await arrived()
      expect(mail).toMatchObject({ subject: 'by way of Postfix', code: '482913' })
      expect(mail.headers.find(header => header.name === 'Received')?.value).toContain('relay.example.org')
    } finally {
      execFileSync('postfix', ['-c', etc, 'stop'], { stdio: 'ignore' })
    }
  })

  it.runIf(!hasSwaks || !hasPostfix)('were not all here', () => {
    process.stdout.write(
      'strangers: swaks and Postfix (as root) were not all there; what is missing was skipped\n',
    )
  })
})
