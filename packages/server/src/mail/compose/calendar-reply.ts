/**
 * Writes the answer to an invitation as a calendar (RFC 5546, section 3.2.3; RFC 5545 for its form). It repeats of the
 * invitation only what names the event, in a form that cannot bring in another line.
 */
import type { Component, Property } from '@yanshu/contract/calendar/content-lines'
import type { CalendarEvent, CalendarPerson } from '@yanshu/contract/calendar/read-calendar'

export type Reply = {
  readonly events: readonly CalendarEvent[]
  readonly zones: ReadonlyMap<string, Component>
  readonly organizer: CalendarPerson
  readonly invited: CalendarPerson
  readonly status: 'ACCEPTED' | 'TENTATIVE' | 'DECLINED'
  /** Words for the organizer; empty for none. */
  readonly comment: string
  readonly at: Date
}

const lineBytes = 75
const longestText = 2_000
const mostRules = 60

/** Characters that end a line for any reader, or are none. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

const oneLine = (text: string): string => text.slice(0, longestText).toWellFormed().replace(breaking, ' ')

/** RFC 5545, section 3.1: at most 75 octets in a line, and no character is cut in two. */
function folded(line: string): string {
  let out = ''
  let bytes = 0
  for (const char of line) {
    const size = Buffer.byteLength(char)
    if (bytes + size > lineBytes) {
      out += '\r\n '
      bytes = 1
    }
    out += char
    bytes += size
  }
  return `${out}\r\n`
}

/** RFC 5545, section 3.3.11. */
const textValue = (text: string): string =>
  text
    .slice(0, longestText)
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(breaking, ' ')

/** A quoted parameter cannot hold quotes (RFC 5545, section 3.2). */
const paramValue = (text: string): string => `"${oneLine(text).replaceAll('"', "'")}"`

const person = (name: string, params: string, { name: called, address }: CalendarPerson): string =>
  `${name}${params}${called === '' ? '' : `;CN=${paramValue(called)}`}:mailto:${address}`

/** Times go back as they came: that is how programs find the one of a series that is meant. */
function given({ name, params, value }: Property): string[] {
  if (!/^(?:\d{8}(?:T\d{6}Z?)?|\+?P[0-9WDTHMS]{1,30})$/.test(value.trim())) return []
  const kept = ['VALUE', 'TZID', 'RANGE'].flatMap(key => {
    const text = params.get(key)
    return text === undefined ? [] : [`;${key}=${/^[A-Za-z0-9/_+-]+$/.test(text) ? text : paramValue(text)}`]
  })
  return [`${name}${kept.join('')}:${value.trim()}`]
}

const stamp = (at: Date): string => at.toISOString().replace(/\.\d+|[-:]/g, '')

function eventLines(event: CalendarEvent, { organizer, invited, status, comment, at }: Reply): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${oneLine(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${stamp(at)}`,
    ...[...event.given.values()].flatMap(given),
    ...(event.summary === '' ? [] : [`SUMMARY:${textValue(event.summary)}`]),
    person('ORGANIZER', '', organizer),
    person('ATTENDEE', `;PARTSTAT=${status}`, invited),
    ...(comment === '' ? [] : [`COMMENT:${textValue(comment)}`]),
    'END:VEVENT',
  ]
}

const zoneFields = new Set(['TZOFFSETFROM', 'TZOFFSETTO', 'TZNAME', 'DTSTART', 'RRULE', 'RDATE'])

/** A zone that times name stands beside them (RFC 5545, section 3.2.19). */
function zoneLines(name: string, { parts }: Component): string[] {
  const rules = parts.filter(part => part.name === 'STANDARD' || part.name === 'DAYLIGHT')
  if (rules.length === 0 || rules.length > mostRules) return []
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${textValue(name)}`,
    ...rules.flatMap(rule => [
      `BEGIN:${rule.name}`,
      ...rule.properties
        .filter(property => zoneFields.has(property.name))
        .map(property => `${property.name}:${oneLine(property.value)}`),
      `END:${rule.name}`,
    ]),
    'END:VTIMEZONE',
  ]
}

export function writeReply(reply: Reply): string {
  const named = reply.events.flatMap(event => [...event.given.values()].map(time => time.params.get('TZID')))
  const zones = [...new Set(named)].flatMap(name => {
    const zone = name === undefined ? undefined : reply.zones.get(name.trim())
    return name === undefined || zone === undefined ? [] : zoneLines(name.trim(), zone)
  })
  return [
    'BEGIN:VCALENDAR',
    'PRODID:-//Yanshu//Yanshu//ZH',
    'VERSION:2.0',
    'METHOD:REPLY',
    ...zones,
    ...reply.events.flatMap(event => eventLines(event, reply)),
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('')
}
