import { expect, test } from 'vitest'
import { mostEvents, readCalendar } from './read-calendar.ts'
import { answered, apple, cancelled, exchange, google, lotus, outlook, zoom } from './testing/real-shapes.ts'

const event = (...lines: string[]) =>
  readCalendar(['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n'))
    .events[0]
const moment = (text: string) => Date.parse(text)

test('an invitation of Google is read', () => {
  const { method, events } = readCalendar(google)
  expect(method).toBe('REQUEST')
  expect(events).toMatchObject([
    {
      uid: '4k2s9d0v8q1m3n5b7c9x@google.com',
      summary: '季度会议',
      location: '三楼会议室, 上海',
      description:
        '议程：\n1. 上季回顾, 数据\n2. 下季计划;分工\n\n通过 Google Meet 加入：https://meet.google.com/abc-defg-hij',
      organizer: { name: 'Mei Chen', address: 'mei@example.com' },
      attendees: [
        { address: 'lin@yanshu.test', status: 'NEEDS-ACTION', isAsked: true },
        { name: 'Mei Chen', address: 'mei@example.com', status: 'ACCEPTED' },
      ],
      start: { shown: '2026-12-03T06:00', at: moment('2026-12-03T06:00Z'), isDay: false },
      end: { at: moment('2026-12-03T07:00Z') },
      status: 'CONFIRMED',
      sequence: 0,
      recurrence: null,
      recurrenceId: null,
    },
  ])
})

test('an invitation of Exchange is read: names of Windows, quoted names, several values of one parameter', () => {
  const { events } = readCalendar(exchange)
  expect(events).toMatchObject([
    {
      uid: '040000008200E00074C5B7101A82E00800000000D0A5C1B2A34FDA01000000000000000010000000B1C2D3E4F5A6B7C8D9E0F1A2B3C4D5E6',
      sequence: 3,
      organizer: { name: 'Müller, Jörg: Vertrieb', address: 'Joerg.Mueller@Example.DE' },
      attendees: [{ name: "'Lin, Mu'", address: 'Lin+work@Yanshu.TEST' }, { address: 'c@example.de' }],
      start: { shown: '2026-07-07T10:00', zone: 'Europe/Berlin', at: moment('2026-07-07T08:00Z') },
      end: { at: moment('2026-07-07T09:30Z') },
      recurrence: { every: 'week', interval: 2, count: null, until: { at: moment('2027-06-30T08:00Z') } },
    },
  ])
})

test('a zone that only the file knows is read by its rules, on either side of summer', () => {
  const at = (text: string) => readCalendar(outlook.replaceAll('20261102T', text)).events[0]?.start?.at
  expect(at('20261102T')).toBe(moment('2026-11-02T17:00Z'))
  expect(at('20261101T')).toBe(moment('2026-11-01T17:00Z'))
  expect(at('20261031T')).toBe(moment('2026-10-31T16:00Z'))
  expect(at('20260308T')).toBe(moment('2026-03-08T16:00Z'))
  expect(at('20260307T')).toBe(moment('2026-03-07T17:00Z'))
})

test('an invitation of Apple is read: a length for an end, signs in names', () => {
  expect(readCalendar(apple).events).toMatchObject([
    {
      location: '老书店二楼 福州路 1 号',
      start: { at: moment('2026-12-12T11:30Z') },
      end: { shown: '2026-12-12T21:45', at: moment('2026-12-12T13:45Z') },
      attendees: [{ name: '周予安' }, { name: '林"牧"', status: 'TENTATIVE' }],
    },
  ])
})

test('a file of Zoom is read, which nobody sends for an answer', () => {
  const { method, events } = readCalendar(zoom)
  expect(method).toBe('PUBLISH')
  expect(events).toMatchObject([
    {
      summary: 'Weekly Webinar',
      start: { zone: 'America/New_York', at: moment('2026-11-06T01:00Z') },
      organizer: null,
      attendees: [],
    },
  ])
})

test('an invitation of Lotus Notes is read', () => {
  expect(readCalendar(lotus).events).toMatchObject([
    {
      organizer: { name: 'Asha Rao/IN/Example', address: 'asha@example.in' },
      attendees: [{ isAsked: false }, { address: 'lin@yanshu.test', isAsked: true }],
      start: { zone: 'India', at: moment('2026-11-09T05:00Z') },
      recurrence: { every: null },
    },
  ])
})

test('one of a series that is called off is read', () => {
  const { method, events } = readCalendar(cancelled)
  expect(method).toBe('CANCEL')
  expect(events).toMatchObject([
    {
      recurrenceId: { shown: '2026-12-24', isDay: true },
      start: { shown: '2026-12-24' },
      end: null,
      sequence: 2,
    },
  ])
})

test('an answer is read, with the words of its writer', () => {
  expect(readCalendar(answered).events).toMatchObject([
    {
      comment: '那天在外地, 抱歉',
      attendees: [{ name: '林牧', status: 'DECLINED' }],
      start: { zone: 'Europe/Berlin', at: moment('2026-12-01T13:00Z') },
    },
  ])
})

