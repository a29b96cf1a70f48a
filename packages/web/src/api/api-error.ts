/** A call that did not succeed, in the words of the contract. */
import { type ErrorBody, type ErrorName, errors } from '@yanshu/contract'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfter: number | undefined

  constructor(body: ErrorBody) {
    super(body.msg)
    this.code = body.error
    this.fields = body.fields ?? {}
    this.retryAfter = body.retryAfter
  }
}

export function isApiError(error: unknown, ...names: ErrorName[]): error is ApiError {
  return (
    error instanceof ApiError && (names.length === 0 || names.some(name => errors[name].code === error.code))
  )
}

/** What to tell a person about any failure of a call. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    return error.retryAfter === undefined
      ? error.message
      : `${error.message}（${waitText(error.retryAfter)}）`
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return '等了很久没有回应，请再试一次'
  if (code === 'ERR_NETWORK') return '连不上服务器，请检查网络'
  return '出了点问题，请再试一次'
}

/** The same where there is no form: what is wrong with the first field says more than that something is. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof ApiError ? Object.values(error.fields) : []
  return first ?? messageOf(error)
}

function waitText(seconds: number): string {
  return seconds < 60
    ? `${Math.max(1, Math.ceil(seconds))} 秒后可以再试`
    : `${Math.ceil(seconds / 60)} 分钟后可以再试`
}
