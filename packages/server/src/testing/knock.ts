/** Makes a call with a request that passes its schema, whatever it answers: for tests that walk all calls. */
import { type Call, type CallName, calls } from '@yanshu/contract'
import { sampleRequest } from './sample-request.ts'
import type { TestApp } from './test-app.ts'

export type Knocked = {
  status: number
  /** The answer as JSON; null for anything else. */
  answer: { error: number; msg: string } | null
  /** The whole answer; of a stream nothing. */
  text: string
}

/** The id stands in every field that names a thing. Streams are cut off after their head. */
export async function knock(
  site: TestApp,
  name: CallName,
  token: string | null,
  id?: string,
): Promise<Knocked> {
  const call = calls[name] as Call
  const { params = {}, query = {}, body } = sampleRequest(name, call, id)
  const path = call.path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const cut = new AbortController()
  const response = await fetch(`${site.url}${path}?${search}`, {
    method: call.method,
    signal: cut.signal,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const type = response.headers.get('content-type') ?? ''
  const text = type.startsWith('text/event-stream') ? '' : await response.text()
  cut.abort()
  const isJson = type.startsWith('application/json')
  return {
    status: response.status,
    answer: isJson ? (JSON.parse(text) as { error: number; msg: string }) : null,
    text,
  }
}
