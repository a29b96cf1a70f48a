/**
 * The typed client: one function per call, made from the routes. It uses only the types of the schemas, so it
 * loads none. It knows the layout of a request; the transport (axios in the browser, fetch in a program)
 * sends it.
 */
import type { AnswerOf, RequestOf } from './call.ts'
import type { CallName, Calls } from './calls.ts'
import { type Method, type Route, routes } from './routes.ts'

export type WireRequest = {
  method: Method
  path: string
  query: Record<string, string>
  headers?: Record<string, string>
  body: unknown
}

export type Transport<Options> = (request: WireRequest, options: Options | undefined) => Promise<unknown>

type Invoke<C, Options> =
  Record<string, never> extends RequestOf<C>
    ? (request?: RequestOf<C>, options?: Options) => Promise<AnswerOf<C>>
    : (request: RequestOf<C>, options?: Options) => Promise<AnswerOf<C>>

export type Client<Options> = { readonly [N in CallName]: Invoke<Calls[N], Options> }

type LooseRequest = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
}

/** Lays out a request as method, path, query, headers and body. */
export function wireRequest(route: Route, request: LooseRequest): WireRequest {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.params?.[name] ?? '')),
  )
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query[name] = value === true ? '1' : value === false ? '0' : String(value)
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [name, encodeURIComponent(String(value))]),
  )
  return { method: route.method, path, query, headers, body: request.body }
}

export function createClient<Options = undefined>(transport: Transport<Options>): Client<Options> {
  const client: Record<string, unknown> = {}
  for (const [name, route] of Object.entries(routes)) {
    client[name] = (request: LooseRequest = {}, options?: Options) =>
      transport(wireRequest(route, request), options)
  }
  return client as Client<Options>
}
