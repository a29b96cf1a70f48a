/** Interprets an answer by the body's `error`, whatever the HTTP status was. */
import type { ErrorBody } from '@yanshu/contract'
import { errorCodes, ownWords } from '@yanshu/contract/error-codes'
import { ApiError } from './api-error.ts'
import type { LostLogin } from './lost-login.ts'

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'number'
}

/** Returns a successful body, or a body that is not in our form; otherwise throws its error. */
export function readAnswer(body: unknown, lost: (lost: LostLogin) => void): unknown {
  if (!isErrorBody(body) || body.error === 0) return body
  if (body.error === errorCodes.loginNeeded) {
    const words = body.msg || ownWords.loginNeeded
    if (typeof body.url === 'string') lost({ url: body.url, words, reason: body.reason ?? null })
    throw new ApiError({ ...body, msg: words })
  }
  throw new ApiError({ ...body, msg: body.msg || ownWords.internal })
}
