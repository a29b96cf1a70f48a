import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, minute } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import { updateMailbox } from '../../mailbox/account/repository.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { deliver, greetedClient, inbox, plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { makeDomain, makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createTraceWriter } from './trace-writer.ts'

describe.each(databaseKinds)('the trace on %s', kind => {
  let site: TestApp
  let admin: string
  let ann: Person
  let bob: Person
  let box: TestMailbox
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    names++
    ann = await makePerson(site, `ann-${names}`)
    bob = await makePerson(site, `bob-${names}`)
    box = await makeMailbox(site, `box${names}`, ann.id)
  })

  const traced = async (token: string, query: Record<string, unknown> = {}) =>
    (await site.ok('getTrace', { query }, token)).list
  /** Refusals are written a moment later. */
  const tracedOnce = (token: string, query: Record<string, unknown>) =>
    eventually('a trace row', async () => {
      const list = await traced(token, query)
      return list.length > 0 && list
    })

  it('shows an accepted mail to its owner and its mailbox, and to nobody else, an admin included', async () => {
    const from = `sender${names}@example.org`
    await receive(site, { from, to: box.address })
    const [mail] = await inbox(site, box.token)
    for (const token of [ann.token, box.token]) {
      expect(await traced(token, { q: from })).toMatchObject([
        {
          client: '127.0.0.1',
          sender: from,
          recipient: box.address,
          verdict: 'accepted',
          reason: '已送达收件箱',
          mailId: mail?.id,
        },
      ])
    }
    const other = await makeMailbox(site, `other${names}`, bob.id)
    for (const token of [bob.token, other.token, admin]) {
      expect(await traced(token, { q: from })).toEqual([])
      expect((await site.call('getTrace', { query: { mailbox: box.id } }, token)).status).toBe(404)
    }
    expect((await site.call('getTrace')).status).toBe(401)
  })

  it.each([
    ['paused', { status: 'paused' as const }, 'deferred', '邮箱已暂停收信', '450 4.2.1'],
    ['stopped', { status: 'stopped' as const }, 'refused', '邮箱已失效或停用', '550 5.2.1'],
    ['full', { quota_bytes: 1 }, 'deferred', '邮箱容量已满', '452 4.2.2'],
  ])('shows the owner of a %s mailbox what was turned away', async (_, columns, verdict, reason, reply) => {
    await site.app.db.transaction(tx => updateMailbox(tx, box.id, columns))
    await deliver(site.app.smtpPort, { to: box.address })
    const [row] = await tracedOnce(ann.token, { mailbox: box.id })
    expect(row).toMatchObject({ recipient: box.address, verdict, reason, mailId: null })
    expect(row?.reply).toContain(reply)
    expect(await traced(bob.token)).toEqual([])
  })

  it('shows an unknown name to the owner of the domain, and a foreign domain to the admin only', async () => {
    await makeDomain(site, `d${names}.test`, { ownerId: ann.id })
    await deliver(site.app.smtpPort, { to: `nobody@d${names}.test` })
    await deliver(site.app.smtpPort, { to: `u${names}@gmail.com` })
    expect(await tracedOnce(ann.token, { verdict: 'refused' })).toMatchObject([
      { recipient: `nobody@d${names}.test`, reason: '没有这个邮箱', reply: '550 5.1.1 No such mailbox here' },
    ])
    expect(await tracedOnce(admin, { q: `u${names}@gmail.com` })).toMatchObject([
      { reason: '不是本站的域名', verdict: 'refused' },
    ])
    expect(await traced(ann.token, { q: 'gmail' })).toEqual([])
    expect(await traced(bob.token)).toEqual([])
  })

  it('tells of loops, forbidden bytes, interruptions and too many recipients', async () => {
    const headers = Array.from({ length: 60 }, (_, at) => `Received: from a${at} by b${at}; now`)
    await deliver(site.app.smtpPort, { to: box.address, raw: plainMail({ headers }) })
    await deliver(site.app.smtpPort, { to: box.address, raw: Buffer.from('Subject: x\r\n\r\na\rb\r\n') })
    const client = await greetedClient(site.app.smtpPort)
    await client.say('MAIL FROM:<a@example.org>')
    await client.say(`RCPT TO:<${box.address}>`)
    await client.say('DATA')
    client.write('Subject: never')
    client.socket().destroy()
    const reasons = await eventually('three rows', async () => {
      const list = await traced(ann.token, { mailbox: box.id })
      return list.length === 3 && list.map(row => row.reason)
    })
    expect(new Set(reasons)).toEqual(new Set(['邮件在循环转发', '邮件格式不合规范', '对方中途断开']))

    const many = await greetedClient(site.app.smtpPort)
    await many.say('MAIL FROM:<a@example.org>')
    let answer = ''
    for (let at = 0; at <= 100; at++) answer = await many.say(`RCPT TO:<${`box${names}+${at}@yanshu.test`}>`)
    expect(answer).toMatch(/^452 4\.5\.3 /)
    many.socket().destroy()
    expect(await tracedOnce(admin, { q: `box${names}+100@` })).toMatchObject([
      { verdict: 'deferred', reason: '收件人太多' },
    ])
  })

  it('is found by sender and recipient, pages, and forgets after its days', async () => {
    for (let at = 0; at < 5; at++) await receive(site, { from: `s${at}@x${names}.example`, to: box.address })
    const first = await site.ok('getTrace', { query: { mailbox: box.id, page: 1, pageSize: 2 } }, ann.token)
    const last = await site.ok('getTrace', { query: { mailbox: box.id, page: 3, pageSize: 2 } }, ann.token)
    expect([first.total, first.list.map(row => row.sender), last.list.map(row => row.sender)]).toEqual([
      5,
      [`s4@x${names}.example`, `s3@x${names}.example`],
      [`s0@x${names}.example`],
    ])
    expect(await traced(ann.token, { q: `S2@X${names}` })).toHaveLength(1)
    expect(await traced(ann.token, { q: '%' })).toEqual([])
    site.clock.advance(8 * day)
    await site.app.runJobs()
    for (const token of [admin, ann.token]) expect(await traced(token)).toEqual([])
  })

  it('shows an admin the own mailboxes and what was meant for none that is there, in one order', async () => {
    const boss = await makePerson(site, `boss-${names}`, { role: 'admin' })
    const own = await makeMailbox(site, `of-boss${names}`, boss.id)
    const sender = (at: number) => `s${at}@boss${names}.example`
    for (let at = 0; at < 6; at++) {
      const stray = at % 2 === 1
      const to = stray ? `u${at}@gmail.com` : own.address
      if (stray) await deliver(site.app.smtpPort, { from: sender(at), to })
      else await receive(site, { from: sender(at), to })
      await tracedOnce(boss.token, { q: sender(at) })
      site.clock.advance(1)
    }
    await receive(site, { from: sender(9), to: box.address })
    const pages = await Promise.all(
      [1, 2, 3, 4].map(page =>
        site.ok('getTrace', { query: { q: `boss${names}.example`, page, pageSize: 2 } }, boss.token),
      ),
    )
    expect(pages.map(({ total }) => total)).toEqual([6, 6, 6, 6])
    expect(pages.map(({ list }) => list.map(row => row.sender))).toEqual([
      [sender(5), sender(4)],
      [sender(3), sender(2)],
      [sender(1), sender(0)],
      [],
    ])
    expect(await traced(boss.token, { mailbox: own.id })).toHaveLength(3)
  })

  it('notes so many refusals of one client, then only counts them, and notes others as ever', async () => {
    const { db } = site.app
    const lines: string[] = []
    const log = createLog('warn', { write: line => void lines.push(line) })
    const writer = createTraceWriter({ db, clock: site.clock, log })
    const refuse = (client: string, sender: string, mailboxId: string | null = box.id) =>
      writer.note({
        ...{ client, sender, recipient: 'x', mailboxId, ownerId: ann.id },
        ...{ verdict: 'refused', reason: 'unknownMailbox', reply: '550' },
      })
    const total = async (q: string) => (await site.ok('getTrace', { query: { q } }, ann.token)).total
    for (let at = 0; at < 1500; at++) refuse(`2001:db8::${at % 7}`, `many${at}@${names}.example`)
    refuse('192.0.2.1', `other@${names}.example`)
    // A client that tries one address must not hide the results of mail for another.
    refuse('2001:db8::1', `elsewhere@${names}.example`, null)
    await writer.flush()
    expect([await total(`${names}.example`), await total(`other@${names}.example`)]).toEqual([1002, 1])
    expect(await total(`elsewhere@${names}.example`)).toBe(1)
    expect(lines.join('')).toContain('2001:db8::')
    const counted = await db.query
      .selectFrom('tally_entry')
      .select(eb => eb.fn.sum<number>('times').as('times'))
      .where('mailbox_id', '=', box.id)
      .executeTakeFirst()
    expect(Number(counted?.times)).toBe(1501)
    site.clock.advance(minute)
    for (let at = 0; at < 50; at++) refuse('2001:db8::1', `later@${names}.example`)
    await writer.stop()
    expect(await total(`later@${names}.example`)).toBe(10)
  })

  it('gives way to newer entries when more come than can be written', async () => {
    const { db } = site.app
    const log = createLog('silent', { write: () => undefined })
    const writer = createTraceWriter({ db, clock: site.clock, log })
    const entry = { mailboxId: null, ownerId: null, reply: '550' }
    for (let at = 0; at < 5010; at++) {
      writer.note({
        ...entry,
        client: `203.0.113.${at % 100}`,
        sender: `f${at}@flood.example`,
        recipient: 'x',
        verdict: 'refused',
        reason: 'notOurs',
      })
    }
    await writer.stop()
    expect((await site.ok('getTrace', { query: { q: 'flood.example' } }, admin)).total).toBe(5000)
    expect(await traced(admin, { q: 'f5009@flood' })).toHaveLength(1)
    expect(await traced(admin, { q: 'f9@flood' })).toEqual([])
  })
})
