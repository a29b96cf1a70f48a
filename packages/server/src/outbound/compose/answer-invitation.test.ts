import { readCalendar } from '@yanshu/contract/calendar/read-calendar'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { second } from '../../kernel/clock.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import { decodePart } from '../../mail/mime/part-content.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { inbox, plainMail, receive } from '../../testing/mail-site.ts'
import {
  makeSender,
  makeSendingMailbox,
  type OutboundSite,
  type Sender,
  startOutboundSite,
} from '../../testing/outbound-site.ts'
import { makeMailbox, makePerson, type TestMailbox } from '../../testing/people.ts'

const organizer = 'Zhou@far.test'

type Asked = { invited: string; change?: (line: string) => string | null; type?: string }

function invitation({
  invited,
  change = line => line,
  type = 'text/calendar; method=REQUEST',
}: Asked): Buffer {
  const calendar = [
    'BEGIN:VCALENDAR',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:event-1@far.test',
    'SEQUENCE:2',
    'DTSTART;TZID=Asia/Shanghai:20261201T140000',
    'DTEND;TZID=Asia/Shanghai:20261201T150000',
    'SUMMARY:季度会议',
    `ORGANIZER;CN=周予安:mailto:${organizer}`,
    `ATTENDEE;CN=Lin;RSVP=TRUE:MAILTO:${invited}`,
    'ATTENDEE;CN=Other:mailto:other@far.test',
    'END:VEVENT',
    'END:VCALENDAR',
  ].flatMap(line => change(line) ?? [])
  return plainMail({
    subject: '邀请',
    headers: ['References: <first@far.test>', 'Content-Type: multipart/alternative; boundary=part'],
    text: [
      ...['--part', 'Content-Type: text/plain; charset=utf-8', '', '请来开会', '--part'],
      ...[`Content-Type: ${type}; charset=utf-8`, '', ...calendar, '--part--'],
    ].join('\n'),
  })
}

