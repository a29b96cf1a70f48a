/** Gives the time as a dependency, so that tests can set it. Times are milliseconds since 1970, UTC. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/**
 * A time that is further ahead than anything is planned, by more than this, was written before the clock was
 * set back.
 */
export const setBackSlack = hour

/**
 * Work that is overdue by more than this was not merely delayed: the clock leapt ahead, or the program was
 * off.
 */
export const leapMs = 6 * hour

/** Many mails arrive in one millisecond, and formatting a time takes longer than most other work with it. */
let lastWritten = { at: 0, text: new Date(0).toISOString() }

export function isoTime(at: number): string {
  if (at !== lastWritten.at) lastWritten = { at, text: new Date(at).toISOString() }
  return lastWritten.text
}
export const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at))
