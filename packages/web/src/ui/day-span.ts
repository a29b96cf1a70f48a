/** A span of days in the reader's own calendar, both ends included. URLs write it as YYYY-MM-DD. */
import dayjs, { type Dayjs } from 'dayjs'
import { dayText } from './time-text.ts'

export type DaySpan = { from: string | null; to: string | null }

const written = (day: Dayjs): string => day.format('YYYY-MM-DD')

export const presets: readonly { name: string; span: (today: Dayjs) => DaySpan }[] = [
  { name: '今天', span: today => ({ from: written(today), to: written(today) }) },
  {
    name: '昨天',
    span: today => ({ from: written(today.subtract(1, 'day')), to: written(today.subtract(1, 'day')) }),
  },
  { name: '近 7 天', span: today => ({ from: written(today.subtract(6, 'day')), to: written(today) }) },
  { name: '近 30 天', span: today => ({ from: written(today.subtract(29, 'day')), to: written(today) }) },
  { name: '本月', span: today => ({ from: written(today.startOf('month')), to: written(today) }) },
  {
    name: '上月',
    span: today => ({
      from: written(today.subtract(1, 'month').startOf('month')),
      to: written(today.subtract(1, 'month').endOf('month')),
    }),
  },
]

const readDay = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && written(dayjs(text)) === text ? text : null

/** Reads the span from a URL; text that is not a day is ignored. */
export const readSpan = (params: URLSearchParams): DaySpan => ({
  from: readDay(params.get('from')),
  to: readDay(params.get('to')),
})

/** Returns the moments at its beginning and end; the end is excluded. */
export const momentsOf = ({ from, to }: DaySpan): { from?: string; to?: string } => ({
  ...(from !== null && { from: dayjs(from).startOf('day').toISOString() }),
  ...(to !== null && { to: dayjs(to).add(1, 'day').startOf('day').toISOString() }),
})

/** Returns null when the span limits nothing. */
export function spanWords(span: DaySpan, today: Dayjs): string | null {
  const { from, to } = span
  const words = (day: string) => dayText(day, today.toDate())
  const preset = presets.find(one => {
    const same = one.span(today)
    return same.from === from && same.to === to
  })
  if (preset) return preset.name
  if (from !== null && to !== null) return from === to ? words(from) : `${words(from)}到${words(to)}`
  if (from !== null) return `${words(from)}起`
  return to === null ? null : `到${words(to)}`
}
