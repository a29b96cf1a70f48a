/**
 * Computes the span of time that a dashboard shows, cut into points, and the span before it for comparison.
 */
import { day, hour } from '../../kernel/clock.ts'
import { midnights } from '../../kernel/zone.ts'

export type Days = 1 | 7 | 30

export type TimeWindow = {
  from: number
  /** The end of today in the zone. */
  to: number
  /** The beginnings of the points and the end of the last one: one more than there are points. */
  edges: number[]
  /**
   * The beginning of the span before. A day that is not over is compared with the same part of the day
   * before.
   */
  beforeFrom: number
  beforeTo: number
}

const pointsPerDay: Readonly<Record<Days, number>> = { 1: 24, 7: 4, 30: 1 }

export const stepMinutes = (days: Days): number => day / pointsPerDay[days] / 60_000

export function timeWindow(days: Days, zone: string, now: number): TimeWindow {
  const all = midnights(zone, now, 2 * days - 1)
  const shown = all.slice(days)
  const [from = now, to = now] = [shown[0], shown.at(-1)]
  const step = pointsPerDay[days]
  const edges = shown.slice(0, -1).flatMap((midnight, at) => {
    const next = shown[at + 1] ?? midnight + day
    // A day of 23 or 25 hours has that many points of an hour. With longer steps, its last point is shorter
    // or longer.
    const count = step === 24 ? Math.round((next - midnight) / hour) : step
    return Array.from({ length: count }, (_, index) => midnight + (index * day) / step)
  })
  const beforeFrom = all[0] ?? from
  return { from, to, edges: [...edges, to], beforeFrom, beforeTo: beforeFrom + (now - from) }
}
