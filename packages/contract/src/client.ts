/**
 * The typed client: one function per call, made from the contract. It knows how a request is laid out; how it travels
 * (axios in the browser, fetch in a program) is the transport's business.
 */
import type { AnswerOf, Call, Method, RequestOf } from './call.ts'
import { type CallName, type Calls, callNames, calls } from './calls.ts'

export type WireRequest = {
  method: Method
  path: string
  query: Record<string, string>
  body: unknown
}

export type Transport<Options> = (request: WireRequest, options: Options | undefined) => Promise<unknown>

type Invoke<C, Options> =
  Record<string, never> extends RequestOf<C>
    ? (request?: RequestOf<C>, options?: Options) => Promise<AnswerOf<C>>
    : (request: RequestOf<C>, options?: Options) => Promise<AnswerOf<C>>

export type Client<Options> = { readonly [N in CallName]: Invoke<Calls[N], Options> }

type LooseRequest = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** Lays a request out as method, path, query and body. */
export function wireRequest(call: Call, request: LooseRequest): WireRequest {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.params?.[name] ?? '')),
  )
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query[name] = value === true ? '1' : value === false ? '0' : String(value)
  }
  return { method: call.method, path, query, body: request.body }
}

export function createClient<Options = undefined>(transport: Transport<Options>): Client<Options> {
  const client: Record<string, unknown> = {}
  for (const name of callNames) {
    client[name] = (request: LooseRequest = {}, options?: Options) =>
      transport(wireRequest(calls[name] as Call, request), options)
  }
  return client as Client<Options>
}
