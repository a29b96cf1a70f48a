import { expect, test } from 'vitest'
import { readInvitation } from './read-invitation.ts'

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'METHOD:REQUEST', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => calendar('BEGIN:VEVENT', ...lines, 'END:VEVENT')

test('an invitation is read in words, also from folded lines and with alarms inside', () => {
  const text = event(
    'DTSTART;TZID="Mars/Olympus":20261201T140000',
    'DTEND;TZID="Mars/Olympus":20261201T153000',
    'SUMMARY:季度会议\\, 第二',
    ' 次',
    'LOCATION:三楼',
    'ORGANIZER;CN="周: 予安":mailto:zhou@example.com',
    'ATTENDEE;CN=A:mailto:a@example.com',
    'ATTENDEE;CN=B:mailto:b@example.com',
    'DESCRIPTION:请准时\\n带材料',
    'RRULE:FREQ=WEEKLY',
    'BEGIN:VALARM',
    'DESCRIPTION:提醒',
    'END:VALARM',
  )
  expect(readInvitation(text)).toEqual([
    {
      what: '季度会议, 第二次',
      when: '2026年12月1日 14:00 至 15:30（Mars/Olympus 时间）',
      where: '三楼',
      who: '周: 予安 zhou@example.com',
      guests: 2,
      note: '请准时\n带材料',
      repeats: true,
      cancelled: false,
    },
  ])
})

test('whole days have no hours, and what is called off says so', () => {
  const [one] = readInvitation(
    event('DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261202', 'STATUS:CANCELLED'),
  )
  expect(one).toMatchObject({ when: '2026年12月1日', cancelled: true, what: '', who: '' })
})

test('a time of the whole world is told in the reader’s own', () => {
  const [one] = readInvitation(event('DTSTART:20261201T060000Z'))
  expect(one?.when).toMatch(/^2026年\d+月\d+日 \d\d:\d\d$/)
})

test('what is no calendar invites to nothing', () => {
  for (const text of ['', 'hello', 'END:VEVENT', 'BEGIN:VEVENT']) expect(readInvitation(text)).toEqual([])
})
