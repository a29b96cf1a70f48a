import { setTimeout as wait } from 'node:timers/promises'

/** Waits; throws when the signal comes. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal })
