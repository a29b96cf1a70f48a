/** The time, as a dependency: tests turn it, the program reads it. Milliseconds since 1970, UTC. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** A time further ahead than anything is planned, by more than this, was written before the clock was set back. */
export const setBackSlack = hour

/** What is overdue by more than this was not held up by other work: the clock leapt ahead, or the program was off. */
export const leapMs = 6 * hour

/** Many mails arrive in one millisecond, and writing a time out takes longer than most that is done with it. */
let lastWritten = { at: 0, text: new Date(0).toISOString() }

export function isoTime(at: number): string {
  if (at !== lastWritten.at) lastWritten = { at, text: new Date(at).toISOString() }
  return lastWritten.text
}
export const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at))
