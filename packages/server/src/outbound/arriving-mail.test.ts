import { type ARCData, arc, type DNSResolver, dkimVerify } from 'mailauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { condition, sampleRule } from '../inbound/filter/testing/sample-facts.ts'
import { databaseKinds } from '../testing/databases.ts'
import { eventually } from '../testing/eventually.ts'
import { deliver, inbox, plainMail, receive, subjects } from '../testing/mail-site.ts'
import {
  makeSender,
  type OutboundSite,
  type Sender,
  send,
  sent,
  startOutboundSite,
} from '../testing/outbound-site.ts'
import { makeMailbox } from '../testing/people.ts'

/** Makes a report as other systems write them (RFC 3464). */
function report(
  recipient: string,
  messageId: string,
  action = 'failed',
  status = '5.1.1',
  said = '550 5.1.1 mailbox went away',
): Buffer {
  const text = [
    '--r',
    'Content-Type: text/plain',
    '',
    'It did not arrive.',
    '--r',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.far.test',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${said}`,
    '',
    '--r',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    '',
    '--r--',
  ].join('\r\n')
  return plainMail({
    from: 'Mail Delivery System <MAILER-DAEMON@mx.far.test>',
    subject: 'Undelivered',
    text,
    headers: [
      'Auto-Submitted: auto-replied',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=r',
    ],
  })
}

