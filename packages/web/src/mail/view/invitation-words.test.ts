import { readCalendar } from '@yanshu/contract/calendar/read-calendar'
import { expect, test } from 'vitest'
import { leafOf, occasionsOf, replyWords } from './invitation-words.ts'

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'METHOD:REQUEST', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => calendar('BEGIN:VEVENT', ...lines, 'END:VEVENT')
const told = (text: string) => occasionsOf(readCalendar(text))
const when = (...lines: string[]) => told(event(...lines))[0]?.when

/** Says a moment as a reader on this machine would, whichever zone it is in. */
const localText = (moment: string) => {
  const at = new Date(moment)
  const day = '日一二三四五六'[at.getDay()]
  const clock = [at.getHours(), at.getMinutes()].map(part => String(part).padStart(2, '0')).join(':')
  return `${at.getFullYear()}年${at.getMonth() + 1}月${at.getDate()}日 周${day} ${clock}`
}

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
  expect(told(text)).toEqual([
    {
      what: '季度会议, 第二次',
      when: '2026年12月1日 周二 14:00 至 15:30（Mars/Olympus 时间），每周重复',
      where: '三楼',
      who: '周: 予安 zhou@example.com',
      guests: 2,
      note: '请准时\n带材料',
      cancelled: false,
    },
  ])
})

test('whole days have no hours, and what is called off says so', () => {
  const [one] = told(event('DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261202', 'STATUS:CANCELLED'))
  expect(one).toMatchObject({ when: '2026年12月1日 周二 全天', cancelled: true, who: '' })
  expect(one?.what).toBe('没有标题的日程')
  expect(when('DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261204')).toBe(
    '2026年12月1日 周二 至 2026年12月3日 周四',
  )
})

test('a time of the whole world is told in the reader’s own', () => {
  expect(when('DTSTART:20261201T060000Z')).toBe(localText('2026-12-01T06:00:00Z'))
})

test('a time of another place is told in the reader’s own, with the one of its place', () => {
  const words = when('DTSTART;TZID=Pacific/Kiritimati:20261201T140000') ?? ''
  expect(words).toMatch(/（莱恩群岛时间 (?:\S+ \S+ )?14:00）$/)
  expect(words.split('（')[0]).toBe(localText('2026-12-01T00:00:00Z'))
})

test('a zone that only the file knows keeps its name', () => {
  const zone = [
    ...['BEGIN:VTIMEZONE', 'TZID:Moon/Base', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+1145', 'END:STANDARD', 'END:VTIMEZONE'],
  ]
  const [one] = told(
    calendar(...zone, 'BEGIN:VEVENT', 'DTSTART;TZID=Moon/Base:20261201T140000', 'END:VEVENT'),
  )
  expect(one?.when).toMatch(/（Moon\/Base (?:\S+ \S+ )?14:00）$/)
  expect(one?.when).toContain(localText('2026-12-01T02:15:00Z'))
})

test.each([
  ['FREQ=DAILY', '每天重复'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=10', '每 2 周重复，共 10 次'],
  ['FREQ=MONTHLY;UNTIL=20270301', '每月重复，到 2027年3月1日 为止'],
  ['FREQ=MONTHLY;INTERVAL=3', '每 3 个月重复'],
  ['FREQ=YEARLY', '每年重复'],
  ['FREQ=HOURLY', '会重复'],
  ['nonsense', '会重复'],
])('%s is said as “%s”', (rule, says) => {
  expect(when('DTSTART;VALUE=DATE:20261201', `RRULE:${rule}`)).toBe(`2026年12月1日 周二 全天，${says}`)
})

test('the leaf shows the day on which it begins', () => {
  const [one] = readCalendar(event('DTSTART;VALUE=DATE:20261201')).events
  expect(one && leafOf(one)).toEqual({ month: '12月', day: '1', weekday: '周二' })
})

test('an answer says who has answered what', () => {
  const answers = (...lines: string[]) => replyWords(readCalendar(event(...lines)).events[0]?.attendees[0])
  expect(answers('ATTENDEE;CN=林牧;PARTSTAT=ACCEPTED:mailto:lin@example.com')).toBe('林牧 接受了')
  expect(answers('ATTENDEE;PARTSTAT=DECLINED:mailto:lin@example.com')).toBe('lin@example.com 谢绝了')
  expect(answers('ATTENDEE;PARTSTAT=X-ODD:mailto:lin@example.com')).toBe('lin@example.com 答复了')
  expect(answers()).toBe('有人答复了')
})

test('what is no calendar invites to nothing', () => {
  for (const text of ['', 'hello', 'END:VEVENT', 'BEGIN:VEVENT']) expect(told(text)).toEqual([])
})
