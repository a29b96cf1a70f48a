import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswords } from '../../identity/session/password.ts'
import { minute } from '../../kernel/clock.ts'
import { hit } from '../../ledger/throttle/throttle.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { freePort } from '../../testing/free-port.ts'
import { fileOf, inbox, plainMail, receive, startMailSite, subjects } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { openPop3, type Pop3Client } from './pop3/testing/test-client.ts'

const run = promisify(execFile)
const password = 'a long pass phrase'

/** As Python's own POP3 client does it: everything is fetched, the first is deleted. */
const pythonClient = `
import poplib, ssl, sys
address, password, port = sys.argv[1:]
context = ssl.create_default_context()
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE
box = poplib.POP3_SSL('127.0.0.1', int(port), context=context)
box.user(address)
box.pass_(password)
count, octets = box.stat()
lines = [box.retr(number)[1] for number in range(1, count + 1)]
print(count, octets == sum(sum(len(line) + 2 for line in mail) for mail in lines), len(set(box.uidl()[1])))
sys.stdout.flush()
sys.stdout.buffer.write(b'\\r\\n'.join(lines[-1]) + b'\\r\\n')
box.dele(1)
box.quit()
`

describe.each(databaseKinds)('fetching mail on %s', kind => {
  let site: TestApp
  let plainPort: number
  let tlsPort: number
  let hash: string
  let count = 0
  beforeAll(async () => {
    plainPort = await freePort()
    tlsPort = await freePort()
    hash = await createPasswords().hash(password)
    const environment = { YANSHU_POP3_PORT: String(plainPort), YANSHU_POP3S_PORT: String(tlsPort) }
    site = await startMailSite(kind, { environment })
  })
  afterAll(() => site.stop())

  async function account(mails = 2, ownerId?: string): Promise<TestMailbox> {
    const box = await makeMailbox(site, `phone${++count}`, ownerId)
    await site.app.db.transaction(async tx => {
      await tx.updateTable('mailbox').set({ password_hash: hash }).where('id', '=', box.id).execute()
    })
    for (let number = 1; number <= mails; number++) {
      await receive(site, { to: box.address, raw: plainMail({ subject: `mail ${number}` }) })
    }
    return box
  }

  async function signIn(
    box: TestMailbox,
    secret = password,
  ): Promise<{ client: Pop3Client; answer: string }> {
    const client = await openPop3(tlsPort, { tls: true })
    await client.line()
    await client.say(`USER ${box.address}`)
    return { client, answer: await client.say(`PASS ${secret}`) }
  }
  const source = async (box: TestMailbox, id: string): Promise<string> =>
    (await fileOf(site, box.token, `/api/user/getEmailSource/${id}`)).bytes.toString('latin1')

  it('gives the very bytes of the source, counts them rightly, and marks what was fetched as read', async () => {
    const box = await account(0)
    const dots = plainMail({ subject: 'dots', text: '.\n..\n.a\n中文 \x7f\n' })
    // Above what is kept in the database, so that it comes from the blob store.
    const large = plainMail({ subject: 'large', text: `${'.'.repeat(900)}\n`.repeat(400) })
    for (const raw of [dots, large]) await receive(site, { to: box.address, raw, params: 'BODY=8BITMIME' })
    const { client, answer } = await signIn(box)
    expect(answer).toBe('+OK Maildrop has 2 messages')
    const uids = [...(await client.ask('UIDL')).matchAll(/^\d (\S+)\r$/gm)].map(match => match[1] ?? '')
    const sizes = [...(await client.ask('LIST')).matchAll(/^\d (\d+)\r$/gm)].map(match => Number(match[1]))
    for (const [index, uid] of uids.entries()) {
      const bytes = await client.ask(`RETR ${index + 1}`)
      expect(bytes).toBe(await source(box, uid))
      expect(bytes.length).toBe(sizes[index])
    }
    expect(await client.ask('TOP 1 0')).toMatch(/^Return-Path: [\s\S]*\r\n\r\n$/)
    expect((await inbox(site, box.token)).map(({ id }) => id).reverse()).toEqual(uids)
    await client.say('QUIT')
    expect((await inbox(site, box.token)).every(mail => mail.read)).toBe(true)
    expect((await site.ok('getUnreadEmail', {}, box.token)).total).toBe(0)
    const again = await signIn(box)
    expect(await again.client.say('UIDL 2')).toBe(`+OK 2 ${uids[1]}`)
  })

  it('moves what is deleted to the trash at QUIT and not before', async () => {
    const box = await account()
    const lost = (await signIn(box)).client
    expect(await lost.say('DELE 1')).toMatch(/^\+OK/)
    lost.socket().destroy()
    const { client } = await signIn(box)
    expect(await client.say('DELE 1')).toMatch(/^\+OK/)
    expect(subjects(await inbox(site, box.token))).toEqual(['mail 2', 'mail 1'])
    expect(await client.say('QUIT')).toBe('+OK Bye')
    expect(subjects(await inbox(site, box.token))).toEqual(['mail 2'])
    expect(subjects(await inbox(site, box.token, { folder: 'trash' }))).toEqual(['mail 1'])
    expect((await site.ok('getUnreadEmail', {}, box.token)).total).toBe(1)
  })

  it('serves two at once, each with what was there when it came', async () => {
    const box = await account()
    const [one, two] = [(await signIn(box)).client, (await signIn(box)).client]
    await receive(site, { to: box.address, raw: plainMail({ subject: 'mail 3' }) })
    for (const client of [one, two]) for (const number of [1, 2]) await client.say(`DELE ${number}`)
    const ends = await Promise.all([one.say('QUIT'), two.say('RSET')])
    expect(ends).toEqual(['+OK Bye', '+OK Nothing is marked any more'])
    // In the trash it can still be fetched; deleted there too, it is gone, and deleting it again does no harm.
    expect(await two.ask('RETR 1')).toContain('Subject: mail 1\r\n')
    const [gone] = await inbox(site, box.token, { folder: 'trash' })
    await site.ok('delEmail', { body: { ids: [gone?.id] } }, box.token)
    expect(await two.say('RETR 2')).toBe('-ERR The message is gone')
    for (const number of [1, 2]) await two.say(`DELE ${number}`)
    expect(await two.say('QUIT')).toBe('+OK Bye')
    expect(subjects(await inbox(site, box.token))).toEqual(['mail 3'])
    expect(subjects(await inbox(site, box.token, { folder: 'trash' }))).toEqual(['mail 1'])
  })

  it('shows nobody the mail of another, not even of the same owner', async () => {
    const ann = await makePerson(site, `ann${++count}`)
    const [box, other] = [await account(1, ann.id), await account(2, ann.id)]
    const { client } = await signIn(box)
    expect(await client.say('STAT')).toMatch(/^\+OK 1 /)
    const [theirs] = await inbox(site, other.token)
    expect(await client.ask('UIDL')).not.toContain(theirs?.id)
    expect(await client.say('RETR 2')).toBe('-ERR No such message')
  })

  it('answers the same to unknown, wrong and stopped, and shares one lock with the page', async () => {
    const box = await account(0)
    const stopped = await account(0)
    const admin = await site.adminToken()
    await site.ok('editEmailAccount', { body: { id: stopped.id, status: 'stopped' } }, admin)
    const wrong = '-ERR [AUTH] Address or password is wrong'
    expect((await signIn({ ...box, address: 'nobody@yanshu.test' })).answer).toBe(wrong)
    expect((await signIn(stopped)).answer).toBe(wrong)
    for (let attempt = 0; attempt < 3; attempt++) expect((await signIn(box, 'guess')).answer).toBe(wrong)
    expect((await signIn(box)).answer).toBe('-ERR [SYS/TEMP] Too many attempts, try again later')
    const page = await site.call('loginEmail', { body: { address: box.address, password } })
    expect(page.body.error).toBe(2004)
    site.clock.advance(20 * 60_000)
    expect((await signIn(box)).answer).toMatch(/^\+OK/)
  })

  it('stays open to a program that was signed in before while strangers guess', async () => {
    const [known, unknown] = [await account(0), await account(0)]
    expect((await signIn(known)).answer).toMatch(/^\+OK/)
    await site.app.db.transaction(async tx => {
      await tx.deleteFrom('session').where('mailbox_id', 'in', [known.id, unknown.id]).execute()
      for (const { address } of [known, unknown])
        await hit(tx, `loginEmail:account:${address}`, 15 * minute, site.clock.now(), 12)
    })
    expect((await signIn(known)).answer).toMatch(/^\+OK/)
    expect((await signIn(unknown)).answer).toBe('-ERR [SYS/TEMP] Too many attempts, try again later')
  })

  it.each([
    ['its password changes', { password_hash: 'another' }],
    ['it is stopped', { status: 'stopped' as const }],
    ['it expires', { expires_at: 1 }],
    ['it is deleted', { deleted_at: 1 }],
  ])('ends the sessions of a mailbox when %s', async (_what, change) => {
    const box = await account(1)
    const { client } = await signIn(box)
    await client.say('DELE 1')
    await site.app.db.transaction(async tx => {
      await tx.updateTable('mailbox').set(change).where('id', '=', box.id).execute()
    })
    expect([await client.say('QUIT'), await client.line()]).toEqual([
      '-ERR [AUTH] This session has ended',
      'closed',
    ])
    const { folder } = await site.app.db.query
      .selectFrom('mail')
      .select('folder')
      .where('mailbox_id', '=', box.id)
      .executeTakeFirstOrThrow()
    expect(folder).toBe('inbox')
  })

  it('lets a mailbox have only so many sessions', async () => {
    const box = await account(0)
    for (let session = 0; session < 10; session++) expect((await signIn(box)).answer).toMatch(/^\+OK/)
    const { client, answer } = await signIn(box)
    expect(answer).toBe('-ERR [IN-USE] Too many sessions of this mailbox')
    client.socket().destroy()
  })

  it.skipIf(!existsSync('/usr/bin/python3'))('is understood by Python', async () => {
    const box = await account(2)
    await receive(site, { to: box.address, raw: plainMail({ subject: 'last', text: '.\n..\n雁书' }) })
    const [last] = await inbox(site, box.token)
    const { stdout } = await run(
      '/usr/bin/python3',
      ['-c', pythonClient, box.address, password, String(tlsPort)],
      {
        encoding: 'latin1',
      },
    )
    expect(stdout).toBe(`3 True 3\n${await source(box, last?.id ?? '')}`)
    expect(subjects(await inbox(site, box.token))).toEqual(['last', 'mail 2'])
  })

  it.skipIf(!existsSync('/usr/bin/curl'))(
    'is understood by curl, which goes over to TLS by itself',
    async () => {
      const box = await account(1)
      const [mail] = await inbox(site, box.token)
      const url = `pop3://127.0.0.1:${plainPort}/1`
      const { stdout } = await run(
        '/usr/bin/curl',
        ['-sS', '--ssl-reqd', '-k', '-u', `${box.address}:${password}`, url],
        {
          encoding: 'latin1',
        },
      )
      expect(stdout).toBe(await source(box, mail?.id ?? ''))
    },
  )
})
