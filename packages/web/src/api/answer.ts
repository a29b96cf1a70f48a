/** The rule for answers: what the body's `error` means for the caller, whatever the HTTP status was. */
import { type ErrorBody, errors } from '@yanshu/contract'
import { ApiError } from './api-error.ts'

export const loginLost = errors.loginNeeded.msg

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'number'
}

/** The body when it says success or says nothing in our form; otherwise throws what it says. */
export function readAnswer(body: unknown, lost: (url: string, words: string) => void): unknown {
  if (!isErrorBody(body) || body.error === 0) return body
  if (body.error === errors.loginNeeded.code) {
    const words = body.msg || loginLost
    if (typeof body.url === 'string') lost(body.url, words)
    throw new ApiError({ ...body, msg: words })
  }
  throw new ApiError({ ...body, msg: body.msg || errors.internal.msg })
}
