/**
 * Formats times as people say them, in the browser's zone. The caller passes `now`, so that all times in a
 * list agree.
 */
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'

/** Formats a time in a list: 刚刚, 12 分钟前, 09:41, 昨天 14:20, 3月5日, 2024年3月5日. */
export function shortTime(at: string | Date, now: Date): string {
  const then = dayjs(at)
  const today = dayjs(now)
  const minutes = today.diff(then, 'minute')
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${minutes} 分钟前`
  if (then.isSame(today, 'day')) return then.format('HH:mm')
  if (then.isSame(today.subtract(1, 'day'), 'day')) return then.format('昨天 HH:mm')
  return dayText(at, now)
}

/** Formats a day: 3月5日, 2024年3月5日. */
export function dayText(at: string | Date, now: Date): string {
  const then = dayjs(at)
  return then.format(then.isSame(now, 'year') ? 'M月D日' : 'YYYY年M月D日')
}

/** Formats an exact time: 今天 10:32, 昨天 14:20, 3月5日 10:32, 2024年3月5日 10:32. */
export function fullTime(at: string | Date, now: Date): string {
  const then = dayjs(at)
  const today = dayjs(now)
  if (then.isSame(today, 'day')) return then.format('今天 HH:mm')
  if (then.isSame(today.subtract(1, 'day'), 'day')) return then.format('昨天 HH:mm')
  return then.format(then.isSame(today, 'year') ? 'M月D日 HH:mm' : 'YYYY年M月D日 HH:mm')
}

/** Formats a time in full, for people who prefer that: 2026年3月5日 10:32. */
export function exactTime(at: string | Date): string {
  return dayjs(at).format('YYYY年M月D日 HH:mm')
}

export function dateText(at: string | Date): string {
  return dayjs(at).format('YYYY年M月D日')
}
