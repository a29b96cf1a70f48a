import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unlimited } from '../../identity/access.ts'
import { hour } from '../../kernel/clock.ts'
import { updateMailbox } from '../../mailbox/account/repository.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import {
  deliver,
  deliverOn,
  greetedClient,
  inbox,
  plainMail,
  receive,
  startMailSite,
  subjects,
} from '../../testing/mail-site.ts'
import { makeDomain, makeMailbox, makePerson, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('receiving mail on %s', kind => {
  let site: TestApp
  let box: TestMailbox
  let name: string
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    name = `box${++names}`
    box = await makeMailbox(site, name)
  })

  const change = (columns: Parameters<typeof updateMailbox>[2]) =>
    site.app.db.transaction(tx => updateMailbox(tx, box.id, columns))
  /** The answer to RCPT; no mail comes. */
  async function rcpt(to: string, params = ''): Promise<string> {
    const client = await greetedClient(site.app.smtpPort)
    expect(await client.say(`MAIL FROM:<sender@example.org>${params && ` ${params}`}`)).toMatch(/^250/)
    const answer = await client.say(`RCPT TO:<${to}>`)
    client.socket().destroy()
    return answer
  }
  const setDomain = (id: string, columns: { catch_all?: 0 | 1; subdomains?: 0 | 1 }) =>
    site.app.db.transaction(async tx => {
      await tx.updateTable('domain').set(columns).where('id', '=', id).execute()
    })

  it('shows an accepted mail in the inbox, with its code and link', async () => {
    const text = '您的验证码是 493817，10 分钟内有效。\n\n确认邮箱：https://example.org/verify?t=abc123'
    const raw = plainMail({ subject: '登录验证码', text, to: box.address })
    const { data } = await deliver(site.app.smtpPort, { to: box.address, raw })
    expect(data).toMatch(/^250 2\.0\.0 /)
    await site.app.settled()
    expect(await inbox(site, box.token)).toMatchObject([
      {
        mailboxId: box.id,
        address: box.address,
        from: { name: 'Sender', address: 'sender@example.org' },
        to: [{ name: '', address: box.address }],
        subject: '登录验证码',
        code: '493817',
        read: false,
        starred: false,
        folder: 'inbox',
        labels: [],
        attachmentCount: 0,
        size: raw.length,
      },
    ])
  })

  it('refuses a name that is not there with 550 5.1.1', async () => {
    expect(await rcpt('nobody@yanshu.test')).toMatch(/^550 5\.1\.1 /)
  })

  it('refuses a domain that is not ours with 550 5.7.1', async () => {
    expect(await rcpt('someone@gmail.com')).toMatch(/^550 5\.7\.1 /)
  })

  it('puts off mail for a paused mailbox with 450 4.2.1', async () => {
    await change({ status: 'paused' })
    expect(await rcpt(box.address)).toMatch(/^450 4\.2\.1 /)
  })

  it('refuses a stopped and an expired mailbox with 550 5.2.1', async () => {
    await change({ status: 'stopped' })
    expect(await rcpt(box.address)).toMatch(/^550 5\.2\.1 /)
    await change({ status: 'active', expires_at: site.clock.now() - 1 })
    expect(await rcpt(box.address)).toMatch(/^550 5\.2\.1 /)
    await change({ expires_at: site.clock.now() + hour })
    expect(await rcpt(box.address)).toMatch(/^250 /)
  })

  it('puts off mail for a full mailbox with 452 4.2.2, and takes mail again when there is room', async () => {
    await change({ quota_bytes: 2000 })
    await receive(site, { to: box.address, raw: plainMail({ text: 'x'.repeat(700) }) })
    expect(await rcpt(box.address, 'SIZE=1500')).toMatch(/^452 4\.2\.2 /)
    expect(await rcpt(box.address, 'SIZE=100')).toMatch(/^250 /)
    const ids = (await inbox(site, box.token)).map(mail => mail.id)
    await site.ok('delEmail', { body: { ids } }, box.token)
    expect(await rcpt(box.address, 'SIZE=1500')).toMatch(/^452 4\.2\.2 /)
    await site.ok('emptyTrash', { body: {} }, box.token)
    expect(await rcpt(box.address, 'SIZE=1500')).toMatch(/^250 /)
  })

  it('does not let a mail without an announced size burst the quota', async () => {
    await change({ quota_bytes: 10_000 })
    const { data } = await deliver(site.app.smtpPort, {
      to: box.address,
      raw: plainMail({ text: 'x'.repeat(20_000) }),
    })
    expect(data).toMatch(/^452 4\.2\.2 /)
    await site.app.settled()
    expect(await inbox(site, box.token)).toEqual([])
  })

  it('holds the quota in a burst, whoever is first', async () => {
    await change({ quota_bytes: 100_000 })
    const raw = plainMail({ text: 'x'.repeat(30_000) })
    const sent = Array.from({ length: 12 }, () => deliver(site.app.smtpPort, { to: box.address, raw }))
    const answers = (await Promise.all(sent)).map(({ data, rcpt }) => (data || rcpt[0] || '').slice(0, 3))
    await site.app.settled()
    const accepted = answers.filter(answer => answer === '250').length
    expect(accepted).toBeGreaterThan(0)
    expect(accepted).toBeLessThanOrEqual(3)
    expect(answers.filter(answer => answer === '452')).toHaveLength(12 - accepted)
    expect(await inbox(site, box.token)).toHaveLength(accepted)
    await change({ quota_bytes: 10_000_000 })
    expect((await deliver(site.app.smtpPort, { to: box.address, raw })).data).toMatch(/^250 /)
  })

  it('takes no more mails than a mailbox was made for, nor any after its code', async () => {
    await change({ kind: 'temporary', end_after_mails: 2 })
    const sent = Array.from({ length: 6 }, () => deliver(site.app.smtpPort, { to: box.address }))
    const answers = (await Promise.all(sent)).map(({ data, rcpt }) => (data || rcpt[0] || '').slice(0, 9))
    expect(answers.sort()).toEqual([...Array(2).fill('250 2.0.0'), ...Array(4).fill('550 5.2.1')])
    await site.app.settled()
    expect(await inbox(site, box.token)).toHaveLength(2)
    const coded = await makeMailbox(site, `coded-${name}`)
    await site.app.db.transaction(tx => updateMailbox(tx, coded.id, { kind: 'temporary', end_after_code: 1 }))
    await receive(site, { to: coded.address })
    await receive(site, { to: coded.address, raw: plainMail({ text: '您的验证码是 493817' }) })
    expect(await rcpt(coded.address)).toMatch(/^550 5\.2\.1 /)
    expect(await inbox(site, coded.token)).toHaveLength(2)
  })

  it('refuses a sender that was blocked since it was let in, and says so in the trace of the mailbox', async () => {
    const admin = await site.adminToken()
    const from = `late@blocked-${name}.example`
    const client = await greetedClient(site.app.smtpPort)
    await client.say(`MAIL FROM:<${from}>`)
    await client.say(`RCPT TO:<${box.address}>`)
    await site.ok('addBlock', { body: { kind: 'sender', patterns: [`blocked-${name}.example`] } }, admin)
    await client.say('DATA')
    client.write(plainMail())
    expect(await client.say('.')).toMatch(/^554 5\.7\.1 /)
    client.socket().destroy()
    const told = await eventually('the trace', async () => {
      const { list } = await site.ok('getTrace', {}, box.token)
      return list.length > 0 && list
    })
    expect(told).toMatchObject([{ sender: from, verdict: 'refused', reason: '发件方在本站的拦截名单上' }])
  })

  it('tells in the trace when the client had its answer, in that order', async () => {
    const client = await greetedClient(site.app.smtpPort)
    await deliverOn(client, { to: box.address })
    await change({ status: 'paused' })
    await deliverOn(client, { to: box.address })
    client.socket().destroy()
    await site.app.settled()
    const list = await eventually('both', async () => {
      const rows = (await site.ok('getTrace', {}, box.token)).list
      return rows.length === 2 && rows
    })
    const times = list.map(row => Date.parse(row.at))
    expect(times[0]).toBeGreaterThanOrEqual(times[1] ?? Number.POSITIVE_INFINITY)
    expect(list.map(row => row.verdict)).toEqual(['deferred', 'accepted'])
  })

  it('puts off mail for all mailboxes of an account whose storage is used up', async () => {
    const owner = await makePerson(site, `small-${name}`, {
      role: 'user',
      limits: { ...unlimited, storageMb: 1 },
    })
    const first = await makeMailbox(site, `${name}a`, owner.id)
    const second = await makeMailbox(site, `${name}b`, owner.id)
    const text = 'x'.repeat(900).concat('\n').repeat(700)
    await receive(site, { to: first.address, raw: plainMail({ text }) })
    // The use of an account is read at most every few seconds.
    site.clock.advance(6000)
    expect(await rcpt(second.address, 'SIZE=500000')).toMatch(/^452 4\.2\.2 /)
    expect(await rcpt(second.address, 'SIZE=100000')).toMatch(/^250 /)
    expect((await deliver(site.app.smtpPort, { to: second.address, raw: plainMail({ text }) })).data).toMatch(
      /^452 4\.2\.2 /,
    )
  })

  it('counts mailboxes that catch-all would make into the storage of the domain’s owner', async () => {
    const owner = await makePerson(site, `catch-${name}`, {
      role: 'user',
      limits: { ...unlimited, storageMb: 0 },
    })
    const id = await makeDomain(site, `${name}.catch.test`, { ownerId: owner.id })
    await setDomain(id, { catch_all: 1 })
    expect(await rcpt(`anyone@${name}.catch.test`)).toMatch(/^452 4\.2\.2 /)
  })

  it('makes a mailbox for any name on a catch-all domain, for the owner of the domain', async () => {
    const owner = await makePerson(site, `owner-${name}`)
    const id = await makeDomain(site, `${name}.all.test`, { ownerId: owner.id })
    expect(await rcpt(`anyone@${name}.all.test`)).toMatch(/^550 5\.1\.1 /)
    await setDomain(id, { catch_all: 1 })
    await receive(site, { to: `anyone@${name}.all.test`, raw: plainMail({ subject: 'first' }) })
    await receive(site, { to: `Anyone+tag@${name}.all.test`, raw: plainMail({ subject: 'second' }) })
    const mails = await inbox(site, owner.token)
    expect(mails.map(mail => [mail.subject, mail.address])).toEqual([
      ['second', `anyone@${name}.all.test`],
      ['first', `anyone@${name}.all.test`],
    ])
    for (const bad of ['"two words"', '用户', '"a@b"', '.']) {
      expect(await rcpt(`${bad}@${name}.all.test`, 'SMTPUTF8'), bad).toMatch(/^5\d\d /)
    }
  })

  it('makes one mailbox when several mails for a new catch-all name come at once', async () => {
    const owner = await makePerson(site, `many-${name}`)
    const id = await makeDomain(site, `${name}.many.test`, { ownerId: owner.id })
    await setDomain(id, { catch_all: 1 })
    const to = `new@${name}.many.test`
    await Promise.all(Array.from({ length: 12 }, () => receive(site, { to })))
    const { list } = await site.ok('emailList', {}, owner.token)
    expect(list).toMatchObject([{ address: to, unread: 12 }])
  })

  it('always has a postmaster and an abuse address, with and without a domain', async () => {
    const owner = await makePerson(site, `post-${name}`)
    await makeDomain(site, `${name}.post.test`, { ownerId: owner.id })
    await receive(site, { to: `POSTMASTER@${name}.post.test`, raw: plainMail({ subject: 'to postmaster' }) })
    await receive(site, { to: `abuse@${name}.post.test`, raw: plainMail({ subject: 'to abuse' }) })
    expect(subjects(await inbox(site, owner.token))).toEqual(['to abuse', 'to postmaster'])
    // The domain of nobody's is the first admin's affair.
    await receive(site, { to: 'Postmaster', raw: plainMail({ subject: `bare ${name}` }) })
    const [newest] = await inbox(site, await site.adminToken())
    expect(newest).toMatchObject({ subject: `bare ${name}`, address: 'postmaster@yanshu.test' })
  })

  it('takes subdomain addresses only where the domain says so', async () => {
    const owner = await makePerson(site, `sub-${name}`)
    const domain = `${name}.sub.test`
    const id = await makeDomain(site, domain, { ownerId: owner.id })
    const user = await makeMailbox(site, 'user', owner.id, domain)
    expect(await rcpt(`user@deep.er.${domain}`)).toMatch(/^550 5\.7\.1 /)
    await setDomain(id, { subdomains: 1 })
    await receive(site, { to: `user@deep.er.${domain}` })
    expect(await inbox(site, user.token)).toMatchObject([{ address: `user@${domain}` }])
    expect(await rcpt(`user@not${domain}`)).toMatch(/^550 5\.7\.1 /)
  })

  it('drops tags and ignores case, and puts one copy into a mailbox named in several ways', async () => {
    const to = [`${name.toUpperCase()}@YANSHU.test`, `${name}+shop@yanshu.test`, `${name}+a+b@Yanshu.Test`]
    await receive(site, { to, raw: plainMail({ subject: 'once' }) })
    expect(subjects(await inbox(site, box.token))).toEqual(['once'])
    expect(await rcpt(`b.o.x${names}@yanshu.test`)).toMatch(/^550 5\.1\.1 /)
  })

  it('accepts the null sender', async () => {
    await receive(site, { from: '', to: box.address, raw: plainMail({ subject: 'bounce' }) })
    const [mail] = await inbox(site, box.token)
    expect(mail?.subject).toBe('bounce')
    const source = await site.fetch(`/api/user/getEmailSource/${mail?.id}`, {
      headers: { authorization: `Bearer ${box.token}` },
    })
    expect(source.text).toMatch(/^Return-Path: <>\r\nReceived: from client\.test \(\[127\.0\.0\.1\]\)\r\n/)
  })

  it('turns a mail with too many Received headers away with 554 5.4.6', async () => {
    const hops = (count: number) =>
      plainMail({ headers: Array.from({ length: count }, (_, at) => `Received: from a${at} by b${at}; now`) })
    expect((await deliver(site.app.smtpPort, { to: box.address, raw: hops(51) })).data).toMatch(
      /^554 5\.4\.6 /,
    )
    expect((await deliver(site.app.smtpPort, { to: box.address, raw: hops(30) })).data).toMatch(/^250 /)
  })

  it('does not count Received lines in the text as hops', async () => {
    const text = 'Received: from a by b\n'.repeat(80)
    expect((await deliver(site.app.smtpPort, { to: box.address, raw: plainMail({ text }) })).data).toMatch(
      /^250 /,
    )
  })

  it('stores nothing when the client goes away in the middle of the message', async () => {
    const client = await greetedClient(site.app.smtpPort)
    await client.say('MAIL FROM:<a@example.org>')
    await client.say(`RCPT TO:<${box.address}>`)
    await client.say('DATA')
    client.write(plainMail({ text: 'x'.repeat(5000) }))
    client.socket().destroy()
    await receive(site, { to: box.address, raw: plainMail({ subject: 'after' }) })
    expect(subjects(await inbox(site, box.token))).toEqual(['after'])
  })

  it('forgets the recipients of a transaction that was reset', async () => {
    const other = await makeMailbox(site, `${name}other`)
    const client = await greetedClient(site.app.smtpPort)
    await client.say('MAIL FROM:<a@example.org>')
    await client.say(`RCPT TO:<${other.address}>`)
    expect(await client.say('MAIL FROM:<b@example.org>')).toMatch(/^503 /)
    await client.say('RSET')
    expect((await deliverOn(client, { to: box.address })).data).toMatch(/^250 /)
    await client.say('MAIL FROM:<a@example.org>')
    await client.say(`RCPT TO:<${other.address}>`)
    await client.say('EHLO again.test')
    expect((await deliverOn(client, { to: box.address })).data).toMatch(/^250 /)
    client.socket().destroy()
    await site.app.settled()
    expect(await inbox(site, box.token)).toHaveLength(2)
    expect(await inbox(site, other.token)).toEqual([])
  })
})