describe.each(databaseKinds)('answers to invitations on %s', kind => {
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
    await out.site.ok('setSignature', { body: { name: '安', signature: '' } }, ann.person.token)
  })

  /** Delivers an invitation, and returns the mail's id and that of the calendar in it. */
  async function asked(box: TestMailbox, token: string, given: Partial<Asked> = {}) {
    await receive(out.site, { to: box.address, raw: invitation({ invited: box.address, ...given }) })
    const [row] = await inbox(out.site, token)
    const { mail } = await out.site.ok('getEmail', { params: { id: row?.id ?? '' } }, token)
    return { id: mail.id, attachmentId: mail.attachments[0]?.id ?? '', messageId: mail.messageId }
  }
  const tried = (body: Record<string, unknown>, token = ann.person.token) =>
    out.site.call('answerInvitation', { body }, token)
  const arrived = async (id: string) => {
    await out.site.app.deliverDue()
    const message = out.far.messages.findLast(({ data }) => data.includes(`<${id}@`))
    if (!message) throw new Error('it did not arrive')
    const mail = parseMail(message.data)
    const [file] = mail.attachments
    const text = file ? Buffer.from(decodePart(message.data, file)).toString() : ''
    return { message, mail, file, text, calendar: readCalendar(text) }
  }

  it.each([
    ['accepted', 'ACCEPTED', '已接受：季度会议', '安 接受了邀请“季度会议”。'],
    ['tentative', 'TENTATIVE', '待定：季度会议', '安 收到了邀请“季度会议”，能不能参加还没有定。'],
    ['declined', 'DECLINED', '已谢绝：季度会议', '安 谢绝了邀请“季度会议”。'],
  ])('%s go to the organizer, in words and for its calendar', async (answer, status, subject, sentence) => {
    const { messageId, ...mail } = await asked(ann.box, ann.person.token)
    const { id, undoUntil } = await out.site.ok(
      'answerInvitation',
      { body: { ...mail, answer, note: '会晚到' } },
      ann.person.token,
    )
    expect(undoUntil).toBeNull()
    const reply = await arrived(id)
    expect(reply.message.recipients).toEqual(['Zhou@far.test'])
    expect(reply.mail).toMatchObject({
      from: { name: '安', address: ann.box.address },
      to: [{ address: 'Zhou@far.test' }],
      subject,
      text: `${sentence}\n\n会晚到`,
      inReplyTo: messageId,
      references: ['<first@far.test>', messageId],
    })
    expect(reply.message.data.toString()).toMatch(
      /Content-Type: text\/calendar; method=REPLY; charset=utf-8\r\n/,
    )
    expect(reply.calendar).toMatchObject({
      method: 'REPLY',
      events: [
        {
          uid: 'event-1@far.test',
          sequence: 2,
          summary: '季度会议',
          comment: '会晚到',
          organizer: { name: '周予安', address: 'Zhou@far.test' },
          attendees: [{ name: '安', address: ann.box.address, status }],
          start: { shown: '2026-12-01T14:00', zone: 'Asia/Shanghai' },
        },
      ],
    })
    expect(reply.calendar.events[0]?.attendees).toHaveLength(1)
    const sent = (await out.site.ok('getSent', { params: { id } }, ann.person.token)).mail
    expect(sent).toMatchObject({ subject, to: ['Zhou@far.test'], attachmentCount: 1, state: 'delivered' })
    expect(sent.attachments).toMatchObject([{ contentType: 'text/calendar' }])
    const contacts = await out.site.ok('getContacts', { query: { q: 'zhou' } }, ann.person.token)
    expect(contacts.list).toEqual([{ name: '', address: 'zhou@far.test' }])
  })

  it('come from the address that was invited, whatever its case and tag, also from a file of no told type', async () => {
    const [name, domain] = ann.box.address.split('@')
    const invited = `${name?.toUpperCase()}+Work@${domain?.toUpperCase()}`
    const type = 'application/octet-stream; name="invite.ics"'
    const { messageId: _, ...mail } = await asked(ann.box, ann.person.token, { invited, type })
    const { id } = await out.site.ok(
      'answerInvitation',
      { body: { ...mail, answer: 'accepted' } },
      ann.person.token,
    )
    const { calendar, mail: reply } = await arrived(id)
    expect(calendar.events[0]?.attendees).toMatchObject([
      { address: `${name?.toUpperCase()}+Work@${domain}` },
    ])
    expect(reply.from?.address).toBe(ann.box.address)
  })

  it('may be given again, and taken back in time', async () => {
    const { messageId: _, ...mail } = await asked(ann.box, ann.person.token)
    const first = await out.site.ok(
      'answerInvitation',
      { body: { ...mail, answer: 'accepted' } },
      ann.person.token,
    )
    await out.site.ok('updateSetting', { body: { values: { undoSeconds: 10 } } }, out.admin)
    try {
      const again = await out.site.ok(
        'answerInvitation',
        { body: { ...mail, answer: 'declined' } },
        ann.person.token,
      )
      expect(Date.parse(again.undoUntil ?? '') - out.site.clock.now()).toBeGreaterThan(5 * second)
      expect((await arrived(first.id)).calendar.events[0]?.attendees[0]?.status).toBe('ACCEPTED')
      const taken = await out.site.ok('cancelSent', { body: { id: again.id } }, ann.person.token)
      expect(taken).toMatchObject({ cancelled: 1, left: 0 })
    } finally {
      await out.site.ok('updateSetting', { body: { values: { undoSeconds: 0 } } }, out.admin)
    }
  })

  it('are given to one’s own mail alone', async () => {
    const { messageId: _, ...mail } = await asked(ann.box, ann.person.token)
    const strangers = await tried({ ...mail, answer: 'accepted' }, bob.person.token)
    const absent = await tried(
      { ...mail, id: '01absentabsentabsentabsent', answer: 'accepted' },
      bob.person.token,
    )
    expect(strangers.status).toBe(404)
    expect(strangers.body).toEqual(absent.body)
    expect((await tried({ ...mail, answer: 'accepted' }, bob.box.token)).status).toBe(403)
    expect((await tried({ ...mail, attachmentId: '9', answer: 'accepted' })).status).toBe(404)
    expect((await tried({ ...mail, answer: 'maybe' })).status).toBe(400)
  })

  it('need the right to send', async () => {
    const can = { send: false, upload: false, createDomain: false, createCard: false, useApi: true }
    const meek = await makePerson(out.site, `meek${count}`, { role: 'user', can })
    const box = await makeMailbox(out.site, `meekbox${count}`, meek.id)
    const { messageId: _, ...mail } = await asked(box, meek.token)
    expect((await tried({ ...mail, answer: 'accepted' }, meek.token)).status).toBe(403)
    expect((await tried({ ...mail, answer: 'accepted' }, box.token)).status).toBe(403)
    const free = await makeSendingMailbox(out.site, `free${count}`)
    const own = await asked(free, free.token)
    const { id } = await out.site.ok(
      'answerInvitation',
      { body: { id: own.id, attachmentId: own.attachmentId, answer: 'tentative' } },
      free.token,
    )
    expect((await arrived(id)).calendar.events[0]?.attendees).toMatchObject([
      { name: 'Lin', status: 'TENTATIVE' },
    ])
  })

  it('from a mailbox that is stopped are refused', async () => {
    const { messageId: _, ...mail } = await asked(ann.box, ann.person.token)
    await out.site.ok('editEmailAccount', { body: { id: ann.box.id, status: 'stopped' } }, out.admin)
    const { status, body } = await tried({ ...mail, answer: 'accepted' })
    expect([status, body.fields]).toEqual([400, { id: '不能用这个地址发信' }])
  })

  it('count against the day', async () => {
    const limited = await makeSender(out.site, `limited${count}`, 2)
    const { messageId: _, ...mail } = await asked(limited.box, limited.person.token)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => tried({ ...mail, answer: 'accepted' }, limited.person.token)),
    )
    expect(answers.filter(({ body }) => body.error === 0)).toHaveLength(2)
    expect(answers.filter(({ body }) => body.error === 3004)).toHaveLength(8)
  })

  it.each([
    ['not an invitation', (line: string) => line.replace('REQUEST', 'PUBLISH'), '这个附件不是可以答复的邀请'],
    [
      'called off',
      (line: string) => line.replace('METHOD:REQUEST', 'METHOD:CANCEL'),
      '这个附件不是可以答复的邀请',
    ],
    ['for others', (line: string) => (line.includes('CN=Lin') ? null : line), '邀请的人里没有这个邮箱'],
    ['by nobody', (line: string) => (line.startsWith('ORGANIZER') ? null : line), '发起人没有可以写信的地址'],
    [
      'by no mailto',
      (line: string) => line.replace(`mailto:${organizer}`, 'urn:x'),
      '发起人没有可以写信的地址',
    ],
    [
      'by an address with a line in it',
      (line: string) => line.replace(organizer, 'a@far.test%0D%0ABcc:b@far.test'),
      '发起人没有可以写信的地址',
    ],
    [
      'by a name without a domain',
      (line: string) => line.replace(organizer, 'root@localhost'),
      '发起人没有可以写信的地址',
    ],
    [
      'too large',
      (line: string) => `${line}${line.startsWith('SUMMARY') ? 'x'.repeat(600_000) : ''}`,
      '这个附件不是可以答复的邀请',
    ],
  ])('are not given to what is %s', async (_what, change, says) => {
    const { messageId: _, ...mail } = await asked(ann.box, ann.person.token, {
      change: line => change(line)?.replace(/.{900}/g, '$&\n ') ?? null,
    })
    const { status, body } = await tried({ ...mail, answer: 'accepted' })
    expect([status, body.fields]).toEqual([400, { attachmentId: says }])
  })

  it('come in at the organizer’s mailbox when that is one of ours', async () => {
    const { messageId: _, ...mail } = await asked(ann.box, ann.person.token, {
      change: line => line.replace(organizer, bob.box.address),
    })
    await out.site.ok('answerInvitation', { body: { ...mail, answer: 'accepted' } }, ann.person.token)
    await out.site.app.deliverDue()
    await out.site.app.settled()
    const [row] = await inbox(out.site, bob.person.token)
    expect(row).toMatchObject({ subject: '已接受：季度会议', from: { name: '安', address: ann.box.address } })
    const read = await out.site.ok('getEmail', { params: { id: row?.id ?? '' } }, bob.person.token)
    expect(read.mail.attachments).toMatchObject([{ contentType: 'text/calendar', inline: false }])
  })
})
