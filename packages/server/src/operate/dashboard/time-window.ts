/** The span of time that a dashboard shows, cut into points, with the span before it to compare with. */
import { day, hour } from '../../clock.ts'
import { midnights } from '../../zone.ts'

export type Days = 1 | 7 | 30

export type TimeWindow = {
  from: number
  /** The end of today, in the zone. */
  to: number
  /** Where the points begin, with the end of the last one: one more than there are points. */
  edges: number[]
  /** Where the span before began. Of a day that is not over, the same part of the day before is compared. */
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
    // A day of 23 or 25 hours has so many points, of an hour; of longer steps the last one is shorter or longer.
    const count = step === 24 ? Math.round((next - midnight) / hour) : step
    return Array.from({ length: count }, (_, index) => midnight + (index * day) / step)
  })
  const beforeFrom = all[0] ?? from
  return { from, to, edges: [...edges, to], beforeFrom, beforeTo: beforeFrom + (now - from) }
}
