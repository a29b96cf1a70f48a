import type { Dayjs } from 'dayjs'

type Choice = { label: string; at: Dayjs }

/** Returns usual times, relative to now. */
export function usualTimes(now: Dayjs): Choice[] {
  const at = (day: Dayjs, hour: number) => day.startOf('day').hour(hour)
  const monday = now.add((8 - now.day()) % 7 || 7, 'day')
  const times = [
    { label: '一小时后', at: now.add(1, 'hour').second(0).millisecond(0) },
    ...(now.hour() < 19 ? [{ label: '今晚 20:00', at: at(now, 20) }] : []),
    { label: '明早 8:00', at: at(now.add(1, 'day'), 8) },
    { label: '下周一 8:00', at: at(monday, 8) },
  ]
  // Tomorrow may be Monday, and then two choices are the same.
  return times.filter(({ at: one }, index) => times.findIndex(({ at: other }) => other.isSame(one)) === index)
}
