/** Turns errors into the words and shapes of that API. An internal fault is never revealed. */
import { type ErrorName, errors } from '@yanshu/contract'
import { z } from 'zod'
import { AppError } from '../../kernel/app-error.ts'
import { faultAnswer, refusalFor } from '../../kernel/call/answers.ts'

export type TmRefusal = { status: number; body: object; retryAfter: number | null }

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

/** Faults of what was sent are 422 there. A proof of work is something that its clients cannot give, so they must wait. */
const statuses: Readonly<Partial<Record<ErrorName, number>>> = {
  invalidInput: 422,
  addressTaken: 422,
  addressResting: 422,
  addressReserved: 422,
  domainClosed: 422,
  registrationClosed: 422,
  forbidden: 403,
  proofNeeded: 429,
  proofWrong: 429,
  accountStopped: 401,
}

const plainWords: Readonly<Partial<Record<ErrorName, string>>> = {
  addressTaken: 'address: This value is already used.',
  addressResting: 'address: This value was used not long ago and is not available yet.',
  addressReserved: 'address: This value is not valid.',
  domainClosed: 'address: The domain is not available.',
  registrationClosed: 'address: Registration is closed.',
}

function problem(status: number, detail: string, linked: boolean, violations?: object[]): object {
  const title = titles[status] ?? 'An error occurred'
  if (linked) {
    const type = violations ? 'ConstraintViolationList' : 'hydra:Error'
    return {
      '@context': violations ? '/contexts/ConstraintViolationList' : '/contexts/Error',
      '@type': type,
      'hydra:title': 'An error occurred',
      'hydra:description': detail,
      ...(violations ? { violations } : {}),
    }
  }
  return {
    type: `https://httpstatuses.com/${status}`,
    title,
    status,
    detail,
    ...(violations ? { violations } : {}),
  }
}

const unauthorised = (message: string): TmRefusal => ({
  status: 401,
  body: { code: 401, message },
  retryAfter: null,
})

/** A fault of ours: whether it is worth trying again soon, and nothing more. */
export function tmFault(cause: unknown, linked: boolean): TmRefusal {
  const { status, retryAfter } = faultAnswer(cause)
  const body =
    status === 500
      ? { code: 500, message: 'Internal Server Error' }
      : problem(status, titles[status] ?? '', linked)
  return { status, body, retryAfter }
}

/** Null means a fault of ours. */
export function tmRefusal(cause: unknown, linked: boolean): TmRefusal | null {
  if (cause instanceof AppError) {
    const { code, details } = cause
    if (code === 'wrongCredentials' || code === 'accountStopped') return unauthorised('Invalid credentials.')
    if (code === 'loginNeeded') return unauthorised('JWT Token not found')
    const status = statuses[code] ?? errors[code].status
    const retryAfter = details.retryAfter ?? (status === 429 ? 60 : null)
    if (status !== 422) return { status, body: problem(status, titles[status] ?? '', linked), retryAfter }
    const words =
      plainWords[code] ??
      Object.entries(details.fields ?? {})
        .map(([at, says]) => `${at}: ${says}`)
        .join('\n')
    const violations = words.split('\n').map(line => {
      const at = line.indexOf(': ')
      return { propertyPath: line.slice(0, at), message: line.slice(at + 2) }
    })
    return { status, body: problem(status, words, linked, violations), retryAfter }
  }
  if (cause instanceof z.ZodError) {
    const violations = cause.issues.map(issue => ({
      propertyPath: issue.path.map(String).join('.'),
      message: issue.message,
    }))
    const words = violations.map(item => `${item.propertyPath}: ${item.message}`).join('\n')
    return { status: 422, body: problem(422, words, linked, violations), retryAfter: null }
  }
  const known = refusalFor(cause)
  return (
    known && {
      status: known.status,
      body: problem(known.status, titles[known.status] ?? '', linked),
      retryAfter: null,
    }
  )
}
