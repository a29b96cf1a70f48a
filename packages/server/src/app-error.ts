/**
 * The error that ends a request on purpose. Its name is from the contract's catalogue; what caused it is for the log
 * and never travels. Anything else that is thrown is a fault of ours and becomes `internal` at the edge.
 */
import { type ErrorName, errors } from '@yanshu/contract'

export type ErrorDetails = {
  /** Instead of the catalogue's text, where a more exact one helps. */
  msg?: string
  fields?: Record<string, string>
  retryAfter?: number
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

/** One wrong field, told at that field. */
export const invalidField = (name: string, msg: string): AppError =>
  new AppError('invalidInput', { fields: { [name]: msg } })
