/** A call that failed, in the words of the contract. */
import type { ChangedElsewhere, EndReason, ErrorBody, ErrorName } from '@yanshu/contract'
import { errorCodes } from '@yanshu/contract/error-codes'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfter: number | undefined
  /** The fields that somebody else changed since they were seen. */
  readonly changed: readonly ChangedElsewhere[]
  /** Why the login ended, where its holder did nothing to end it. */
  readonly reason: EndReason | undefined

  constructor(body: ErrorBody) {
    super(body.msg)
    this.code = body.error
    this.fields = body.fields ?? {}
    this.retryAfter = body.retryAfter
    this.changed = body.changed ?? []
    this.reason = body.reason
  }
}

export function isApiError(error: unknown, ...names: ErrorName[]): error is ApiError {
  return (
    error instanceof ApiError && (names.length === 0 || names.some(name => errorCodes[name] === error.code))
  )
}

/** Returns the text for people about any failure of a call. */
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

/**
 * Returns the text where there is no form: the fault of the first field tells more than the general message.
 */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof ApiError ? Object.values(error.fields) : []
  return first ?? messageOf(error)
}

function waitText(seconds: number): string {
  return seconds < 60
    ? `${Math.max(1, Math.ceil(seconds))} 秒后可以再试`
    : `${Math.ceil(seconds / 60)} 分钟后可以再试`
}
