/** A failed request to the outside. `cause` holds the details behind its reason. */
import type { OutsideReason } from './outside-reason.ts'
import { outsideWords } from './words.ts'

export class OutsideError extends Error {
  readonly reason: OutsideReason
  constructor(reason: OutsideReason, cause?: unknown) {
    super(outsideWords.reasons[reason], { cause })
    this.reason = reason
  }
}

/** Returns the system's error code (ECONNREFUSED) from anywhere among the causes; null when there is none. */
export function codeOf(cause: unknown): string | null {
  for (let at = cause; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return null
}
