import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, isoTime } from '../../kernel/clock.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { type DnsServer, startDnsServer } from '../../testing/dns-server.ts'
import { eventually } from '../../testing/eventually.ts'
import { inbox, plainMail, receive, subjects } from '../../testing/mail-site.ts'
import {
  makeSender,
  type OutboundSite,
  type Sender,
  send,
  startOutboundSite,
} from '../../testing/outbound-site.ts'
import { makeMailbox } from '../../testing/people.ts'

const off = { enabled: false, from: null, until: null, subject: '', text: '' }
const away = { ...off, enabled: true, text: '我在休假，下周一回来。' }

describe.each(databaseKinds)('a mailbox that answers by itself, on %s', kind => {
  let out: OutboundSite
  let dns: DnsServer
  let ann: Sender
  let count = 0
  beforeAll(async () => {
    dns = await startDnsServer({
      zones: { test: ['forged TXT "v=spf1 -all"', '_dmarc.forged TXT "v=DMARC1; p=none"'] },
    })
    out = await startOutboundSite(kind, {}, { environment: { YANSHU_DNS_SERVERS: dns.address } })
  })
  afterAll(async () => {
    await out.stop()
    await dns.stop()
  })
  beforeEach(async () => {
    ann = await makeSender(out.site, `ann${++count}`)
  })

  const set = (change: object, { person, box } = ann) =>
    out.site.call('setAutoReply', { body: { mailbox: box.id, ...away, ...change } }, person.token)
  const settle = async () => {
    await out.site.app.deliverDue()
    await out.site.app.settled()
  }
  const stranger = (name = 'bob') => `${name}@d${count}.test`
  /** Sends a mail from outside and waits for its consequences. */
  async function come(
    from = stranger(),
    more: { subject?: string; headers?: string[]; author?: string } = {},
  ) {
    const { author = from, ...rest } = more
    const raw = plainMail({ from: author, to: ann.box.address, ...rest })
    await receive(out.site, { from, to: ann.box.address, raw })
    await settle()
    return raw
  }
  /** Returns the result of the sender check of a mail. */
  async function dmarcOf(subject: string): Promise<string | undefined> {
    const { token } = ann.person
    const rows = [...(await inbox(out.site, token)), ...(await inbox(out.site, token, { folder: 'spam' }))]
    const id = rows.find(row => row.subject === subject)?.id ?? ''
    return (await out.site.ok('getEmail', { params: { id } }, token)).mail.auth.dmarc.result
  }
  const answers = (to = stranger()) => out.far.messages.filter(({ recipients }) => recipients.includes(to))

  it('answers from itself to the sender, signed, returned to nobody, and says what it is', async () => {
    expect((await set({})).body.autoReply).toEqual(away)
    const raw = await come(stranger(), { subject: '合同', headers: ['References: <earlier@far.test>'] })
    const [answer] = answers()
    expect(answer?.from).toBe('')
    const mail = parseMail(answer?.data ?? Buffer.alloc(0))
    expect(mail).toMatchObject({
      from: { address: ann.box.address },
      to: [{ address: stranger() }],
      subject: '自动回复：合同',
      autoSubmitted: true,
      inReplyTo: parseMail(raw).messageId,
      references: ['<earlier@far.test>', parseMail(raw).messageId],
    })
    expect(mail.text).toContain('我在休假，下周一回来。')
    const text = answer?.data.toString() ?? ''
    expect(text).toMatch(/^Auto-Submitted: auto-replied\r$/m)
    expect(text).toMatch(/^DKIM-Signature:/m)
    expect(subjects(await inbox(out.site, ann.person.token))).toEqual(['合同'])
    // Nobody wrote the answer, so it is not among the sent mail.
    expect((await out.site.ok('getSentEmail', {}, ann.person.token)).list).toEqual([])
  })

  it('answers the same person once in seven days, however many mails come at once', async () => {
    await set({ subject: '不在' })
    const many = Array.from({ length: 12 }, (_, index) =>
      receive(out.site, {
        // Each mail has another return path, as many systems send.
        from: index % 2 ? stranger() : `bounce-${index}@d${count}.test`,
        to: ann.box.address,
        raw: plainMail({ from: `Bob <${stranger()}>`, to: ann.box.address }),
      }),
    )
    await Promise.all(many)
    await settle()
    const given = () =>
      out.far.messages.filter(({ data }) => data.includes(`From: ${ann.box.address}`)).length
    expect(given()).toBe(1)
    out.site.clock.advance(7 * day - hour)
    await come()
    expect(given()).toBe(1)
    await come(stranger('carl'))
    expect(given()).toBe(2)
    out.site.clock.advance(hour)
    await come()
    expect(given()).toBe(3)
  })

  it('answers only between its days', async () => {
    const now = out.site.clock.now()
    await set({ from: isoTime(now + day), until: isoTime(now + 2 * day) })
    await come(stranger('early'))
    out.site.clock.advance(day + hour)
    await come(stranger('right'))
    out.site.clock.advance(day)
    await come(stranger('late'))
    await set({ enabled: false })
    await come(stranger('never'))
    expect(['early', 'right', 'late', 'never'].map(name => answers(stranger(name)).length)).toEqual([
      0, 1, 0, 0,
    ])
  })

  it('leaves alone what is forged, spam, thrown away, automatic, or comes to a return path', async () => {
    await set({})
    const rule = (word: string, action: string) => ({
      name: word,
      enabled: true,
      match: 'all',
      conditions: [{ field: 'subject', operator: 'contains', value: word }],
      actions: [{ action }],
      scope: { kind: 'all' },
    })
    for (const [word, action] of [
      ['casino', 'spam'],
      ['rubbish', 'trash'],
      ['away', 'discard'],
    ] as const)
      await out.site.ok('addFilter', { body: rule(word, action) }, ann.person.token)
    let before = 0
    let tries = 0
    // A late name server leaves the sender unknown, which is another case.
    await eventually('it is seen to be forged', async () => {
      before = out.far.messages.length
      const subject = `forged ${++tries}`
      await come(`bob${tries}@forged.test`, { subject })
      return (await dmarcOf(subject)) === 'fail'
    })
    expect(out.far.messages).toHaveLength(before)
    await come(stranger(), { subject: 'casino' })
    await come(stranger(), { subject: 'rubbish' })
    await come(stranger(), { subject: 'throw away' })
    await come('')
    await come(stranger(), { headers: ['Auto-Submitted: auto-generated'] })
    expect(out.far.messages).toHaveLength(before)
    await send(out.site, ann, { to: [stranger()] })
    await settle()
    const path = out.far.messages.at(-1)?.from ?? ''
    await receive(out.site, { from: stranger(), to: path, raw: plainMail({ from: stranger(), to: path }) })
    await settle()
    expect(out.far.messages).toHaveLength(before + 1)
    await come()
    expect(answers()).toHaveLength(2)
  })

  it('answers a mailbox of the house within the house, and is not answered itself', async () => {
    const bob = await makeSender(out.site, `bob${count}`)
    await set({}, bob)
    await set({})
    await send(out.site, bob, { to: [ann.box.address], subject: 'near' })
    for (let round = 0; round < 4; round++) await settle()
    expect(subjects(await inbox(out.site, bob.person.token))).toEqual(['自动回复：near'])
    expect(subjects(await inbox(out.site, ann.person.token))).toEqual(['near'])
  })

  it('counts against the day, and who got none for that gets one another day', async () => {
    ann = await makeSender(out.site, `few${count}`, 1)
    await set({})
    await come(stranger('one'))
    await come(stranger('two'))
    expect([answers(stranger('one')).length, answers(stranger('two')).length]).toEqual([1, 0])
    out.site.clock.advance(day + hour)
    await come(stranger('two'))
    expect(answers(stranger('two'))).toHaveLength(1)
  })

  it('says nothing where it may not send, and is set by nobody else', async () => {
    const box = await makeMailbox(out.site, `plain${count}`)
    const other = await makeSender(out.site, `other${count}`)
    expect((await set({}, { person: { ...ann.person, token: box.token }, box })).status).toBe(403)
    expect((await set({}, { person: other.person, box: ann.box })).status).toBe(404)
    const query = { mailbox: ann.box.id }
    expect((await out.site.call('getAutoReply', { query }, other.person.token)).status).toBe(404)
    expect((await out.site.ok('getAutoReply', { query }, ann.person.token)).autoReply).toEqual(off)
    await set({})
    const can = { send: false, upload: true, createDomain: false, createCard: false, useApi: true }
    await out.site.ok('editSysAccount', { body: { id: ann.person.id, can } }, out.admin)
    await come()
    expect(answers()).toEqual([])
  })

  it('says what is wrong with what is set', async () => {
    expect((await set({ text: ' ' })).body.fields).toEqual({ text: '请写下要回复的话' })
    const now = out.site.clock.now()
    const backwards = { from: isoTime(now + day), until: isoTime(now) }
    expect((await set(backwards)).body.fields).toEqual({ until: '结束要晚于开始' })
    expect((await set({ subject: 'a\r\nBcc: x@y.test' })).body.fields).toEqual({
      subject: '主题里不能有换行或控制字符',
    })
  })
})
