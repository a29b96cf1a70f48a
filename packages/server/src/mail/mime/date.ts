/** Turns a Date header (RFC 5322, section 3.3, with the obsolete forms of 4.3) into ISO 8601 UTC. */

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec'
const ZONES: ReadonlyMap<string, number> = new Map([
  ['est', -300],
  ['edt', -240],
  ['cst', -360],
  ['cdt', -300],
  ['mst', -420],
  ['mdt', -360],
  ['pst', -480],
  ['pdt', -420],
])
const FORM =
  /^(?:[a-z]{2,9}\.?,?\s{0,9})?(\d{1,2})[\s-]{1,9}([a-z]{3})[a-z]{0,6}\.?[\s,-]{1,9}(\d{2,4})[\s,]{1,9}(\d{1,2})\s{0,9}:\s{0,9}(\d{1,2})(?:\s{0,9}:\s{0,9}(\d{1,2})(?:\.\d{1,9})?)?\s{0,9}((?:GMT|UTC|UT)?\s?[+-]\d{1,2}:?\d{0,2}|[a-z]{1,5})?/i
const ISO_FORM = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/i

/** Returns null for text that is not a date, and for years before 1970, when no mail was sent. */
export function parseMailDate(value: string): string | null {
  const text = withoutComments(value)
  const time = ISO_FORM.test(text) ? isoTime(text) : formTime(text)
  return time === null || Number.isNaN(time) || time < 0 || time > 253_402_300_799_999
    ? null
    : new Date(time).toISOString()
}

const withoutComments = (value: string): string =>
  value
    .slice(0, 128)
    .replace(/\([^)]*\)/g, ' ')
    .trim()

function isoTime(text: string): number {
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`
  // RFC 3339 section 5.6: a minute may have a 61st second, which JavaScript dates cannot express.
  const isLeap = /^.{16}:60/.test(zoned)
  return Date.parse(zoned.replace(' ', 'T').replace(/^(.{16}):60/, '$1:59')) + (isLeap ? 1000 : 0)
}

/** Returns the day that is written in a date, in whatever zone, counted from 1970; null for text that is not a date. */
export function parseMailDay(value: string): number | null {
  const text = withoutComments(value)
  const start = ISO_FORM.test(text) ? Date.parse(text.slice(0, 10)) : (formFields(text)?.start ?? Number.NaN)
  return Number.isNaN(start) ? null : Math.floor(start / 86_400_000)
}

function formTime(text: string): number | null {
  const fields = formFields(text)
  return fields === null ? null : fields.start + (fields.minutes * 60 + fields.seconds) * 1000
}

/** `start` is the beginning of the day as it is written, and `minutes` are those of UTC from there. */
function formFields(text: string): { start: number; minutes: number; seconds: number } | null {
  const match = FORM.exec(text)
  if (match === null) return null
  const [, day, monthName, year, hour, minute, second, zone] = match
  const month = MONTHS.indexOf((monthName ?? '').toLowerCase()) / 3
  if (!Number.isInteger(month) || month < 0) return null
  const offset = zoneMinutes(zone ?? '')
  const parts = [Number(day), Number(hour), Number(minute), Number(second ?? 0)] as const
  if (parts[0] < 1 || parts[1] > 23 || parts[2] > 59 || parts[3] > 60) return null
  const start = new Date(0)
  start.setUTCFullYear(fullYear(year ?? ''), month, parts[0])
  if (start.getUTCMonth() !== month) return null
  return { start: start.getTime(), minutes: parts[1] * 60 + parts[2] - offset, seconds: parts[3] }
}

/** RFC 5322, section 4.3: two digits below 50 belong to this century; three digits count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return digits.length === 3 ? 1900 + year : year
}

/** Some programs drop the zero of the hours, or write hours only: "-600", "+8", "GMT+0800". */
function zoneMinutes(zone: string): number {
  const numeric = /([+-])(\d{1,2}?):?(\d\d)?$/.exec(zone)
  if (numeric === null) return ZONES.get(zone.toLowerCase()) ?? 0
  const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0)
  return numeric[1] === '-' ? -minutes : minutes
}
