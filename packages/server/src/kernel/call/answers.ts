/**
 * Makes the two shapes of an answer: `{error: 0, msg: '', …}` and the catalogue's refusal. An answer never
 * reveals an internal fault.
 */
import { type ErrorBody, type ErrorName, errors } from '@yanshu/contract'
import type { FastifyError } from 'fastify'
import { z } from 'zod'
import { AppError, type ErrorDetails } from '../app-error.ts'
import { isOutOfReach } from '../out-of-reach.ts'
import { kernelWords } from '../words.ts'

export type Refusal = { status: number; body: ErrorBody; retryAfter: number | null }

export function refusal(name: ErrorName, details: ErrorDetails = {}): Refusal {
  const { code, status, msg } = errors[name]
  const body: ErrorBody = { error: code, msg: details.msg ?? msg }
  if (name === 'loginNeeded') body.url = '/auth'
  if (details.reason) body.reason = details.reason
  if (details.fields) body.fields = details.fields
  if (details.retryAfter !== undefined) body.retryAfter = details.retryAfter
  if (details.changed) body.changed = details.changed
  return { status, body, retryAfter: details.retryAfter ?? null }
}

/** The number of wrong fields that one answer lists. */
const maxFaultsTold = 100

/** Returns one message per field, under the field's path. A fault of the whole request has the empty name. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues.slice(0, maxFaultsTold)) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.map(String).join('.')]
    for (const name of names.slice(0, 20)) {
      const key = name.slice(0, 100)
      if (!Object.hasOwn(fields, key)) {
        Object.defineProperty(fields, key, {
          value: issue.code === 'unrecognized_keys' ? kernelWords.unknownField : issue.message,
          enumerable: true,
        })
      }
    }
  }
  return fields
}

/** Faults that Fastify itself finds in a request, with their names in the catalogue. */
const byFastifyCode: Readonly<Record<string, ErrorName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrongContentType',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'badJson',
  FST_ERR_CTP_INVALID_JSON_BODY: 'badJson',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'badRequest',
  FST_REQ_FILE_TOO_LARGE: 'tooLarge',
}

const isFastifyError = (cause: unknown): cause is FastifyError =>
  cause instanceof Error && typeof (cause as Partial<FastifyError>).statusCode === 'number'

/**
 * Returns the answer to a thrown value. Null means a bug, which the caller logs and answers with `internal`.
 */
export function refusalFor(cause: unknown): Refusal | null {
  if (cause instanceof AppError) return refusal(cause.code, cause.details)
  if (cause instanceof z.ZodError) return refusal('invalidInput', { fields: fieldErrors(cause) })
  if (isFastifyError(cause)) {
    const known = byFastifyCode[cause.code]
    if (known) return refusal(known)
    const status = cause.statusCode ?? 500
    if (status >= 400 && status < 500) return refusal('badRequest')
  }
  return null
}

const comeBackSeconds = 5

/** Returns the answer to an internal fault. It tells only whether to try again soon. */
export const faultAnswer = (cause: unknown): Refusal =>
  isOutOfReach(cause) ? refusal('busy', { retryAfter: comeBackSeconds }) : refusal('internal')
