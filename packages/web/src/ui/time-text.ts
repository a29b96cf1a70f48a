/** Times as people say them, in the browser's zone. `now` is given so that a list agrees with itself. */
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'

/** In a list: 刚刚, 12 分钟前, 09:41, 昨天 14:20, 3月5日, 2024年3月5日. */
export function shortTime(at: string | Date, now: Date): string {
  const then = dayjs(at)
  const today = dayjs(now)
  const minutes = today.diff(then, 'minute')
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${minutes} 分钟前`
  if (then.isSame(today, 'day')) return then.format('HH:mm')
  if (then.isSame(today.subtract(1, 'day'), 'day')) return then.format('昨天 HH:mm')
  return then.format(then.isSame(today, 'year') ? 'M月D日' : 'YYYY年M月D日')
}

/** Where the exact time matters: 今天 10:32, 昨天 14:20, 3月5日 10:32, 2024年3月5日 10:32. */
export function fullTime(at: string | Date, now: Date): string {
  const then = dayjs(at)
  const today = dayjs(now)
  if (then.isSame(today, 'day')) return then.format('今天 HH:mm')
  if (then.isSame(today.subtract(1, 'day'), 'day')) return then.format('昨天 HH:mm')
  return then.format(then.isSame(today, 'year') ? 'M月D日 HH:mm' : 'YYYY年M月D日 HH:mm')
}

/** For those who want every time written out: 2026年3月5日 10:32. */
export function exactTime(at: string | Date): string {
  return dayjs(at).format('YYYY年M月D日 HH:mm')
}

export function dateText(at: string | Date): string {
  return dayjs(at).format('YYYY年M月D日')
}

/** What a countdown shows: 52:14, 3:07 小时 is 3:07, 12 天. Whole seconds, never negative. */
export function countdownText(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  // To the nearest day: seven days are still seven a second later.
  if (left >= 86_400) return `${Math.round(left / 86_400)} 天`
  if (left >= 3_600) return `${Math.floor(left / 3_600)}:${two(Math.floor((left % 3_600) / 60))}`
  return `${two(Math.floor(left / 60))}:${two(left % 60)}`
}

/** How long something has been going on: 41 天, 3 小时, 12 分钟. */
export function spanText(seconds: number): string {
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} 天`
  if (seconds >= 3_600) return `${Math.floor(seconds / 3_600)} 小时`
  return `${Math.max(1, Math.floor(seconds / 60))} 分钟`
}
