import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { invitationFor } from '@yanshu/contract/calendar/invitation'
import { readCalendar } from '@yanshu/contract/calendar/read-calendar'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Reply, writeReply } from './calendar-reply.ts'
import { composeMessage } from './compose-message.ts'

const zone = [
  'BEGIN:VTIMEZONE',
  'TZID:Berlin\\, Bern',
  'X-EXTRA:1',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'END:VTIMEZONE',
]
const event = [
  'UID:040000008200E00074C5B7101A82E00800000000D0A5C1B2A34FDA01000000000000000010000000B1C2D3E4',
  'SEQUENCE:3',
  'RECURRENCE-ID;TZID="Berlin, Bern":20261201T140000',
  'DTSTART;TZID="Berlin, Bern":20261201T150000',
  'DTEND;TZID="Berlin, Bern":20261201T160000',
  'SUMMARY:季度会议\\, 第二次',
  'ORGANIZER;CN="Müller, Jörg: Vertrieb";SENT-BY="mailto:x@example.de":MAILTO:joerg@example.de',
  'ATTENDEE;CN=Lin;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:mailto:lin@yanshu.test',
  'ATTENDEE;CN=Other:mailto:other@example.de',
]
const request = (lines: readonly string[], zones: readonly string[] = []) =>
  readCalendar(['METHOD:REQUEST', ...zones, 'BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n'))

function replyTo(
  lines: readonly string[],
  more: Partial<Reply> = {},
  zones: readonly string[] = zone,
): string {
  const calendar = request(lines, zones)
  const invitation = invitationFor(calendar, 'lin@yanshu.test')
  if (typeof invitation === 'string') throw new Error(invitation)
  const at = new Date('2026-11-19T08:00:00.123Z')
  return writeReply({ ...invitation, zones: calendar.zones, status: 'ACCEPTED', comment: '', at, ...more })
}

const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

describe('the answer to an invitation', () => {
  it('names the event as it was named, and only whoever answers', () => {
    expect(unfolded(replyTo(event, { comment: '会晚到\n十分钟; 请等' }))).toEqual([
      'BEGIN:VCALENDAR',
      'PRODID:-//Yanshu//Yanshu//ZH',
      'VERSION:2.0',
      'METHOD:REPLY',
      'BEGIN:VTIMEZONE',
      'TZID:Berlin\\, Bern',
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:040000008200E00074C5B7101A82E00800000000D0A5C1B2A34FDA01000000000000000010000000B1C2D3E4',
      'SEQUENCE:3',
      'DTSTAMP:20261119T080000Z',
      'RECURRENCE-ID;TZID="Berlin, Bern":20261201T140000',
      'DTSTART;TZID="Berlin, Bern":20261201T150000',
      'DTEND;TZID="Berlin, Bern":20261201T160000',
      'SUMMARY:季度会议\\, 第二次',
      'ORGANIZER;CN="Müller, Jörg: Vertrieb":mailto:joerg@example.de',
      'ATTENDEE;PARTSTAT=ACCEPTED;CN="Lin":mailto:lin@yanshu.test',
      'COMMENT:会晚到\\n十分钟\\; 请等',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('has lines of at most 75 octets, and cuts no character', () => {
    const text = replyTo([...event.slice(0, 5), `SUMMARY:${'会议𝄞é'.repeat(200)}`, ...event.slice(6)])
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text).not.toContain('\ufffd')
    expect(readCalendar(text).events[0]?.summary).toBe('会议𝄞é'.repeat(200))
  })

  it('takes nothing from an invitation that could be a line of its own', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        '\r\nMETHOD:CANCEL',
        '\u2028X:1',
        '"\\n',
        '\0',
        '\v',
        '\x85',
        ';X=1:y',
        '\ud800',
        '^n',
        "'",
      ),
    )
    const spoilt = fc.tuple(anything, anything, anything, anything, anything)
    fc.assert(
      fc.property(spoilt, ([uid, cn, summary, zoneName, comment]) => {
        const lines = [
          `UID:u${uid.replace(/[\r\n]/g, '')}`,
          `DTSTART;TZID="${zoneName.replace(/[\r\n"]/g, '')}":20261201T150000`,
          `SUMMARY:${summary.replace(/[\r\n]/g, '')}`,
          `ORGANIZER;CN="${cn.replace(/[\r\n"]/g, '')}":mailto:joerg@example.de`,
          'ATTENDEE:mailto:lin@yanshu.test',
        ]
        const text = replyTo(lines, { comment, invited: { name: cn, address: 'lin@yanshu.test' } }, [])
        const names = unfolded(text).map(line => line.split(/[;:]/, 1)[0])
        const known =
          /^(BEGIN|END|PRODID|VERSION|METHOD|UID|SEQUENCE|DTSTAMP|DTSTART|SUMMARY|ORGANIZER|ATTENDEE|COMMENT)?$/
        for (const name of names) expect(name).toMatch(known)
        expect(new Set(names).size).toBeGreaterThan(8)
        expect(names.filter(name => name === 'METHOD')).toHaveLength(1)
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u)
        const [read] = readCalendar(text).events
        expect(read?.organizer?.address).toBe('joerg@example.de')
        expect(read?.attendees).toMatchObject([{ address: 'lin@yanshu.test', status: 'ACCEPTED' }])
      }),
    )
  })

  it('leaves times out that are none, and zones beyond all measure', () => {
    const odd = [...event.slice(0, 2), 'DTSTART;TZID=X:now:or never', ...event.slice(5)]
    expect(replyTo(odd)).not.toContain('DTSTART')
    const rules = Array.from({ length: 100 }, () => zone.slice(3, 9)).flat()
    const long = ['BEGIN:VTIMEZONE', 'TZID:Berlin\\, Bern', ...rules, 'END:VTIMEZONE']
    expect(replyTo(event, {}, long)).not.toContain('VTIMEZONE')
  })
})

