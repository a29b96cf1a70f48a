/**
 * The typed client for any program with `fetch`: Node, Deno, Bun, a worker. It has one function per call. A
 * refusal is thrown with the number and the text of the catalogue.
 */
import { type Client, createClient } from './client.ts'
import type { ErrorBody } from './errors.ts'

/** The error for a call that the server refused. */
export class CallRefused extends Error {
  readonly code: number
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  /** The number of seconds after which another try makes sense. */
  readonly retryAfter: number | null
  constructor(status: number, body: ErrorBody) {
    super(body.msg)
    this.name = 'CallRefused'
    this.code = body.error
    this.status = status
    this.fields = body.fields ?? {}
    this.retryAfter = body.retryAfter ?? null
  }
}

export type ConnectOptions = {
  /** The URL of the site: `https://mail.example.com`. */
  url: string
  /** An API key, or the token of a log-in; not needed for the public calls. */
  key?: string
  /** Replaces the global function. */
  fetch?: typeof fetch
}

export type CallOptions = { signal?: AbortSignal }

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'number'
}

export function connect(options: ConnectOptions): Client<CallOptions> {
  const site = options.url.replace(/\/+$/, '')
  const ask = options.fetch ?? fetch
  return createClient<CallOptions>(async (request, given) => {
    const search = new URLSearchParams(request.query).toString()
    const answer = await ask(`${site}${request.path}${search === '' ? '' : `?${search}`}`, {
      method: request.method,
      headers: {
        ...request.headers,
        ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(given?.signal ? { signal: given.signal } : {}),
    })
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    if (!isJson) {
      if (!answer.ok) throw new Error(`the answer is no JSON, status ${answer.status}`)
      return answer.arrayBuffer()
    }
    const body: unknown = await answer.json()
    if (isErrorBody(body) && body.error !== 0) throw new CallRefused(answer.status, body)
    return body
  })
}
