/**
 * Computes days as people in a time zone live them. Zones are IANA names; the machine's own zone data is
 * recent enough.
 */
import { day, hour } from './clock.ts'

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export type LocalTime = { year: number; month: number; date: number; hour: number; minute: number }

/** Returns a function that reads the clocks of a zone. */
export function clocksIn(zone: string): (at: number) => LocalTime & { second: number } {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return at => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const of = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
    return {
      year: of('year'),
      month: of('month'),
      date: of('day'),
      hour: of('hour'),
      minute: of('minute'),
      second: of('second'),
    }
  }
}

/**
 * Returns the moment at which clocks in the zone show this time. If they skip it, returns the moment of the
 * skip.
 */
export function momentOf(zone: string, local: LocalTime): number {
  const read = clocksIn(zone)
  const asUtc = Date.UTC(local.year, local.month - 1, local.date, local.hour, local.minute)
  const shownAt = (at: number): number => {
    const shown = read(at)
    return Date.UTC(shown.year, shown.month - 1, shown.date, shown.hour, shown.minute, shown.second)
  }
  // The offset at the guess equals that of the answer, except near a change; a second step settles that.
  let at = asUtc - (shownAt(asUtc) - asUtc)
  at -= shownAt(at) - asUtc
  return shownAt(at) < asUtc ? at + hour : at
}

/** Returns midnights: the first is that of the day so many days before `now`, and the last is tomorrow's. */
export function midnights(zone: string, now: number, daysBefore: number): number[] {
  const today = clocksIn(zone)(now)
  const noon = Date.UTC(today.year, today.month - 1, today.date, 12)
  return Array.from({ length: daysBefore + 2 }, (_, index) => {
    const then = new Date(noon + (index - daysBefore) * day)
    return momentOf(zone, {
      year: then.getUTCFullYear(),
      month: then.getUTCMonth() + 1,
      date: then.getUTCDate(),
      hour: 0,
      minute: 0,
    })
  })
}
