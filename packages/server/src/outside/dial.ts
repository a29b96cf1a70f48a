/**
 * One request to one URL, without redirects: the host is turned into addresses, every address is judged, and the
 * connection is made to those and no others.
 */
import type { LookupFunction } from 'node:net'
import { isIPv6 } from 'node:net'
import { Client } from 'undici'
import { OutsideError } from './outside-error.ts'
import { hostOf, literalAddresses } from './outside-url.ts'
import { acceptedEncodings, type BodyLimits, readBody } from './read-body.ts'
import type { HostResolver } from './resolve-host.ts'

const maxAddresses = 16
const maxHeaderBytes = 16 * 1024
/** How long one of several addresses may take before the next is tried as well. */
const nextAddressMs = 2000

export type Headers = Record<string, string>
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Hop = { url: URL; method: Method; headers: Headers; body: string | Buffer | null }
export type Dial = { resolver: HostResolver; isAllowed(address: string): boolean; signal: AbortSignal }
export type HopLimits = BodyLimits & { readonly timeoutMs: number }
export type HopAnswer = { status: number; headers: Headers; body: Buffer; redirect: string | null }

/** Settles no later than the signal, whatever becomes of the work. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

async function lookUp(dial: Dial, host: string): Promise<readonly string[]> {
  try {
    return await orAborted(dial.resolver(host), dial.signal)
  } catch (cause) {
    dial.signal.throwIfAborted()
    throw new OutsideError('dns', cause)
  }
}

/** One address that is not public is enough to refuse a host: nobody sound mixes them. */
export async function checkedAddresses(dial: Dial, host: string): Promise<readonly string[]> {
  const addresses = literalAddresses(host) ?? (await lookUp(dial, host))
  if (addresses.length === 0) throw new OutsideError('dns')
  if (!addresses.every(dial.isAllowed)) throw new OutsideError('address')
  return addresses.slice(0, maxAddresses)
}

/** Answers every question with the checked addresses. */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map(address => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, options, callback) => {
    if (options.all) callback(null, answers)
    else callback(null, answers[0]?.address ?? '', answers[0]?.family)
  }
}

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

export async function makeHop(dial: Dial, hop: Hop, limits: HopLimits): Promise<HopAnswer> {
  const { url } = hop
  const host = hostOf(url)
  const addresses = await checkedAddresses(dial, host)
  // The host without its final dot: with it, certificates do not match.
  const authority = `${isIPv6(host) ? `[${host}]` : host}${url.port === '' ? '' : `:${url.port}`}`
  const client = new Client(`${url.protocol}//${authority}`, {
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
    connect: {
      lookup: pinned(addresses),
      timeout: limits.timeoutMs,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: nextAddressMs,
      maxCachedSessions: 0,
    },
  })
  try {
    const answering = client.request({
      path: `${url.pathname}${url.search}`,
      method: hop.method,
      headers: { ...hop.headers, 'user-agent': 'Yanshu', 'accept-encoding': acceptedEncodings },
      body: hop.body,
      reset: true,
      signal: dial.signal,
    })
    const { statusCode, headers, body } = await orAborted(answering, dial.signal)
    // Destroying the client below breaks off a body that nobody reads.
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
