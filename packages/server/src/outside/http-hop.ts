/**
 * Makes one request to one URL, without redirects: it turns the host into addresses, judges each, and
 * connects to those and no others.
 */
import { isIPv6 } from 'node:net'
import type { Client } from 'undici'
import { checkedAddresses, type HostGuard, orAborted } from './addresses.ts'
import { dial, type TlsWish } from './dial.ts'
import { hostOf } from './outside-url.ts'
import { acceptedEncodings, type BodyLimits, readBody } from './read-body.ts'

const maxHeaderBytes = 16 * 1024

export type Headers = Record<string, string>
/** A name with several values is sent once for each. */
export type SentHeaders = Record<string, string | string[]>
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Hop = { url: URL; method: Method; headers: SentHeaders; body: string | Buffer | null }
export type HopGuard = HostGuard & { readonly signal: AbortSignal }
export type HopLimits = BodyLimits & { readonly timeoutMs: number }
export type HopAnswer = { status: number; headers: Headers; body: Buffer; redirect: string | null }

function flatHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const flat: Headers = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

function redirectTarget(status: number, headers: Headers): string | null {
  const redirects = status === 301 || status === 302 || status === 303 || status === 307 || status === 308
  return redirects ? (headers.location ?? null) : null
}

async function openClient(
  url: URL,
  host: string,
  addresses: readonly string[],
  guard: HopGuard,
  timeoutMs: number,
): Promise<Client> {
  // Loaded with the first request: it takes several megabytes, and many sites never ask others for anything.
  const { Client } = await import('undici')
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  const tls: TlsWish = { host, verify: true, protocols: ['http/1.1'] }
  const options = { timeoutMs, signal: guard.signal, ...(isSecure ? { tls } : {}) }
  // The host goes without its final dot, because certificates do not match with it.
  const authority = `${isIPv6(host) ? `[${host}]` : host}${url.port === '' ? '' : `:${url.port}`}`
  return new Client(`${url.protocol}//${authority}`, {
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
    connect(_options, callback) {
      dial({ addresses, port }, options).then(
        socket => callback(null, socket),
        (cause: Error) => callback(cause, null),
      )
    },
  })
}

export async function makeHop(guard: HopGuard, hop: Hop, limits: HopLimits): Promise<HopAnswer> {
  const { url } = hop
  const host = hostOf(url)
  const addresses = await checkedAddresses(guard, host, guard.signal)
  const client = await openClient(url, host, addresses, guard, limits.timeoutMs)
  try {
    const answering = client.request({
      path: `${url.pathname}${url.search}`,
      method: hop.method,
      headers: { ...hop.headers, 'user-agent': 'Yanshu', 'accept-encoding': acceptedEncodings },
      body: hop.body,
      reset: true,
      signal: guard.signal,
    })
    const { statusCode, headers, body } = await orAborted(answering, guard.signal)
    // Destroying the client below ends a body that nobody reads.
    body.on('error', () => undefined)
    const flat = flatHeaders(headers)
    const redirect = redirectTarget(statusCode, flat)
    const encoding = hop.method === 'HEAD' ? '' : (flat['content-encoding'] ?? '')
    const bytes = redirect === null ? await readBody(body, encoding, limits) : Buffer.alloc(0)
    return { status: statusCode, headers: flat, body: bytes, redirect }
  } finally {
    void client.destroy().catch(() => undefined)
  }
}