const program = `
import sys, json, email, email.policy
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
plain, calendar = mail.iter_parts()
told = dict(type=mail.get_content_type(), plain=plain.get_content(), method=calendar.get_param('method'),
  kind=calendar.get_content_type(), charset=calendar.get_content_charset(), defects=len(mail.defects + calendar.defects),
  disposition=calendar.get_content_disposition(), parts=len(list(mail.iter_parts())))
text = calendar.get_payload(decode=True).decode('utf-8')
told['longest'] = max(len(line.encode()) for line in text.split('\\r\\n'))
try:
  import icalendar
  read = icalendar.Calendar.from_ical(text)
  event, = read.walk('VEVENT')
  told['foreign'] = dict(method=str(read['METHOD']), uid=str(event['UID']), summary=str(event['SUMMARY']),
    sequence=int(event['SEQUENCE']), organizer=str(event['ORGANIZER']), attendee=str(event['ATTENDEE']),
    status=str(event['ATTENDEE'].params['PARTSTAT']), name=str(event['ATTENDEE'].params['CN']),
    comment=str(event['COMMENT']), errors=len(event.errors), starts=event['DTSTART'].dt.isoformat())
except ImportError:
  pass
print(json.dumps(told))
`

const hasForeign = existsSync('/usr/lib/python3/dist-packages/icalendar')

describe.skipIf(!existsSync('/usr/bin/python3'))('a letter with an answer', () => {
  it('is understood by Python, and by a calendar that is not ours', async () => {
    const text = replyTo([...event.slice(0, 2), 'DTSTART:20261201T060000Z', ...event.slice(5)], {
      comment: '好',
    })
    const raw = await composeMessage({
      from: { name: '林牧', address: 'lin@yanshu.test' },
      to: [{ name: '', address: 'joerg@example.de' }],
      ...{ cc: [], subject: '已接受：季度会议', text: '林牧 接受了', html: null, attachments: [] },
      calendar: { method: 'REPLY', text },
      messageId: '<1@yanshu.test>',
      date: new Date('2026-11-19T08:00:00Z'),
    })
    const told: unknown = JSON.parse(
      execFileSync('/usr/bin/python3', ['-c', program], { input: raw, encoding: 'utf8' }),
    )
    expect(told).toMatchObject({
      ...{ type: 'multipart/alternative', parts: 2, plain: '林牧 接受了', defects: 0 },
      ...{ kind: 'text/calendar', method: 'REPLY', charset: 'utf-8', disposition: null },
    })
    expect((told as { longest: number }).longest).toBeLessThanOrEqual(75)
    if (hasForeign)
      expect(told).toMatchObject({
        foreign: {
          ...{ method: 'REPLY', uid: event[0]?.slice(4), sequence: 3, summary: '季度会议, 第二次' },
          ...{ organizer: 'mailto:joerg@example.de', attendee: 'mailto:lin@yanshu.test', status: 'ACCEPTED' },
          ...{ name: 'Lin', comment: '好', errors: 0, starts: '2026-12-01T06:00:00+00:00' },
        },
      })
  })
})
