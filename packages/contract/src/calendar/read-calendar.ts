/** Reads the events of calendar text (RFC 5545) and what is asked about them (iTIP, RFC 5546). */
import { type Component, lineOf, type Property, readComponents, wordsOf } from './content-lines.ts'
import { type CalendarTime, type EventSpan, readSpan, readTime, type ToldZones } from './event-time.ts'
import { partsOfRule } from './told-zone.ts'

export type CalendarPerson = {
  /** Empty when none is written. */
  readonly name: string
  /** As it is written; empty for what is no address of mail. */
  readonly address: string
}

export type Attendee = CalendarPerson & {
  /** ACCEPTED, DECLINED, TENTATIVE, DELEGATED, NEEDS-ACTION or another word. */
  readonly status: string
  readonly isAsked: boolean
}

export type Recurrence = {
  /** Null for rules of other kinds. */
  readonly every: 'day' | 'week' | 'month' | 'year' | null
  readonly interval: number
  readonly count: number | null
  readonly until: CalendarTime | null
}

export type CalendarEvent = EventSpan & {
  readonly uid: string
  readonly sequence: number
  /** The one of a series that is meant; null for the whole series, or an event that happens once. */
  readonly recurrenceId: CalendarTime | null
  readonly summary: string
  readonly location: string
  readonly description: string
  readonly comment: string
  readonly organizer: CalendarPerson | null
  readonly attendees: readonly Attendee[]
  /** TENTATIVE, CONFIRMED, CANCELLED; empty when nothing is written. */
  readonly status: string
  readonly recurrence: Recurrence | null
  /** The times as they are written, for whoever answers. */
  readonly given: ReadonlyMap<string, Property>
}

export type Calendar = {
  /** What the sender wants: REQUEST, CANCEL, REPLY, PUBLISH; empty for a mere file. */
  readonly method: string
  readonly events: readonly CalendarEvent[]
  readonly zones: ToldZones
}

export const mostEvents = 20
const mostAttendees = 2_000
const longestAddress = 320

const handedBack = new Set(['RECURRENCE-ID', 'DTSTART', 'DTEND', 'DURATION'])

function addressOf(value: string): string {
  const [, written = ''] = /^mailto:([^?]*)/i.exec(value.trim()) ?? []
  if (written.length > longestAddress) return ''
  try {
    return lineOf(decodeURIComponent(written))
  } catch {
    // A percent sign stands for itself.
    return lineOf(written)
  }
}

const personOf = ({ params, value }: Property): CalendarPerson => ({
  name: lineOf(params.get('CN') ?? ''),
  address: addressOf(value),
})

const attendeeOf = (property: Property): Attendee => ({
  ...personOf(property),
  status: (property.params.get('PARTSTAT') ?? 'NEEDS-ACTION').toUpperCase(),
  isAsked: property.params.get('RSVP')?.toUpperCase() === 'TRUE',
})

const spans = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const

const countOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null

function recurrenceOf(of: (name: string) => Property | undefined, zones: ToldZones): Recurrence | null {
  const rule = of('RRULE')
  if (rule === undefined) return of('RDATE') ? { every: null, interval: 1, count: null, until: null } : null
  const parts = partsOfRule(rule.value)
  const until = parts.get('UNTIL')
  const every = parts.get('FREQ') ?? ''
  return {
    every: Object.hasOwn(spans, every) ? spans[every as keyof typeof spans] : null,
    interval: countOf(parts.get('INTERVAL')) ?? 1,
    count: countOf(parts.get('COUNT')),
    until: until ? readTime({ ...rule, value: until }, zones) : null,
  }
}

function eventOf({ properties }: Component, zones: ToldZones): CalendarEvent {
  const first = new Map<string, Property>()
  for (const property of properties) if (!first.has(property.name)) first.set(property.name, property)
  const of = (name: string) => first.get(name)
  const value = (name: string) => of(name)?.value ?? ''
  const [organizer, one] = [of('ORGANIZER'), of('RECURRENCE-ID')]
  return {
    ...readSpan(of, zones),
    uid: value('UID').trim(),
    sequence: Number(/^\s*(\d{1,9})\s*$/.exec(value('SEQUENCE'))?.[1] ?? 0),
    recurrenceId: one ? readTime(one, zones) : null,
    summary: lineOf(value('SUMMARY')),
    location: lineOf(value('LOCATION')),
    description: wordsOf(value('DESCRIPTION')),
    comment: wordsOf(value('COMMENT')),
    organizer: organizer ? personOf(organizer) : null,
    attendees: properties
      .filter(({ name }) => name === 'ATTENDEE')
      .slice(0, mostAttendees)
      .map(attendeeOf),
    status: value('STATUS').trim().toUpperCase(),
    recurrence: recurrenceOf(of, zones),
    given: new Map([...first].filter(([name]) => handedBack.has(name))),
  }
}

/** Some files have their events in no calendar. */
function calendarsIn(file: Component): readonly Component[] {
  const calendars = file.parts.filter(({ name }) => name === 'VCALENDAR')
  return calendars.length > 0 ? calendars : [file]
}

const nameOfZone = ({ properties }: Component): string =>
  lineOf(properties.find(({ name }) => name === 'TZID')?.value ?? '')

export function readCalendar(text: string): Calendar {
  const calendars = calendarsIn(readComponents(text))
  const parts = calendars.flatMap(calendar => calendar.parts)
  const zones = new Map(
    parts.filter(({ name }) => name === 'VTIMEZONE').map(zone => [nameOfZone(zone), zone] as const),
  )
  const method = calendars.flatMap(({ properties }) => properties).find(({ name }) => name === 'METHOD')
  return {
    method: method?.value.trim().toUpperCase() ?? '',
    events: parts
      .filter(({ name }) => name === 'VEVENT')
      .slice(0, mostEvents)
      .map(event => eventOf(event, zones)),
    zones,
  }
}
