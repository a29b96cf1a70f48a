import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswords } from '../../identity/session/password.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { freePort } from '../../testing/free-port.ts'
import { fileOf, inbox, plainMail, receive, startMailSite, subjects } from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { type ImapClient, openImap } from './testing/test-client.ts'

const run = promisify(execFile)
const password = 'a long pass phrase'

/** As Python's own IMAP client does it. */
const pythonClient = `
import imaplib, ssl, sys, time
address, password, port = sys.argv[1:]
context = ssl.create_default_context()
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE
box = imaplib.IMAP4('127.0.0.1', int(port))
box.starttls(context)
box.login(address, password)
print(*box.create('Kept')[0:1])
print(box.append('Kept', '(\\\\Seen)', imaplib.Time2Internaldate(time.time()), b'Subject: saved\\r\\n\\r\\nwords\\r\\n')[0])
print(box.select('INBOX')[1][0].decode())
print(box.search(None, 'SUBJECT', 'mail 2')[1][0].decode())
print(box.uid('STORE', '1', '+FLAGS', '(\\\\Flagged)')[0])
print(box.copy('1', 'Kept')[0])
print(box.fetch('1', '(FLAGS)')[1][0].decode())
print(box.store('2', '+FLAGS', '\\\\Deleted')[0], box.expunge()[1])
print(box.select('Kept')[1][0].decode())
sys.stdout.flush()
sys.stdout.buffer.write(box.fetch('1', '(BODY.PEEK[])')[1][0][1])
box.logout()
`

