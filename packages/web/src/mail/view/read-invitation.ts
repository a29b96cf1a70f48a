/** Puts a calendar file (RFC 5545) into words, as far as a reader needs it. */
import { dateText, exactTime } from '../../ui/time-text.ts'

export type Occasion = {
  what: string
  when: string
  where: string
  /** The person who invites, and the number of guests. */
  who: string
  guests: number
  note: string
  repeats: boolean
  cancelled: boolean
}

type Property = { name: string; params: ReadonlyMap<string, string>; value: string }

const MOST_OCCASIONS = 20

/** Long lines are folded: a line that begins with a blank continues the line before. */
function propertiesOf(text: string): Property[] {
  return text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .flatMap(line => {
      const [, name = '', given = '', value = ''] =
        /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^":;]*))*):(.*)$/.exec(line) ?? []
      if (name === '') return []
      const params = Array.from(
        given.matchAll(/;([A-Za-z0-9-]+)=(?:"([^"]*)"|([^":;]*))/g),
        ([, key = '', quoted, bare = '']) => [key.toUpperCase(), quoted ?? bare] as const,
      )
      return [{ name: name.toUpperCase(), params: new Map(params), value }]
    })
}

const wordsOf = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, mark: string) => (mark.toLowerCase() === 'n' ? '\n' : mark)).trim()

/** Reads a day, a UTC time, or a local time with the name of its zone. */
function timeOf({ params, value }: Property): { text: string; zone: string } | null {
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(value.trim()) ?? []
  if (year === undefined) return null
  const date = `${year}-${month}-${day}`
  if (hour === undefined) return { text: dateText(`${date}T00:00`), zone: '' }
  const text = exactTime(`${date}T${hour}:${minute}${utc ?? ''}`)
  return { text, zone: utc ? '' : (params.get('TZID') ?? '') }
}

function whenOf(start: Property | undefined, end: Property | undefined): string {
  const from = start && timeOf(start)
  if (!from) return ''
  // The end of a whole-day event is the day after.
  const to = end && /T/.test(end.value) ? timeOf(end) : null
  const [day = ''] = from.text.split(' ')
  const until = to && ` 至 ${to.text.startsWith(`${day} `) ? to.text.slice(day.length + 1) : to.text}`
  const isElsewhere = from.zone !== '' && from.zone !== Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${from.text}${until ?? ''}${isElsewhere ? `（${from.zone} 时间）` : ''}`
}

export function readInvitation(text: string): Occasion[] {
  const all = propertiesOf(text)
  const isCancelled = all.some(({ name, value }) => name === 'METHOD' && value.toUpperCase() === 'CANCEL')
  const found: Occasion[] = []
  let inside: Property[] = []
  let depth: string[] = []
  for (const property of all) {
    const { name, value } = property
    if (name === 'BEGIN') {
      depth = [...depth, value.toUpperCase()]
      if (value.toUpperCase() === 'VEVENT') inside = []
    } else if (name === 'END') {
      if (depth.at(-1) === 'VEVENT') found.push(occasionOf(inside, isCancelled))
      depth = depth.slice(0, -1)
      if (found.length === MOST_OCCASIONS) break
      // Alarms inside an event have texts of their own.
    } else if (depth.at(-1) === 'VEVENT') inside.push(property)
  }
  return found
}

function occasionOf(properties: readonly Property[], isCancelled: boolean): Occasion {
  const of = (name: string) => properties.find(property => property.name === name)
  const words = (name: string) => wordsOf(of(name)?.value ?? '')
  const organizer = of('ORGANIZER')
  const address = (organizer?.value ?? '').replace(/^mailto:/i, '')
  const person = organizer?.params.get('CN') ?? ''
  return {
    what: words('SUMMARY'),
    when: whenOf(of('DTSTART'), of('DTEND')),
    where: words('LOCATION'),
    who: [person, address].filter((part, at, parts) => part !== '' && parts.indexOf(part) === at).join(' '),
    guests: properties.filter(({ name }) => name === 'ATTENDEE').length,
    note: words('DESCRIPTION'),
    repeats: of('RRULE') !== undefined,
    cancelled: isCancelled || words('STATUS').toUpperCase() === 'CANCELLED',
  }
}
