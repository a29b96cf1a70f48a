/** Reads the times of a calendar: a day, a moment, or what the clock of a place shows (RFC 5545, section 3.3.5). */
import type { Component, Property } from './content-lines.ts'
import { momentByRules, shownTime } from './told-zone.ts'
import { momentIn, zoneNamed } from './zones.ts'

export type CalendarTime = {
  /** What the clock of its place shows: "2026-12-01", or "2026-12-01T14:00". */
  readonly shown: string
  readonly isDay: boolean
  /** Its place: a zone of the IANA database, else the name that the file has for it; empty for none. */
  readonly zone: string
  /** The moment; null for a day, and where nobody knows the place. */
  readonly at: number | null
}

export type EventSpan = {
  readonly start: CalendarTime | null
  /** Of whole days the last one; null when it has no length. */
  readonly end: CalendarTime | null
}

/** The zones that a file describes itself, by the names that it has for them. */
export type ToldZones = ReadonlyMap<string, Component>

const dayMs = 86_400_000
const utc = 'Etc/UTC'
/** Years have four figures. */
const firstMoment = Date.UTC(1000, 0)
const lastMoment = Date.UTC(9999, 11, 31)

const dayText = (shown: number): string => new Date(shown).toISOString().slice(0, 10)
const clockText = (shown: number): string => new Date(shown).toISOString().slice(0, 16)

function momentOf(shown: number, name: string, told: ToldZones): Pick<CalendarTime, 'zone' | 'at'> {
  const zone = zoneNamed(name)
  if (zone !== null) return { zone, at: momentIn(zone, shown) }
  const rules = told.get(name)
  return { zone: name, at: rules === undefined ? null : momentByRules(rules, shown) }
}

export function readTime({ params, value }: Property, told: ToldZones): CalendarTime | null {
  const text = value.trim()
  const shown = shownTime(text)
  if (shown === null) return null
  if (text.length === 8) return { shown: dayText(shown), isDay: true, zone: '', at: null }
  if (text.endsWith('Z')) return { shown: clockText(shown), isDay: false, zone: utc, at: shown }
  const name = params.get('TZID')?.trim() ?? ''
  const place = name === '' ? { zone: '', at: null } : momentOf(shown, name, told)
  return { shown: clockText(shown), isDay: false, ...place }
}

/** RFC 5545, section 3.3.6; null for what is no length of time. */
function lengthOf(text: string): number | null {
  const [whole, weeks = '0', days = '0', hours = '0', minutes = '0', seconds = '0'] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/.exec(
      text.trim(),
    ) ?? []
  if (whole === undefined) return null
  return (+weeks * 7 + +days) * dayMs + ((+hours * 60 + +minutes) * 60 + +seconds) * 1000
}

function later(time: CalendarTime, length: number): CalendarTime | null {
  const shown = Date.parse(`${time.shown}${time.isDay ? 'T00:00' : ''}Z`) + length
  if (!(shown >= firstMoment && shown <= lastMoment)) return null
  if (time.isDay) return { ...time, shown: dayText(shown) }
  return { ...time, shown: clockText(shown), at: time.at === null ? null : time.at + length }
}

function endOf(start: CalendarTime, given: CalendarTime | null): CalendarTime | null {
  if (given === null || given.isDay !== start.isDay) return null
  if (given.isDay) {
    // Whole days end before the day that is named.
    const last = later(given, -dayMs)
    return last !== null && last.shown > start.shown ? last : null
  }
  const isAfter = given.at !== null && start.at !== null ? given.at > start.at : given.shown > start.shown
  return isAfter ? given : null
}

export function readSpan(of: (name: string) => Property | undefined, told: ToldZones): EventSpan {
  const [from, to, length] = [of('DTSTART'), of('DTEND'), of('DURATION')]
  const start = from ? readTime(from, told) : null
  if (start === null) return { start: null, end: null }
  if (to) return { start, end: endOf(start, readTime(to, told)) }
  const ms = length ? lengthOf(length.value) : null
  return { start, end: ms === null ? null : endOf(start, later(start, ms)) }
}
