/** What goes wrong with an authority, in a form that can be noted down and told. */

/** RFC 8555, section 6.7; `said` holds the authority's own words. */
export class AcmeProblem extends Error {
  readonly type: string
  readonly status: number
  /** How long the authority asks us to wait; null when it does not say. */
  readonly retryAfterMs: number | null
  constructor(facts: { type: string; said: string; status: number; retryAfterMs: number | null }) {
    super(facts.said)
    this.type = facts.type
    this.status = facts.status
    this.retryAfterMs = facts.retryAfterMs
  }
}

/** The authority cannot be reached, or its answers make no sense. */
export class AcmeSilence extends Error {}

const maxSaid = 600
const prefix = 'urn:ietf:params:acme:error:'

/** Strangers write it: it is cut, and hidden marks are removed. */
export const cleanWords = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxSaid)

export type Problem = { type?: unknown; detail?: unknown; status?: unknown; subproblems?: unknown }

export const typeOf = ({ type }: Problem): string =>
  typeof type === 'string' && type.startsWith(prefix) ? type.slice(prefix.length).slice(0, 60) : 'other'

export function problemOf(given: unknown, status: number, retryAfterMs: number | null): AcmeProblem {
  const problem: Problem = typeof given === 'object' && given !== null ? given : {}
  const said = typeof problem.detail === 'string' ? cleanWords(problem.detail) : `HTTP ${status}`
  return new AcmeProblem({ type: typeOf(problem), said, status, retryAfterMs })
}
