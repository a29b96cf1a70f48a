import { expect, test } from 'vitest'
import { momentIn, windowsZoneNames, zoneNamed } from './zones.ts'

test('every zone of Windows is one that a clock can be set to', () => {
  for (const name of windowsZoneNames) {
    const zone = zoneNamed(name) ?? ''
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone }), `${name} as ${zone}`).not.toThrow()
    expect(zone, name).toMatch(/^[A-Z]\w+\/[\w/+-]+$/)
  }
})

test.each([
  ['eastern standard time', 'America/New_York'],
  ['Asia/Shanghai', 'Asia/Shanghai'],
  ['/softwarestudio.org/Olson_20011030_5/Europe/London', 'Europe/London'],
])('%s is %s', (name, zone) => {
  expect(zoneNamed(name)).toBe(zone)
})

test.each(['', 'Customized Time Zone', '(UTC+08:00) Beijing', '+08:00', 'x'.repeat(101), '../etc/passwd'])(
  '“%s” is the name of none',
  name => {
    expect(zoneNamed(name)).toBeNull()
  },
)

test.each([
  ['Asia/Shanghai', '2026-12-01T14:00Z', '2026-12-01T06:00Z'],
  ['Europe/Berlin', '2026-07-01T14:00Z', '2026-07-01T12:00Z'],
  ['Europe/Berlin', '2026-10-25T12:00Z', '2026-10-25T11:00Z'],
  ['America/New_York', '2026-03-08T03:30Z', '2026-03-08T07:30Z'],
  ['Pacific/Apia', '2026-01-01T00:30Z', '2025-12-31T11:30Z'],
])('in %s the clock shows %s at %s', (zone, shown, at) => {
  expect(momentIn(zone, Date.parse(shown))).toBe(Date.parse(at))
})