describe.each(databaseKinds)('programs of others that read mail on %s', kind => {
  let site: TestApp
  let plainPort: number
  let tlsPort: number
  let hash: string
  let folder: string
  let count = 0
  beforeAll(async () => {
    plainPort = await freePort()
    tlsPort = await freePort()
    hash = await createPasswords().hash(password)
    folder = mkdtempSync(join(tmpdir(), 'yanshu-imap-'))
    const environment = { YANSHU_IMAP_PORT: String(plainPort), YANSHU_IMAPS_PORT: String(tlsPort) }
    site = await startMailSite(kind, { environment })
  })
  afterAll(async () => {
    await site?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function account(mails = 2): Promise<TestMailbox> {
    const box = await makeMailbox(site, `reader${++count}`)
    await site.app.db.transaction(async tx => {
      await tx.updateTable('mailbox').set({ password_hash: hash }).where('id', '=', box.id).execute()
    })
    for (let number = 1; number <= mails; number++)
      await receive(site, { to: box.address, raw: plainMail({ subject: `mail ${number}` }) })
    return box
  }

  async function signedIn(box: TestMailbox, secret = password): Promise<ImapClient> {
    const client = await openImap(tlsPort, { tls: true })
    await client.line()
    expect(await client.say(`LOGIN ${box.address} "${secret}"`)).toMatch(/^OK/)
    return client
  }
  const source = async (box: TestMailbox, id: string): Promise<string> =>
    (await fileOf(site, box.token, `/api/user/getEmailSource/${id}`)).bytes.toString('latin1')

  it('hear in IDLE of a mail within a second, and of what the page does', async () => {
    const box = await account(0)
    const client = await signedIn(box)
    await client.say('SELECT INBOX')
    client.write('i IDLE\r\n')
    await client.line()
    await receive(site, { to: box.address, raw: plainMail({ subject: 'news' }) })
    const before = performance.now()
    expect(await client.line()).toBe('* 1 EXISTS')
    expect(performance.now() - before).toBeLessThan(1000)
    const [mail] = await inbox(site, box.token)
    await site.ok('setReadEmail', { body: { ids: [mail?.id ?? ''], read: true } }, box.token)
    expect(await client.line()).toMatch(/^\* 1 FETCH \(UID 1 FLAGS \(\\Seen\)/)
    client.write('DONE\r\n')
    await client.until(/^i OK/)
    const fetched = await client.ask('FETCH 1 BODY.PEEK[]')
    expect(fetched.lines[0]).toContain(await source(box, mail?.id ?? ''))
  })

  it('leave at once when their app password ends, in IDLE too', async () => {
    const box = await account(0)
    const made = await site.ok('createAppPassword', { body: { id: box.id, name: 'phone' } }, box.token)
    const [idle, own] = [await signedIn(box, made.password), await signedIn(box)]
    idle.write('i IDLE\r\n')
    await idle.line()
    await site.ok('delAppPassword', { body: { id: made.id } }, box.token)
    expect(await idle.line()).toBe('* BYE This session has ended')
    expect(await own.say('NOOP')).toBe('OK Done')
  })

  it.skipIf(!existsSync('/usr/bin/python3'))('Python', async () => {
    const box = await account(2)
    const { stdout } = await run(
      '/usr/bin/python3',
      ['-c', pythonClient, box.address, password, String(plainPort)],
      { encoding: 'latin1' },
    )
    expect(stdout.split('\r\n')[0]?.split('\n')).toEqual([
      ...['OK', 'OK', '2', '2', 'OK', 'OK'],
      '1 (FLAGS (\\Flagged))',
      "OK [b'2']",
      '2',
      'Subject: saved',
    ])
    expect(subjects(await inbox(site, box.token))).toEqual(['mail 1'])
  })

  it.skipIf(!existsSync('/usr/bin/curl'))('curl', async () => {
    const box = await account(1)
    const [mail] = await inbox(site, box.token)
    const { stdout } = await run(
      '/usr/bin/curl',
      ['-sS', '-k', '-u', `${box.address}:${password}`, `imaps://127.0.0.1:${tlsPort}/INBOX;UID=1`],
      { encoding: 'latin1' },
    )
    expect(stdout).toBe(await source(box, mail?.id ?? ''))
  })

  describe.skipIf(!existsSync('/usr/bin/mbsync'))('mbsync', () => {
    const certificate = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect({ port: tlsPort, host: '127.0.0.1', rejectUnauthorized: false }, () => {
          const raw = socket.getPeerCertificate().raw.toString('base64')
          socket.destroy()
          resolve(
            `-----BEGIN CERTIFICATE-----\n${raw.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
          )
        })
        socket.once('error', reject)
      })

    async function prepared(box: TestMailbox) {
      const home = mkdtempSync(join(folder, 'sync-'))
      const mail = join(home, 'mail')
      mkdirSync(mail)
      writeFileSync(join(home, 'cert.pem'), await certificate())
      writeFileSync(
        join(home, 'mbsyncrc'),
        [
          ...['IMAPAccount site', 'Host 127.0.0.1', `Port ${tlsPort}`, `User ${box.address}`],
          ...[`Pass "${password}"`, 'SSLType IMAPS', `CertificateFile ${join(home, 'cert.pem')}`, ''],
          ...['IMAPStore far', 'Account site', ''],
          ...['MaildirStore near', `Path ${mail}/`, `Inbox ${mail}/INBOX`, 'SubFolders Verbatim', ''],
          ...['Channel all', 'Far :far:', 'Near :near:', 'Patterns *', 'Create Both', 'Remove Both'],
          ...['Expunge Both', 'SyncState *', ''],
        ].join('\n'),
      )
      const sync = () => run('/usr/bin/mbsync', ['-c', join(home, 'mbsyncrc'), 'all'])
      const files = (name: string) =>
        ['cur', 'new'].flatMap(part =>
          readdirSync(join(mail, name, part)).map(file => join(mail, name, part, file)),
        )
      return { mail, sync, files }
    }

    it('synchronises both ways, twice without doubles, with flags and folders', async () => {
      const box = await account(0)
      const client = await signedIn(box)
      for (let at = 0; at < 300; at++) {
        const raw = `Message-ID: <${at}@a.test>\r\nSubject: number ${at}\r\n\r\n${'line\r\n'.repeat(at % 50)}`
        client.write(`x APPEND INBOX {${raw.length}+}\r\n${raw}\r\n`)
        expect(await client.line()).toMatch(/^x OK \[APPENDUID/)
      }
      const { mail, sync, files } = await prepared(box)
      await sync()
      expect(files('INBOX')).toHaveLength(300)
      const [first = '', second = '', ...rest] = files('INBOX')
      // Read here, deleted here, written here; and flagged there.
      await run('/bin/mv', [second, `${second.replace('/new/', '/cur/').replace(/:2,.*$/, '')}:2,S`])
      rmSync(first)
      mkdirSync(join(mail, 'Own', 'cur'), { recursive: true })
      for (const part of ['new', 'tmp']) mkdirSync(join(mail, 'Own', part))
      writeFileSync(join(mail, 'Own', 'new', '1.here'), 'Subject: written here\n\nwords\n')
      await client.say('SELECT INBOX')
      const told = await client.ask('UID SEARCH SUBJECT "number 250"')
      const uid = told.lines[0]?.split(' ').at(-1)
      await client.say(`UID STORE ${uid} +FLAGS (\\Flagged)`)
      await sync()
      await sync()
      const state = await client.ask('STATUS INBOX (MESSAGES UNSEEN)')
      expect(state.lines).toContain('* STATUS INBOX (MESSAGES 299 UNSEEN 298)')
      expect((await client.ask('STATUS Own (MESSAGES)')).lines).toContain('* STATUS Own (MESSAGES 1)')
      expect(files('INBOX')).toHaveLength(299)
      const flagged = files('INBOX').filter(file => /:2,[A-Z]*F/.test(file))
      expect(flagged.map(file => readFileSync(file, 'utf8').includes('number 250'))).toEqual([true])
      expect(rest).toHaveLength(298)
    })
  })
})
