/**
 * The error that ends a request on purpose. Its name is from the contract's catalogue; its cause goes to the
 * log and never to the client. Any other thrown value is a bug and becomes `internal` at the edge.
 */
import { type ChangedElsewhere, type EndReason, type ErrorName, errors } from '@yanshu/contract'

export type ErrorDetails = {
  /** Replaces the catalogue's text when a more exact one helps. */
  msg?: string
  fields?: Record<string, string>
  retryAfter?: number
  /** Why the log-in is no longer good; set with `loginNeeded`. */
  reason?: EndReason
  changed?: ChangedElsewhere[]
  cause?: unknown
}

export class AppError extends Error {
  readonly code: ErrorName
  readonly details: ErrorDetails
  constructor(code: ErrorName, details: ErrorDetails = {}) {
    super(details.msg ?? errors[code].msg, { cause: details.cause })
    this.code = code
    this.details = details
  }
}

/** Reports one wrong field. */
export const invalidField = (name: string, msg: string): AppError =>
  new AppError('invalidInput', { fields: { [name]: msg } })
