/** The commands as an operator runs them, beside a running program. */
import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeSetting, writeSetting } from './ledger/setting/kept-settings.ts'
import { siteScope } from './ledger/setting/site-settings.ts'
import { startCliThread } from './testing/cli-thread.ts'
import { databaseKinds } from './testing/databases.ts'
import { freePort } from './testing/free-port.ts'
import { inbox, plainMail, receive, sourceOf, startMailSite, subjects } from './testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from './testing/people.ts'
import type { TestApp } from './testing/test-app.ts'

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'yanshu-cli-'))
const commands = startCliThread()
afterAll(async () => {
  await commands.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(databaseKinds)('the commands on %s', kind => {
  let site: TestApp
  let box: TestMailbox
  let other: TestMailbox
  let programPorts: Record<string, string>
  const inFolder = (name: string) => join(folder, `${kind}-${name}`)

  beforeAll(async () => {
    programPorts = {
      YANSHU_SUBMISSIONS_PORT: String(await freePort()),
      YANSHU_IMAP_PORT: String(await freePort()),
      YANSHU_IMAPS_PORT: String(await freePort()),
      YANSHU_POP3_PORT: String(await freePort()),
      YANSHU_POP3S_PORT: String(await freePort()),
    }
    site = await startMailSite(kind, { environment: programPorts })
    box = await makeMailbox(site, 'box')
    other = await makeMailbox(site, 'other')
  })
  afterAll(() => site.stop())

  const yanshu = (args: string[], environment: Record<string, string> = {}) =>
    commands.run(args, environmentOf(environment))
  const environmentOf = (more: Record<string, string> = {}) => ({
    YANSHU_DATA_DIR: site.place.dataDir,
    YANSHU_DATABASE_URL: site.place.databaseUrl,
    YANSHU_HTTP_PORT: String(site.app.httpPort),
    YANSHU_SMTP_PORT: String(site.app.smtpPort),
    ...more,
  })

  it('take a mailbox out and put it in elsewhere, byte for byte', async () => {
    const mails = [
      plainMail({ subject: '一', text: 'From the start\n>From quoted\n\nFrom again' }),
      plainMail({ subject: '二', text: 'x'.repeat(300_000).replace(/.{70}/g, '$&\n') }),
    ]
    for (const raw of mails) await receive(site, { to: box.address, raw })
    const file = inFolder('out.mbox')
    const written = await yanshu(['export', '--mailbox', box.address, '--format', 'mbox', '--out', file])
    expect(written).toMatchObject({ code: 0, said: expect.stringContaining('2 mails written') })
    expect(
      (await yanshu(['export', '--mailbox', box.address, '--format', 'mbox', '--out', file])).said,
    ).toContain('there already')
    expect(await yanshu(['import', file, '--to', other.address])).toMatchObject({ code: 0 })
    const list = await inbox(site, other.token)
    expect(subjects(list).sort()).toEqual(['一', '二'])
    expect(list.every(mail => mail.read && mail.receivedAt.startsWith('2026-03-02'))).toBe(true)
    for (const raw of mails) {
      const subject = /Subject: (.*)\r/.exec(raw.toString())?.[1]
      const id = list.find(mail => mail.subject === subject)?.id ?? ''
      expect(await sourceOf(site, other.token, id)).toEqual(raw)
    }
    expect(subjects(await inbox(site, other.token, { q: '一' }))).toEqual(['一'])

    const out = inFolder('eml')
    expect((await yanshu(['export', '--mailbox', box.address, '--format', 'eml', '--out', out])).code).toBe(0)
    const names = readdirSync(join(out, 'inbox'))
    expect(names).toHaveLength(2)
    expect(names.every(name => /^[\w.@+-]+\.eml$/.test(name))).toBe(true)
    expect(readFileSync(join(out, 'inbox', names[0] ?? ''), 'utf8')).toContain('Return-Path')
  })

  it('read a folder however deep, and neither what is too large nor what a link points to', async () => {
    const there = inFolder('mails')
    mkdirSync(join(there, 'deep', 'cur'), { recursive: true })
    writeFileSync(join(there, 'a.eml'), plainMail({ subject: 'in a file' }))
    writeFileSync(join(there, 'deep', 'cur', '12.x:2,S'), plainMail({ subject: 'in a maildir' }))
    writeFileSync(join(there, 'notes.txt'), 'not a mail')
    writeFileSync(join(there, 'empty.eml'), '')
    writeFileSync(inFolder('secret.eml'), plainMail({ subject: 'outside' }))
    symlinkSync(inFolder('secret.eml'), join(there, 'link.eml'))
    symlinkSync('..', join(there, 'deep', 'round'))
    const target = await makeMailbox(site, 'target')
    const { code, said } = await yanshu(['import', there, '--to', target.address, '--unread'])
    expect([code, said]).toEqual([2, expect.stringContaining('empty.eml: empty')])
    const list = await inbox(site, target.token)
    expect(subjects(list).sort()).toEqual(['in a file', 'in a maildir'])
    expect(list.some(mail => mail.read)).toBe(false)
  })

  it('tell how they are used, and what is wrong, without a stack', async () => {
    for (const args of [
      [],
      ['nothing'],
      ['backup'],
      ['import', 'x'],
      ['export', '--mailbox', 'a@b'],
      ['backup', 'a', '--wrong'],
    ]) {
      const { code, said } = await yanshu(args)
      expect([code, said]).toEqual([1, expect.stringContaining('yanshu ')])
      expect(said).not.toMatch(/^\s+at /m)
    }
    const nobody = await yanshu(['import', join(folder, 'x'), '--to', 'nobody@yanshu.test'])
    expect(nobody).toMatchObject({ code: 1, said: 'There is no mailbox nobody@yanshu.test.\n' })
    expect((await yanshu(['reset-password', 'nobody'])).said).toBe('there is no account nobody\n')
    const lost = await yanshu(['restore', join(folder, 'none.tar')])
    expect([lost.code, lost.said.includes('cannot be read'), /^\s+at /m.test(lost.said)]).toEqual([
      1,
      true,
      false,
    ])
  })

  it('make a backup from a process of their own, readable by its owner alone', async () => {
    const file = inFolder('backup.tar')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, 'backup', file, '--key-file', inFolder('key')],
      { env: { PATH: process.env.PATH, ...environmentOf() } },
    )
    expect(stdout).toContain('large contents')
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(readFileSync(inFolder('key'), 'utf8').length).toBeGreaterThan(16)
    expect(readdirSync(site.place.dataDir).filter(name => name.startsWith('backup-'))).toEqual([])
  })

  it('look at everything and say what is wrong', async () => {
    const greeter = createServer(socket => socket.end('220 mx.test\r\n'))
    await new Promise<void>(resolve => greeter.listen(0, '127.0.0.1', resolve))
    const { port } = greeter.address() as { port: number }
    const dns = { YANSHU_DNS_SERVERS: '127.0.0.1:9', ...programPorts }
    const well = await yanshu(['doctor', '--outbound', `127.0.0.1:${port}`], dns)
    expect(well.said).toContain(`the database (${kind}) answers`)
    expect(well.said).toContain(`ok    the web answers on port ${site.app.httpPort}`)
    expect(well.said).toContain(`ok    SMTP answers on port ${site.app.smtpPort}`)
    expect(well.said).toContain(
      `ok    submission over TLS answers on port ${programPorts.YANSHU_SUBMISSIONS_PORT}`,
    )
    expect(well.said).toContain(`ok    IMAP answers on port ${programPorts.YANSHU_IMAP_PORT}`)
    expect(well.said).toContain(`ok    IMAP over TLS answers on port ${programPorts.YANSHU_IMAPS_PORT}`)
    expect(well.said).toContain(`ok    POP3 answers on port ${programPorts.YANSHU_POP3_PORT}`)
    expect(well.said).toContain(`ok    POP3 over TLS answers on port ${programPorts.YANSHU_POP3S_PORT}`)
    expect(well.said).toContain('ok    mail can be sent')
    expect([well.code, well.said.includes('FAIL')]).toEqual([0, false])
    const ill = await yanshu(['doctor', '--outbound', '127.0.0.1:9'], {
      ...dns,
      YANSHU_LOCAL_DOMAIN: 'example.org',
      YANSHU_SMTP_PORT: String(port),
      YANSHU_POP3_PORT: String(port),
      YANSHU_TLS_CERT: '/nowhere/cert.pem',
      YANSHU_TLS_KEY: '/nowhere/key.pem',
    })
    greeter.close()
    expect(ill.code).toBe(1)
    expect(ill.said).toContain('/nowhere/cert.pem: there is no such file')
    expect(ill.said).toContain(`something else answers on port ${port}`)
    expect(ill.said).toContain('DNS does not answer')
    expect(ill.said).toContain('your hoster may close port 25')
    expect(ill.said).toContain('or send through a relay')
  })

  it('warn of gateways that cannot reach the site, and of names that are sold and given away', async () => {
    const looked = async (environment: Record<string, string> = {}) =>
      (await yanshu(['doctor', '--offline'], { YANSHU_DNS_SERVERS: '127.0.0.1:9', ...environment })).said
    expect(await looked()).not.toMatch(/buyers can pay|sold in the store/)
    const values = { epayUrl: 'https://pay.example.org/', epayPid: '1000', epayKey: 'sealed' }
    await site.app.db.transaction(async tx => {
      for (const [name, value] of Object.entries(values)) await writeSetting(tx, siteScope, name, value, 1)
      await tx.updateTable('domain').set({ store: 1 }).where('name', '=', 'yanshu.test').execute()
    })
    const said = await looked()
    expect(said).toContain('note  buyers can pay by epay, and its notices of payments cannot reach this site')
    expect(said).toContain('set YANSHU_PUBLIC_URL')
    expect(said).toContain('note  yanshu.test is open for registration and sold in the store')
    expect(await looked({ YANSHU_PUBLIC_URL: 'https://mail.example.org' })).not.toContain('buyers can pay')
    await site.app.db.transaction(async tx => {
      for (const name of Object.keys(values)) await removeSetting(tx, siteScope, name)
      await tx.updateTable('domain').set({ store: 0 }).where('name', '=', 'yanshu.test').execute()
    })
  })

  it('know of the relays that are set, and look at those instead of port 25', async () => {
    const greeter = createServer(socket => socket.end('220 relay.test\r\n'))
    await new Promise<void>(resolve => greeter.listen(0, '127.0.0.1', resolve))
    const { port } = greeter.address() as { port: number }
    const admin = await site.adminToken()
    const relay = { host: '127.0.0.1', port, security: 'none', username: '' }
    const look = async () =>
      (await yanshu(['doctor', '--outbound', '127.0.0.1:9'], { YANSHU_DNS_SERVERS: '127.0.0.1:9' })).said
    await site.ok('setRelay', { body: { ...relay, domain: 'yanshu.test' } }, admin)
    const partly = await look()
    expect(partly).toContain(
      `ok    mail from yanshu.test is sent through the relay 127.0.0.1, which answers on port ${port}`,
    )
    expect(partly).toContain('set a relay for the whole site: only mail from yanshu.test has one')
    await site.ok('setRelay', { body: relay }, admin)
    const wholly = await look()
    expect(wholly).toContain(`ok    mail is sent through the relay 127.0.0.1, which answers on port ${port}`)
    expect(wholly).not.toMatch(/hoster|send through a relay/)
    greeter.close()
    await site.ok('setRelay', { body: { ...relay, port: 9 } }, admin)
    expect(await look()).toContain(
      'note  mail is sent through the relay 127.0.0.1, which cannot be reached on port 9',
    )
    await site.ok('delRelay', { body: {} }, admin)
    await site.ok('delRelay', { body: { domain: 'yanshu.test' } }, admin)
  })
})