describe.each(databaseKinds)('mail that arrives on %s', kind => {
  let out: OutboundSite
  let ann: Sender
  let count = 0
  beforeAll(async () => {
    out = await startOutboundSite(kind)
  })
  afterAll(() => out.stop())
  beforeEach(async () => {
    ann = await makeSender(out.site, `ann${++count}`)
  })

  const settle = async () => {
    await out.site.app.deliverDue()
    await out.site.app.settled()
    await out.site.app.deliverDue()
  }
  const look = (id: string) => sent(out.site, ann.person.token, id)
  async function delivered(address: string) {
    const id = await send(out.site, ann, { to: [address] })
    await settle()
    const mail = await look(id)
    expect(mail.state).toBe('delivered')
    const given = out.far.messages.findLast(({ recipients }) => recipients.includes(address))
    return { id, messageId: `<${id}@yanshu.test>`, returnPath: given?.from ?? '' }
  }

  describe('as a report about mail of ours', () => {
    it('settles the recipient by the return path, whatever address it names', async () => {
      const address = `a@d${count}.test`
      const { id, returnPath } = await delivered(address)
      await receive(out.site, { from: '', to: returnPath, raw: report('forwarded@else.test', '<x@y>') })
      const [recipient] = (await look(id)).recipients
      expect(recipient).toMatchObject({
        state: 'bounced',
        reason: '没有这个邮箱，请核对地址（对方服务器后来退了信）',
      })
      expect(recipient?.answer).toContain('mailbox went away')
      expect(subjects(await inbox(out.site, ann.person.token))).toEqual(['Undelivered'])
      const { list } = await out.site.ok('getSuppressions', {}, ann.person.token)
      expect(list).toMatchObject([
        { address, reason: '没有这个邮箱，请核对地址；对方的原话：“550 5.1.1 mailbox went away”' },
      ])
    })

    it('settles it by the return path, whatever it looks like, when nobody sent it', async () => {
      const address = `a@d${count}.test`
      const { id, returnPath } = await delivered(address)
      const odd = plainMail({ from: 'robot@far.test', subject: 'x', text: 'Alıcı bulunamadı.' })
      await receive(out.site, { from: 'robot@far.test', to: returnPath, raw: odd })
      expect((await look(id)).state).toBe('delivered')
      await receive(out.site, { from: '', to: returnPath, raw: odd })
      expect((await look(id)).recipients).toMatchObject([
        { state: 'bounced', reason: '对方服务器后来退了信', answer: 'Alıcı bulunamadı.' },
      ])
      expect((await out.site.ok('getSuppressions', {}, ann.person.token)).list).toEqual([])
    })

    it.each([
      ['550 5.1.1 IP address blacklisted', '对方不信任发信的服务器，把它挡住了'],
      ['550 5.1.1 mailbox over quota', '对方邮箱满了'],
      ['550 5.1.1 Message too big', '这封信对对方来说太大'],
      ['550 5.1.1 rejected by the DMARC policy of here.test', '对方没能确认发件人的身份'],
    ])('stops nobody because of “%s”', async (said, why) => {
      const address = `a@d${count}.test`
      const { id, messageId, returnPath } = await delivered(address)
      const raw = report(address, messageId, 'failed', '5.1.1', said)
      await receive(out.site, { from: '', to: returnPath, raw })
      expect((await look(id)).recipients).toMatchObject([
        { state: 'bounced', reason: `${why}（对方服务器后来退了信）`, answer: said },
      ])
      expect((await out.site.ok('getSuppressions', {}, ann.person.token)).list).toEqual([])
    })

    it('settles it by the id of the mail when it comes to the mailbox itself', async () => {
      const address = `a@d${count}.test`
      const { id, messageId } = await delivered(address)
      const bob = await makeSender(out.site, `bob${count}`)
      await receive(out.site, { from: '', to: bob.box.address, raw: report(address, messageId) })
      expect((await look(id)).state).toBe('delivered')
      await receive(out.site, { from: '', to: ann.box.address, raw: report(address, messageId) })
      expect((await look(id)).state).toBe('bounced')
    })

    it('says nothing about mail that has not left yet, whoever names it', async () => {
      const address = `a@d${count}.test`
      out.far.play({ rcpt: '450 4.2.0 try later' })
      const id = await send(out.site, ann, { to: [address] })
      await settle()
      await receive(out.site, { from: '', to: ann.box.address, raw: report(address, `<${id}@yanshu.test>`) })
      expect((await look(id)).state).toBe('deferred')
      out.far.play({})
    })

    it('changes nothing when it tells of a delay, is an auto-reply, or came to a path that was made up', async () => {
      const address = `a@d${count}.test`
      const { id, messageId, returnPath } = await delivered(address)
      await receive(out.site, {
        from: '',
        to: returnPath,
        raw: report(address, messageId, 'delayed', '4.2.0'),
      })
      const holiday = plainMail({ subject: 'On holiday', headers: ['Auto-Submitted: auto-replied'] })
      await receive(out.site, { from: '', to: returnPath, raw: holiday })
      const forged = returnPath.replace(/-[a-z2-7]{16}@/, '-aaaaaaaaaaaaaaaa@')
      const refused = await deliver(out.site.app.smtpPort, {
        from: '',
        to: forged,
        raw: report(address, messageId),
      })
      expect(refused.rcpt[0]).toMatch(/^550/)
      expect((await look(id)).state).toBe('delivered')
    })

    it('is dropped when it cannot be brought on: nobody is told of mail from nobody', async () => {
      const forwarding = { mailbox: ann.box.id, to: [`refused@d${count}.test`], keep: true }
      await out.site.ok('setForwarding', { body: forwarding }, ann.person.token)
      out.far.play({ rcpt: '554 5.7.1 not wanted' })
      await receive(out.site, { from: '', to: ann.box.address, raw: report('x@far.test', '<x@y>') })
      await settle()
      expect(subjects(await inbox(out.site, ann.person.token))).toEqual(['Undelivered'])
      await receive(out.site, { to: ann.box.address, raw: plainMail({ subject: 'from somebody' }) })
      await settle()
      out.far.play({})
      // The mailbox that forwards learns of the same failure of other mail.
      expect(subjects(await inbox(out.site, ann.person.token)).sort()).toEqual(
        ['Undelivered', 'from somebody', '退信：from somebody'].sort(),
      )
    })
  })

  describe('and is forwarded', () => {
    const forward = (to: string[], keep = true, box = ann.box.id, token = ann.person.token) =>
      out.site.call('setForwarding', { body: { mailbox: box, to, keep } }, token)
    const gone = (address: string) =>
      out.far.messages.filter(({ recipients }) => recipients.includes(address))

    it('goes on under our own return path, marked and otherwise untouched', async () => {
      const address = `f@d${count}.test`
      expect((await forward([address])).status).toBe(200)
      const raw = plainMail({ subject: 'go on', text: 'as it was' })
      await receive(out.site, { to: ann.box.address, raw })
      await settle()
      const [message] = gone(address)
      expect(message?.from).toMatch(/^bounce-.*@yanshu\.test$/)
      const text = message?.data.toString() ?? ''
      expect(text).toContain(`Delivered-To: ${ann.box.address}\r\n`)
      expect(text.endsWith(raw.toString())).toBe(true)
      expect(subjects(await inbox(out.site, ann.person.token))).toEqual(['go on'])
      expect((await out.site.ok('getSentEmail', {}, ann.person.token)).list).toEqual([])
    })

    it('is sealed with what the checks found, so that the next receiver can believe them', async () => {
      const address = `sealed@d${count}.test`
      await forward([address])
      await receive(out.site, { to: ann.box.address, raw: plainMail({ subject: 'sealed' }) })
      await settle()
      const message = gone(address)[0]?.data ?? Buffer.alloc(0)
      expect(message.toString()).toMatch(/^ARC-Authentication-Results: i=1; [^;]+;\r\n spf=/m)
      const [domain] = (await out.site.ok('getDomains', {}, out.admin)).list
      const { records } = await out.site.ok('getDkim', { query: { id: domain?.id } }, out.admin)
      const texts = new Map(records.map(({ name, value }) => [name, value]))
      const resolver = (async (name: string) => [[texts.get(name) ?? '']]) as unknown as DNSResolver
      const { arc: chain } = await dkimVerify(message, { resolver, strict: true })
      expect((await arc(chain as ARCData, { resolver, strict: true })).status.result).toBe('pass')
    })

    it('never passes the same mailbox twice, never goes on as spam, and keeps the null sender null', async () => {
      const address = `f@d${count}.test`
      await forward([address])
      const looped = plainMail({ headers: [`Delivered-To: ${ann.box.address}`] })
      await receive(out.site, { to: ann.box.address, raw: looped })
      const rule = {
        name: 'spam',
        enabled: true,
        match: 'all',
        conditions: [{ field: 'subject', operator: 'contains', value: 'casino' }],
        actions: [{ action: 'spam' }],
        scope: { kind: 'all' },
      }
      await out.site.ok('addFilter', { body: rule }, ann.person.token)
      await receive(out.site, { to: ann.box.address, raw: plainMail({ subject: 'casino' }) })
      await settle()
      expect(gone(address)).toEqual([])
      await receive(out.site, { from: '', to: ann.box.address, raw: plainMail({ subject: 'bounce' }) })
      await settle()
      expect(gone(address).map(({ from }) => from)).toEqual([''])
    })

    it('goes where a filter says, and to the trash when it is not to be kept', async () => {
      const [one, two] = [`one@d${count}.test`, `two@d${count}.test`]
      await forward([one], false)
      const rule = {
        name: 'on',
        enabled: true,
        match: 'all',
        conditions: [{ field: 'subject', operator: 'contains', value: 'invoice' }],
        actions: [{ action: 'forward', value: two }],
        scope: { kind: 'all' },
      }
      await out.site.ok('addFilter', { body: rule }, ann.person.token)
      await receive(out.site, { to: ann.box.address, raw: plainMail({ subject: 'invoice 7' }) })
      await settle()
      expect([gone(one).length, gone(two).length]).toEqual([1, 1])
      expect(await inbox(out.site, ann.person.token)).toEqual([])
      expect(subjects(await inbox(out.site, ann.person.token, { folder: 'trash' }))).toEqual(['invoice 7'])
    })

    it('goes nowhere from a mailbox that may not send, and nobody sets it for another', async () => {
      const box = await makeMailbox(out.site, `plain${count}`)
      expect((await forward([`f@d${count}.test`], true, box.id, box.token)).status).toBe(403)
      expect((await forward([`f@d${count}.test`], true, box.id)).status).toBe(404)
      const other = await makeSender(out.site, `other${count}`)
      const peeked = await out.site.call(
        'getForwarding',
        { query: { mailbox: ann.box.id } },
        other.person.token,
      )
      expect(peeked.status).toBe(404)
      expect((await forward([ann.box.address])).body.fields).toEqual({ 'to.0': '不能转发给自己' })
      expect((await forward(['a@b\r\nRCPT'])).body.fields).toEqual({ 'to.0': '地址格式不对' })
    })
  })

  describe('from another mailbox of the house', () => {
    it('is in the trace of the one who does not get it, with the rule that refused it counted', async () => {
      const bob = await makeSender(out.site, `bob${count}`)
      const rule = sampleRule({
        conditions: [condition('subject', 'contains', 'offer')],
        actions: [{ action: 'refuse', value: 'No offers' }],
      })
      await out.site.ok('addFilter', { body: rule }, bob.person.token)
      const post = async (subject: string) => {
        const id = await send(out.site, ann, { to: [bob.box.address], subject })
        await settle()
        return (await look(id)).recipients[0]
      }
      expect(await post('an offer')).toMatchObject({
        state: 'bounced',
        answer: expect.stringContaining('No offers'),
      })
      await out.site.ok('editEmailAccount', { body: { id: bob.box.id, status: 'paused' } }, bob.person.token)
      expect(await post('hello')).toMatchObject({ state: 'deferred' })
      const told = await eventually('both in the trace', async () => {
        const { list } = await out.site.ok('getTrace', {}, bob.person.token)
        return list.length === 2 && list
      })
      expect(told.map(({ sender, verdict, reason }) => [sender, verdict, reason])).toEqual([
        [ann.box.address, 'deferred', '邮箱已暂停收信'],
        [ann.box.address, 'refused', '按过滤规则拒收'],
      ])
      const { list } = await out.site.ok('getFilters', {}, bob.person.token)
      expect(list).toMatchObject([{ hits: 1 }])
    })
  })
})
