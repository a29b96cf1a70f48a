/**
 * The one way in which this program makes HTTP requests to addresses that somebody else chose: webhooks, images in
 * mail, DNS providers, payment gateways. It sees to it that none of them reaches what is not on the public internet,
 * and that none takes more time or memory than its caller allows. It knows nothing of what the requests are for.
 *
 * A host is looked up once, every address of it is judged, and the connection goes to those very addresses: there is
 * no second look-up that could answer differently. Redirects are followed by hand, each judged like the first.
 *
 * One instance lets a bounded number of requests run at once. Give purposes that must not wait for each other an
 * instance each.
 */
import { isPublicAddress } from './address-judge.ts'
import { type Dial, type Headers, type Hop, type Method, makeHop } from './dial.ts'
import { createGate } from './gate.ts'
import { OutsideError } from './outside-error.ts'
import { parseOutsideUrl } from './outside-url.ts'
import { nextHop } from './redirect.ts'
import { createHostResolver, type HostResolver } from './resolve-host.ts'

export type OutsideRequest = {
  readonly url: string
  readonly method: Method
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Of the answer's body, unpacked. */
  readonly maxBytes: number
  /** For everything together: look-up, waiting, redirects, the last byte. */
  readonly timeoutMs: number
  /** With 0 a redirect is not followed but handed back as the answer it is. */
  readonly maxRedirects: number
  /** What to do with a longer body; refused unless told otherwise. */
  readonly overflow?: 'refuse' | 'cut'
  readonly signal?: AbortSignal
}

export type OutsideAnswer = {
  readonly status: number
  /** Names in lower case; repeated ones joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Where the answer came from in the end. */
  readonly url: string
}

export type GuardedFetch = (request: OutsideRequest) => Promise<OutsideAnswer>

/** What no request may exceed, whatever it asks for. */
export type OutsideLimits = {
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly maxRedirects: number
  readonly concurrent: number
}

export type GuardDeps = {
  readonly resolver?: HostResolver
  /** For tests, whose servers are on this machine: every address, or these. Never taken from a request. */
  readonly allowPrivate?: boolean | readonly string[]
  readonly limits?: Partial<OutsideLimits>
}

const defaultLimits: OutsideLimits = {
  maxBytes: 10 * 1024 * 1024,
  timeoutMs: 60_000,
  maxRedirects: 5,
  concurrent: 64,
}

/** These are ours to set, or tell the other side more than it needs. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])
function cleanHeaders(given: Readonly<Record<string, string>> = {}): Headers {
  const headers: Headers = {}
  for (const [name, value] of Object.entries(given)) {
    if (!ownHeaders.has(name.toLowerCase())) headers[name.toLowerCase()] = value
  }
  return headers
}

async function follow(dial: Dial, request: OutsideRequest, limits: OutsideLimits): Promise<OutsideAnswer> {
  const hopLimits = {
    maxBytes: Math.min(request.maxBytes, limits.maxBytes),
    timeoutMs: Math.min(request.timeoutMs, limits.timeoutMs),
    overflow: request.overflow ?? 'refuse',
  } as const
  const maxRedirects = Math.min(request.maxRedirects, limits.maxRedirects)
  let hop: Hop = {
    url: parseOutsideUrl(request.url),
    method: request.method,
    headers: cleanHeaders(request.headers),
    body: request.body ?? null,
  }
  for (let redirects = 0; ; redirects++) {
    const { redirect, ...answer } = await makeHop(dial, hop, hopLimits)
    if (redirect === null || maxRedirects === 0) return { ...answer, url: hop.url.href }
    if (redirects >= maxRedirects) throw new OutsideError('redirects')
    hop = nextHop(hop, answer.status, redirect)
  }
}

/** Which addresses may be dialled. */
export const addressGuard =
  ({ allowPrivate = false }: Pick<GuardDeps, 'allowPrivate'>) =>
  (address: string): boolean =>
    isPublicAddress(address) ||
    (typeof allowPrivate === 'boolean' ? allowPrivate : allowPrivate.includes(address))

export function createGuardedFetch(deps: GuardDeps = {}): GuardedFetch {
  const limits = { ...defaultLimits, ...deps.limits }
  const resolver = deps.resolver ?? createHostResolver()
  const isAllowed = addressGuard(deps)
  const gate = createGate(limits.concurrent)

  return async request => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), Math.min(request.timeoutMs, limits.timeoutMs))
    const signal = request.signal ? AbortSignal.any([late.signal, request.signal]) : late.signal
    try {
      const leave = await gate.enter(signal)
      try {
        return await follow({ resolver, isAllowed, signal }, request, limits)
      } finally {
        leave()
      }
    } catch (cause) {
      if (cause instanceof OutsideError) throw cause
      throw new OutsideError(late.signal.aborted ? 'timeout' : 'network', cause)
    } finally {
      clearTimeout(timer)
    }
  }
}
