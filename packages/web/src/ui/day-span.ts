/** A span of days of the reader's own calendar, both ends included. It is written into URLs as YYYY-MM-DD. */
import dayjs, { type Dayjs } from 'dayjs'

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

/** What a URL says; what is no day is left out. */
export const readSpan = (params: URLSearchParams): DaySpan => ({
  from: readDay(params.get('from')),
  to: readDay(params.get('to')),
})

/** The moments between which it lies, the second not included. */
export const momentsOf = ({ from, to }: DaySpan): { from?: string; to?: string } => ({
  ...(from !== null && { from: dayjs(from).startOf('day').toISOString() }),
  ...(to !== null && { to: dayjs(to).add(1, 'day').startOf('day').toISOString() }),
})

const dayWords = (text: string, today: Dayjs): string => {
  const day = dayjs(text)
  return day.format(day.year() === today.year() ? 'M月D日' : 'YYYY年M月D日')
}

/** Null when it narrows nothing. */
export function spanWords(span: DaySpan, today: Dayjs): string | null {
  const { from, to } = span
  const preset = presets.find(one => {
    const same = one.span(today)
    return same.from === from && same.to === to
  })
  if (preset) return preset.name
  if (from !== null && to !== null)
    return from === to ? dayWords(from, today) : `${dayWords(from, today)}到${dayWords(to, today)}`
  if (from !== null) return `${dayWords(from, today)}起`
  return to === null ? null : `到${dayWords(to, today)}`
}
