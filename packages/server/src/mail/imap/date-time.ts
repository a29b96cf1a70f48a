/** Times and days in the forms of RFC 9051, section 9. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const DATE = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/
const DATE_TIME = /^([ \d]\d)-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/
const DAY_MS = 86_400_000

/** Reads `" 7-Feb-1994 21:52:25 -0800"`; null for what is no time. */
export function parseDateTime(text: string): number | null {
  const found = DATE_TIME.exec(text)
  if (found === null) return null
  const [, day = '', month = '', year = '', hours, minutes, seconds, sign, zoneHours, zoneMinutes] = found
  const start = dayOf(day, month, year)
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  const [ahead, aside] = [Number(zoneHours), Number(zoneMinutes)]
  if (start === null || hour > 23 || minute > 59 || second > 60 || ahead > 23 || aside > 59) return null
  const zone = (ahead * 60 + aside) * (sign === '-' ? -1 : 1)
  return start * DAY_MS + ((hour * 60 + minute - zone) * 60 + second) * 1_000
}

/** Reads `1-Feb-1994` as a count of days from 1970. */
export function parseDay(text: string): number | null {
  const [, day = '', month = '', year = ''] = DATE.exec(text) ?? []
  return dayOf(day, month, year)
}

function dayOf(day: string, month: string, year: string): number | null {
  const place = MONTHS.findIndex(name => name.toLowerCase() === month.toLowerCase())
  if (place < 0) return null
  const date = new Date(0)
  date.setUTCFullYear(Number(year), place, Number(day))
  return date.getUTCMonth() === place && Number(day) > 0 ? Math.floor(date.getTime() / DAY_MS) : null
}

/** Writes INTERNALDATE and SAVEDATE, with the quotation marks. */
export function writeDateTime(time: number): string {
  const date = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')
  const day = String(date.getUTCDate()).padStart(2, ' ')
  const year = String(Math.max(0, date.getUTCFullYear())).padStart(4, '0')
  return `"${day}-${MONTHS[date.getUTCMonth()]}-${year} ${clock} +0000"`
}
