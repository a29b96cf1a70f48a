import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, second } from '../../kernel/clock.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { inbox, plainMail, receive } from '../../testing/mail-site.ts'
import {
  makeSender,
  makeSendingMailbox,
  type OutboundSite,
  type Sender,
  send,
  sent,
  startOutboundSite,
} from '../../testing/outbound-site.ts'
import { makeMailbox, makePerson } from '../../testing/people.ts'

describe.each(databaseKinds)('sending mail on %s', kind => {
  let out: OutboundSite
  let ann: Sender
  let bob: Sender
  let count = 0
  beforeAll(async () => {
    out = await startOutboundSite(kind)
  })
  afterAll(() => out.stop())
  beforeEach(async () => {
    ann = await makeSender(out.site, `ann${++count}`)
    bob = await makeSender(out.site, `bob${count}`)
  })

  const body = (change: Record<string, unknown> = {}) => ({
    from: ann.box.address,
    to: [`x@d${count}.test`],
    subject: 's',
    text: 't',
    ...change,
  })
  const tried = (change: Record<string, unknown>, token = ann.person.token) =>
    out.site.call('sendEmail', { body: body(change) }, token)
  /** Returns the message that arrived on the other side, parsed. */
  const arrived = async (id: string) => {
    await out.site.app.deliverDue()
    const message = out.far.messages.findLast(({ data }) => data.includes(`<${id}@`))
    if (!message) throw new Error('it did not arrive')
    return { message, mail: parseMail(message.data), text: message.data.toString() }
  }
  const list = async (query: Record<string, unknown> = {}, token = ann.person.token) =>
    (await out.site.ok('getSentEmail', { query }, token)).list.map(mail => mail.id)
  const hold = (undoSeconds: number) =>
    out.site.ok('updateSetting', { body: { values: { undoSeconds } } }, out.admin)

  it('is refused from a mailbox that is not one’s own, just as from one that is not there', async () => {
    const answers = await Promise.all(
      [bob.box.address, 'nobody-here@yanshu.test', 'x@elsewhere.test', 'no address'].map(from =>
        tried({ from }),
      ),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body.fields).toEqual({ from: '不能用这个地址发信' })
    }
  })

  it('needs the right to: the account’s, or the mailbox’s own', async () => {
    const can = { send: false, upload: false, createDomain: false, createCard: false, useApi: true }
    const meek = await makePerson(out.site, `meek${count}`, { role: 'user', can })
    const box = await makeMailbox(out.site, `meekbox${count}`, meek.id)
    expect((await tried({ from: box.address }, meek.token)).status).toBe(403)
    expect((await tried({ from: box.address }, box.token)).status).toBe(403)
    const free = await makeSendingMailbox(out.site, `free${count}`)
    expect((await tried({ from: free.address }, free.token)).status).toBe(200)
    expect((await tried({ from: ann.box.address }, free.token)).status).toBe(400)
    await out.site.ok('editEmailAccount', { body: { id: ann.box.id, status: 'stopped' } }, out.admin)
    expect((await tried({})).status).toBe(400)
  })

  it.each([
    ['to', ['a@b.test', 'not an address'], 'to.1'],
    ['to', ['a@b.test\r\nBcc: x@y.test'], 'to.0'],
    ['to', ['a@b.test, c@d.test'], 'to.0'],
    ['to', ['a@localhost'], 'to.0'],
    ['to', [], 'to'],
    ['cc', ['<>'], 'cc.0'],
    ['bcc', ['a@b.test> SIZE=1'], 'bcc.0'],
    ['sendAt', '2020-01-01T00:00:00Z', 'sendAt'],
    ['sendAt', '2999-01-01T00:00:00Z', 'sendAt'],
    ['to', Array.from({ length: 101 }, (_, i) => `a${i}@b.test`), 'to'],
  ])('says at the field what is wrong with %s', async (field, value, at) => {
    const { status, body } = await tried({ [field]: value })
    expect(status).toBe(400)
    expect(Object.keys(body.fields ?? {})).toEqual([at])
    expect(Object.values(body.fields ?? {})[0]).toMatch(/\p{Script=Han}/u)
  })

  it('lets nothing slip from a field into the headers or the conversation', async () => {
    const evil = 'x\r\nBcc: evil@d.test\r\n\r\nbody\u2028\u0000'
    const { id } = await out.site.ok(
      'sendEmail',
      {
        body: body({
          subject: evil.replace('\u0000', ''),
          fromName: 'n\r\nX-Evil: 1',
          to: [`"a\\"b, c" <x@d${count}.test>`],
          text: '.\r\n.\n\nbare\rcr\n',
        }),
      },
      ann.person.token,
    )
    const { mail, message, text } = await arrived(id)
    const names = mail.headers.map(({ name }) => name.toLowerCase())
    expect(names).not.toContain('x-evil')
    expect(names).not.toContain('bcc')
    expect(message.recipients).toEqual([`x@d${count}.test`])
    expect(text).not.toMatch(/\r(?!\n)|(?<!\r)\n/)
    expect(Math.max(...text.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(998)
    expect(mail.text).toContain('bare')
  })

  it('makes an answer an answer', async () => {
    const headers = ['References: <first@x.test>']
    await receive(out.site, { to: ann.box.address, raw: plainMail({ subject: 'question', headers }) })
    const [question] = await inbox(out.site, ann.person.token)
    const { mail: read } = await out.site.ok(
      'getEmail',
      { params: { id: question?.id ?? '' } },
      ann.person.token,
    )
    const id = await send(out.site, ann, { to: [`x@d${count}.test`], inReplyTo: question?.id })
    const { mail } = await arrived(id)
    expect(mail.inReplyTo).toBe(read.messageId)
    expect(mail.references).toEqual(['<first@x.test>', read.messageId])
    expect((await tried({ inReplyTo: question?.id, from: bob.box.address }, bob.person.token)).status).toBe(
      404,
    )
  })

  it('can be taken back in time, into the drafts, and then never leaves', async () => {
    await hold(10)
    const { id, undoUntil } = await out.site.ok(
      'sendEmail',
      { body: body({ html: '<p>soon</p>', bcc: ['b@x.test'] }) },
      ann.person.token,
    )
    expect(Date.parse(undoUntil ?? '') - out.site.clock.now()).toBeGreaterThan(5 * second)
    await out.site.app.deliverDue()
    expect((await sent(out.site, ann.person.token, id)).state).toBe('queued')
    expect((await out.site.call('cancelSent', { body: { id } }, bob.person.token)).status).toBe(404)
    const sentToday = async () => (await out.site.ok('getSenders', {}, ann.person.token)).sentToday
    expect(await sentToday()).toBe(2)
    const taken = await out.site.ok('cancelSent', { body: { id, toDraft: true } }, ann.person.token)
    expect(taken).toMatchObject({ cancelled: 2, left: 0 })
    expect(await sentToday()).toBe(0)
    const before = out.far.messages.length
    out.site.clock.advance(hour)
    await out.site.app.deliverDue()
    expect(out.far.messages).toHaveLength(before)
    const { draft } = await out.site.ok('getDraft', { params: { id: taken.draftId ?? '' } }, ann.person.token)
    expect(draft).toMatchObject({ to: [`x@d${count}.test`], bcc: ['b@x.test'], subject: 's' })
    expect(draft.html).toContain('soon')
    await hold(0)
    const gone = await send(out.site, ann, { to: [`x@d${count}.test`] })
    await out.site.app.deliverDue()
    expect((await out.site.call('cancelSent', { body: { id: gone } }, ann.person.token)).status).toBe(409)
  })

  it('waits for its time, and can be sent at once all the same', async () => {
    const sendAt = new Date(out.site.clock.now() + 2 * day).toISOString()
    const first = await send(out.site, ann, { to: [`x@d${count}.test`], sendAt })
    const second = await send(out.site, ann, { to: [`x@d${count}.test`], sendAt })
    await out.site.app.deliverDue()
    expect(await list({ folder: 'scheduled' })).toEqual([second, first])
    expect(await list()).toEqual([])
    await out.site.ok('retrySent', { body: { id: first } }, ann.person.token)
    await out.site.app.deliverDue()
    expect(await list()).toEqual([first])
    out.site.clock.advance(2 * day + 1)
    await out.site.app.deliverDue()
    expect((await sent(out.site, ann.person.token, second)).state).toBe('delivered')
    expect(await list({ folder: 'scheduled' })).toEqual([])
  })

  it('gives the day back what was taken back, and only the day it was counted in', async () => {
    const sentToday = async () => (await out.site.ok('getSenders', {}, ann.person.token)).sentToday
    const sendAt = new Date(out.site.clock.now() + 5 * day).toISOString()
    const late = await send(out.site, ann, { to: [`x@d${count}.test`], sendAt })
    out.site.clock.advance(2 * day)
    await send(out.site, ann, { to: [`y@d${count}.test`] })
    await out.site.ok('cancelSent', { body: { id: late } }, ann.person.token)
    expect(await sentToday()).toBe(1)
  })

  it('holds the limit of a day, however many come at once', async () => {
    const limited = await makeSender(out.site, `limited${count}`, 5)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        out.site.call(
          'sendEmail',
          { body: { from: limited.box.address, to: [`n${i}@yanshu.test`], subject: `${i}`, text: 't' } },
          limited.person.token,
        ),
      ),
    )
    const passed = answers.filter(({ body }) => body.error === 0)
    const refused = answers.filter(({ body }) => body.error === 3004)
    expect([passed.length, refused.length]).toEqual([5, 195])
    const { total } = await out.site.app.db.query
      .selectFrom('outgoing')
      .select(eb => eb.fn.countAll<number>().as('total'))
      .where('mailbox_id', '=', limited.box.id)
      .executeTakeFirstOrThrow()
    expect(Number(total)).toBe(5)
    out.site.clock.advance(day + second)
    expect((await tried({ from: limited.box.address }, limited.person.token)).body.error).toBe(0)
  })

  it('is found by folder, mailbox, state and words, page by page, and by nobody else', async () => {
    const other = await makeMailbox(out.site, `second${count}`, ann.person.id)
    const ids: string[] = []
    for (const subject of ['季度报告', 'lunch', '100% off_'])
      ids.unshift(await send(out.site, ann, { to: [`x@d${count}.test`], subject }))
    const own = await out.site.ok('sendEmail', { body: body({ from: other.address }) }, ann.person.token)
    await out.site.app.deliverDue()
    expect(await list()).toEqual([own.id, ...ids])
    expect(await list({ mailbox: other.id })).toEqual([own.id])
    expect(await list({ q: '报告' })).toEqual([ids[2]])
    expect(await list({ q: '%' })).toEqual([ids[0]])
    expect(await list({ state: 'bounced' })).toEqual([])
    const first = await out.site.ok('getSentEmail', { query: { pageSize: 2 } }, ann.person.token)
    const next = { pageSize: 2, cursor: first.nextCursor }
    const rest = await out.site.ok('getSentEmail', { query: next }, ann.person.token)
    expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual([own.id, ...ids])
    expect(rest.nextCursor).toBeNull()
    expect(await list({}, bob.person.token)).toEqual([])
    for (const path of ['getSent', 'getSentSource'] as const)
      expect((await out.site.call(path, { params: { id: own.id } }, bob.person.token)).status).toBe(404)
    const hers = { ids: [own.id] }
    expect((await out.site.call('delSentEmail', { body: hers }, bob.person.token)).status).toBe(404)
    await out.site.ok('delSentEmail', { body: hers }, ann.person.token)
    expect(await list()).toEqual(ids)
  })

  it('remembers to whom one wrote, and who wrote, for oneself only', async () => {
    await send(out.site, ann, { to: [`"王小明" <xiaoming@d${count}.test>`] })
    await receive(out.site, { to: ann.box.address, raw: plainMail({ from: 'Mei Lin <mei@far.example>' }) })
    const find = async (q: string, token = ann.person.token) =>
      (await out.site.ok('getContacts', { query: { q } }, token)).list
    expect(await find('小明')).toEqual([{ name: '王小明', address: `xiaoming@d${count}.test` }])
    expect(await find('MEI')).toEqual([{ name: 'Mei Lin', address: 'mei@far.example' }])
    expect(await find('小明', bob.person.token)).toEqual([])
  })

  it('tells who one may be, one’s signature and what is left of the day', async () => {
    await out.site.ok('setSignature', { body: { name: '安', signature: '此致\n安' } }, ann.person.token)
    await send(out.site, ann, { to: [`x@d${count}.test`, `y@d${count}.test`] })
    const senders = await out.site.ok('getSenders', {}, ann.person.token)
    expect(senders).toMatchObject({ name: '安', signature: '此致\n安', sentToday: 2, sendsPerDay: null })
    expect(senders.list).toEqual([{ mailboxId: ann.box.id, address: ann.box.address, stopped: null }])
    expect((await out.site.ok('getSenders', {}, bob.person.token)).signature).toBe('')
  })

  it('by an admin goes from the admin’s own mailboxes, and from nobody else’s', async () => {
    const admin = await out.site.adminToken()
    const { id } = await out.site.app.db.query
      .selectFrom('sys_account')
      .select('id')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    const mine = await makeMailbox(out.site, `mine${count}`, id)
    const unowned = await makeMailbox(out.site, `unowned${count}`)
    const { list } = await out.site.ok('getSenders', {}, admin)
    expect(list).toEqual([{ mailboxId: mine.id, address: mine.address, stopped: null }])
    const letter = { to: [`x@d${count}.test`], subject: 'a', text: 'b' }
    await out.site.ok('sendEmail', { body: { from: mine.address, ...letter } }, admin)
    for (const { address } of [ann.box, unowned]) {
      const { status, body } = await out.site.call('sendEmail', { body: { from: address, ...letter } }, admin)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['from']])
    }
  })
})
