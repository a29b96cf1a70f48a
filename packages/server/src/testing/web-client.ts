/** Asks over HTTP or HTTPS from a chosen address of this machine, and takes any certificate. */
import { once } from 'node:events'
import { request as askPlain, type IncomingMessage } from 'node:http'
import { request as askSecure } from 'node:https'

export type WebRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The address to come from. */
  from?: string
}

export type WebAnswer = { status: number; headers: IncomingMessage['headers']; text: string }

/** Resolves with the head of the answer; the body is still to be read. */
export async function begin(
  url: string,
  { method, headers, body, from }: WebRequest = {},
): Promise<IncomingMessage> {
  const ask = url.startsWith('https:') ? askSecure : askPlain
  const sent = ask(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }), ...headers },
    agent: false,
    rejectUnauthorized: false,
    ...(from !== undefined && { localAddress: from }),
  })
  const heard = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.end(body)
  const [answer] = await heard
  return answer
}

export async function askWeb(url: string, request: WebRequest = {}): Promise<WebAnswer> {
  const answer = await begin(url, request)
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += String(chunk)
  return { status: answer.statusCode ?? 0, headers: answer.headers, text }
}

/** Makes a call with a JSON body and returns the JSON of its answer. */
export async function callWeb(
  url: string,
  { body, token, headers, ...request }: Omit<WebRequest, 'body'> & { body?: unknown; token?: string } = {},
): Promise<Record<string, unknown>> {
  const { text } = await askWeb(url, {
    ...request,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return JSON.parse(text) as Record<string, unknown>
}
