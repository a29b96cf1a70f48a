/**
 * Reads a zone that a calendar file describes itself (VTIMEZONE: RFC 5545, section 3.6.5), for names that nobody
 * else knows. Of its rules it knows those that programs write: a weekday of a month, every year.
 */
import type { Component } from './content-lines.ts'

const mostObservances = 200
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const dayMs = 86_400_000

/** An offset that holds from `start` on, or anew from a day of every year. */
type Observance = {
  start: number
  offsetMs: number
  beforeMs: number
  yearly: { month: number; nth: number; weekday: number; until: number } | null
}

export const partsOfRule = (rule: string): ReadonlyMap<string, string> =>
  new Map(
    rule
      .toUpperCase()
      .split(';')
      .map(part => part.split('=', 2))
      .map(([name = '', value = '']) => [name.trim(), value.trim()]),
  )

/** Counts a local time as if its clock were that of Greenwich; null for 30 February and 25 o'clock. */
export function shownTime(text: string): number | null {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(text) ?? []
  if (year === undefined) return null
  // A leap second counts as the one before.
  const seconds = Math.min(Number(second), 59)
  const shown = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), seconds)
  return new Date(shown).toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}`) ? shown : null
}

function offsetOf(text: string): number | null {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d)(\d\d)(?:\d\d)?$/.exec(text.trim()) ?? []
  return sign === undefined ? null : (sign === '-' ? -1 : 1) * (+hours * 60 + +minutes) * 60_000
}

function yearlyOf(rule: string): Observance['yearly'] {
  const parts = partsOfRule(rule)
  const month = Number(parts.get('BYMONTH'))
  const [, nth, day = ''] = /^([+-]?\d)(SU|MO|TU|WE|TH|FR|SA)$/.exec(parts.get('BYDAY') ?? '') ?? []
  if (parts.get('FREQ') !== 'YEARLY' || nth === undefined || !(month >= 1 && month <= 12)) return null
  const until = shownTime(parts.get('UNTIL') ?? '') ?? Number.POSITIVE_INFINITY
  return { month, nth: Number(nth), weekday: weekdays.indexOf(day), until }
}

function observanceOf({ properties }: Component): Observance | null {
  const of = (name: string) => properties.find(property => property.name === name)?.value.trim() ?? ''
  const start = shownTime(of('DTSTART'))
  const offsetMs = offsetOf(of('TZOFFSETTO'))
  if (start === null || offsetMs === null) return null
  return {
    start,
    offsetMs,
    beforeMs: offsetOf(of('TZOFFSETFROM')) ?? offsetMs,
    yearly: yearlyOf(of('RRULE')),
  }
}

/** The second Sunday counts from the first day of the month, the last one from its end. */
function onsetIn(year: number, { start, yearly }: Observance): number {
  if (yearly === null) return start
  const { month, nth, weekday, until } = yearly
  const edge = Date.UTC(year, nth > 0 ? month - 1 : month, nth > 0 ? 1 : 0)
  const edgeDay = new Date(edge).getUTCDay()
  const days =
    nth > 0 ? ((weekday - edgeDay + 7) % 7) + (nth - 1) * 7 : -((edgeDay - weekday + 7) % 7) + (nth + 1) * 7
  const clock = ((start % dayMs) + dayMs) % dayMs
  const onset = edge + days * dayMs + clock
  return onset < start || onset > until ? start : onset
}

/** Returns the moment at which the clock of a described zone shows this; null when the description cannot be read. */
export function momentByRules(zone: Component, shown: number): number | null {
  const year = new Date(shown).getUTCFullYear()
  const observances = zone.parts
    .slice(0, mostObservances)
    .filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT')
    .flatMap(part => observanceOf(part) ?? [])
  const onsets = observances.flatMap(one => [year - 1, year].map(when => ({ one, at: onsetIn(when, one) })))
  const [latest] = onsets.filter(({ at }) => at <= shown).sort((a, b) => b.at - a.at)
  if (latest !== undefined) return shown - latest.one.offsetMs
  const [first] = observances.sort((a, b) => a.start - b.start)
  return first === undefined ? null : shown - first.beforeMs
}
