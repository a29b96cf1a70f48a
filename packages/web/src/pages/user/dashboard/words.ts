/** Figures and spans of time in words. */
import dayjs from 'dayjs'
import type { Span } from './queries.ts'

export const moneyText = (cents: number): string =>
  `¥${(cents / 100).toLocaleString('zh-CN', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })}`

const earlier: Readonly<Record<Span, string>> = { '1': '昨天此时', '7': '前 7 天', '30': '前 30 天' }

/** 比前 7 天多 12%. Nothing where there is nothing to compare with. */
export function compareText(value: number, before: number, span: Span): string {
  if (before === 0) return value === 0 ? '还没有' : `${earlier[span]}没有`
  const percent = Math.round(((value - before) / before) * 100)
  if (percent === 0) return `和${earlier[span]}一样`
  return percent > 0 ? `比${earlier[span]}多 ${percent}%` : `比${earlier[span]}少 ${-percent}%`
}

export const shareText = (part: number, whole: number): string =>
  whole === 0 ? '' : `${Math.round((part / whole) * 100)}%`

/** 11月9日 至 11月15日, or the one day. */
export function rangeText(from: string, to: string): string {
  const [first, last] = [dayjs(from), dayjs(to).subtract(1, 'minute')]
  return first.isSame(last, 'day')
    ? first.format('M月D日 dddd')
    : `${first.format('M月D日')} 至 ${last.format('M月D日')}`
}

/** Returns the time of a point: 13 时, 11月13日 周四 12–18 时, 11月13日. */
export function pointText(at: string, stepMinutes: number): string {
  const begin = dayjs(at)
  if (stepMinutes >= 1440) return begin.format('M月D日 ddd')
  const end = begin.add(stepMinutes, 'minute')
  const hours = `${begin.format('H')}–${end.hour() === 0 ? 24 : end.format('H')} 时`
  return stepMinutes >= 360 ? `${begin.format('M月D日 ddd')} ${hours}` : hours
}

/** Under the axis: the hour, the day of the week, or the date. */
export function axisText(at: string, stepMinutes: number): string {
  const begin = dayjs(at)
  if (stepMinutes >= 1440) return begin.format('M/D')
  if (stepMinutes < 360) return begin.format('H 时')
  return begin.isSame(dayjs(), 'day') ? '今天' : begin.format('ddd')
}

export const secondsText = (seconds: number): string =>
  seconds < 0.1 ? seconds.toFixed(2) : seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds))
