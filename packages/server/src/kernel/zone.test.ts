import { describe, expect, it } from 'vitest'
import { day, hour, isoTime } from './clock.ts'
import { isZone, midnights, momentOf } from './zone.ts'

describe('days in a time zone', () => {
  it.each(['Asia/Shanghai', 'UTC', 'America/St_Johns', 'Etc/GMT+5'])('%s is one', name => {
    expect(isZone(name)).toBe(true)
  })
  it.each(['', 'Mars/Olympus', '../../etc', 'Asia'])('"%s" is none', name => {
    expect(isZone(name)).toBe(false)
  })

  it.each([
    ['UTC', '2026-03-05T00:00:00.000Z'],
    ['Asia/Shanghai', '2026-03-05T16:00:00.000Z'],
    ['Asia/Kathmandu', '2026-03-05T18:15:00.000Z'],
    ['America/New_York', '2026-03-05T05:00:00.000Z'],
  ])('begin at midnight of %s', (zone, expected) => {
    const now = Date.parse('2026-03-05T20:00:00Z')
    expect(midnights(zone, now, 0).map(isoTime)[0]).toBe(expected)
  })

  it('are as long as they are when clocks change', () => {
    const now = Date.parse('2026-03-10T12:00:00Z')
    const days = midnights('America/New_York', now, 4)
    const lengths = days.slice(1).map((midnight, at) => midnight - (days[at] ?? 0))
    expect(lengths).toEqual([day, day, day - hour, day, day])
  })

  it('that begin at one, because midnight is skipped, begin there', () => {
    const [begin] = midnights('America/Santiago', Date.parse('2026-09-06T15:00:00Z'), 0)
    expect(isoTime(begin ?? 0)).toBe('2026-09-06T04:00:00.000Z')
  })

  it('have the moments that their clocks show', () => {
    const local = { year: 2027, month: 1, date: 31, hour: 18, minute: 30 }
    expect(isoTime(momentOf('Asia/Shanghai', local))).toBe('2027-01-31T10:30:00.000Z')
    expect(isoTime(momentOf('America/St_Johns', local))).toBe('2027-01-31T22:00:00.000Z')
  })
})
