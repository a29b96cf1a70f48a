import { expect, test } from 'vitest'
import { invitationFor } from './invitation.ts'
import { readCalendar } from './read-calendar.ts'
import { answered, apple, cancelled, exchange, google, lotus, outlook, zoom } from './testing/real-shapes.ts'

const mailbox = 'lin@yanshu.test'

test.each([
  ['Google', google, 'mei@example.com', 'lin@yanshu.test'],
  ['Exchange', exchange, 'Joerg.Mueller@Example.DE', 'Lin+work@Yanshu.TEST'],
  ['Outlook', outlook, 'dana@example.com', 'lin@yanshu.test'],
  ['Apple', apple, 'zhou@example.com', 'lin@yanshu.test'],
  ['Lotus Notes', lotus, 'asha@example.in', 'lin@yanshu.test'],
])('an invitation of %s can be answered by whom it names', (_program, text, organizer, invited) => {
  const calendar = readCalendar(text)
  expect(invitationFor(calendar, mailbox)).toMatchObject({
    organizer: { address: organizer },
    invited: { address: invited },
    events: calendar.events,
  })
  expect(invitationFor(calendar, 'other@yanshu.test')).toBe('notInvited')
  expect(invitationFor(calendar, 'lin@yanshu.tester')).toBe('notInvited')
})

test.each([
  ['published', zoom],
  ['called off', cancelled],
  ['an answer', answered],
  ['empty', ''],
])('what is %s cannot be answered', (_what, text) => {
  expect(invitationFor(readCalendar(text), mailbox)).toBe('notAsked')
})

const request = (...events: string[][]) =>
  readCalendar(
    ['METHOD:REQUEST', ...events.flatMap(lines => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'])].join('\n'),
  )
const people = ['ORGANIZER:mailto:zhou@example.com', `ATTENDEE:mailto:${mailbox}`]

test('nobody answers themselves, nor somebody without an address', () => {
  expect(invitationFor(request(['UID:1', `ORGANIZER:mailto:${mailbox}`, people[1] ?? '']), mailbox)).toBe(
    'own',
  )
  expect(invitationFor(request(['UID:1', 'ORGANIZER:invalid:nomail', people[1] ?? '']), mailbox)).toBe(
    'noOrganizer',
  )
  expect(invitationFor(request(['UID:1', people[1] ?? '']), mailbox)).toBe('noOrganizer')
  expect(invitationFor(request(people), mailbox)).toBe('notAsked')
})

test('a series is answered as a whole, else the ones of it that are meant', () => {
  const one = (day: string, ...who: string[]) => ['UID:1', `RECURRENCE-ID;VALUE=DATE:${day}`, ...who]
  const days = (...events: string[][]) => {
    const found = invitationFor(request(...events), mailbox)
    return typeof found === 'string' ? found : found.events.map(event => event.recurrenceId?.shown)
  }
  expect(days(one('20261201', ...people), ['UID:1', ...people])).toEqual([undefined])
  expect(
    days(one('20261201', ...people), one('20261202', people[0] ?? ''), one('20261203', ...people)),
  ).toEqual(['2026-12-01', '2026-12-03'])
  expect(days(one('20261201', ...people), ['UID:2', ...people])).toEqual(['2026-12-01'])
})

test('a domain in its own letters is the one in ASCII', () => {
  const invited = request(['UID:1', people[0] ?? '', 'ATTENDEE:mailto:lin@例子.测试'])
  expect(invitationFor(invited, 'lin@xn--fsqu00a.xn--0zwm56d')).toMatchObject({
    invited: { address: 'lin@例子.测试' },
  })
})