test.each([
  ['TZID=China Standard Time', 'Asia/Shanghai', '2026-12-01T06:00Z'],
  ['TZID=tzone://Microsoft/Utc', 'Etc/UTC', '2026-12-01T14:00Z'],
  ['TZID=/freeassociation.sourceforge.net/America/Indiana/Knox', 'America/Indiana/Knox', '2026-12-01T20:00Z'],
  ['TZID=Nowhere/Land', 'Nowhere/Land', null],
  ['X-OTHER=1', '', null],
])('a time with %s is in %s', (params, zone, at) => {
  const start = event(`DTSTART;${params}:20261201T140000`)?.start
  expect(start).toMatchObject({ shown: '2026-12-01T14:00', zone, at: at && moment(at) })
})

test.each([
  'DTSTART:20261301T140000Z',
  'DTSTART:20260230',
  'DTSTART:20261201T250000Z',
  'DTSTART:2026-12-01',
  'DTSTART:',
  'DTSTART',
])('%s is no time', line => {
  expect(event(line)?.start).toBeNull()
})

test.each([
  [['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261202'], null],
  [['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261203'], '2026-12-02'],
  [['DTSTART;VALUE=DATE:20261201', 'DURATION:P1W'], '2026-12-07'],
  [['DTSTART:20261201T100000Z', 'DURATION:P1DT1H'], '2026-12-02T11:00'],
  [['DTSTART:20261201T100000Z', 'DTEND:20261201T090000Z'], null],
  [['DTSTART:20261201T100000Z', 'DTEND;VALUE=DATE:20261202'], null],
  [['DTSTART:20261201T100000Z', 'DURATION:forever'], null],
  [['DTSTART:99991231T100000Z', 'DURATION:P9999W'], null],
])('%j ends at %s', (lines, shown) => {
  expect(event(...lines)?.end?.shown ?? null).toBe(shown)
})

test('whoever is written without an address of mail has none', () => {
  const people = event(
    ...['ORGANIZER;CN=A:invalid:nomail', 'ATTENDEE:urn:uuid:1', 'ATTENDEE:mailto:a%2Bb@x.test?subject=x'],
    ...['ATTENDEE:mailto:100%@x.test', `ATTENDEE:mailto:${'x'.repeat(400)}@x.test`],
  )
  expect(people?.organizer).toEqual({ name: 'A', address: '' })
  expect(people?.attendees.map(({ address }) => address)).toEqual(['', 'a+b@x.test', '100%@x.test', ''])
})

test('nothing in a name or an address makes a second line or turns its direction', () => {
  const people = event(
    'ORGANIZER;CN="a^nb\u202ec":mailto:a%0d%0aBcc:x@y.test',
    'SUMMARY:one\\ntwo\u2028three',
  )
  expect(people?.organizer).toEqual({ name: 'a bc', address: 'a Bcc:x@y.test' })
  expect(people?.summary).toBe('one two three')
})

test('what is no calendar has no events', () => {
  for (const text of ['', 'hello', '\ufeff', 'END:VEVENT', 'BEGIN:VEVENT', 'BEGIN:VCALENDAR\nEND:VCALENDAR'])
    expect(readCalendar(text).events).toEqual([])
})

test('events in no calendar are read all the same, behind a byte order mark and with bare line ends', () => {
  expect(readCalendar('\ufeffBEGIN:VEVENT\rSUMMARY:a\r b\rEND:VEVENT\r').events).toMatchObject([
    { summary: 'ab' },
  ])
})

test.each([
  ['a million of line ends', '\n'.repeat(2_000_000)],
  ['events without an end', 'BEGIN:VEVENT\n'.repeat(150_000)],
  ['ends without a beginning', 'END:VEVENT\n'.repeat(150_000)],
  ['thousands of events', 'BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\n'.repeat(20_000)],
  ['quotes that never end', `ORGANIZER${';CN="x'.repeat(300_000)}:mailto:a@b.test`],
  ['parameters without end', `BEGIN:VEVENT\nATTENDEE${';A=b,"c"'.repeat(200_000)}`],
  ['commas', `ATTENDEE;A=${','.repeat(1_000_000)}`],
  ['backslashes', `BEGIN:VEVENT\nSUMMARY:${'\\'.repeat(1_500_000)}\nEND:VEVENT`],
  ['folded lines', `BEGIN:VEVENT\nSUMMARY:${'x\n '.repeat(600_000)}\nEND:VEVENT`],
  [
    'rules of a zone',
    `BEGIN:VTIMEZONE\nTZID:X\n${'BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETTO:+0100\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\nEND:STANDARD\n'.repeat(3000)}END:VTIMEZONE\n${'BEGIN:VEVENT\nDTSTART;TZID=X:20261201T000000\nEND:VEVENT\n'.repeat(500)}`,
  ],
])('%s are read in a moment', (_what, text) => {
  const before = performance.now()
  expect(readCalendar(text).events.length).toBeLessThanOrEqual(mostEvents)
  // It takes a hundredth of this on an idle machine; what grows with the square of the text takes hours.
  expect(performance.now() - before).toBeLessThan(30_000)
})
