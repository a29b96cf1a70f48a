/**
 * Makes every HTTP request of this program to an address that somebody else chose: webhooks, images in mail,
 * DNS providers, payment gateways. It ensures that none reaches anything but the public internet, and that
 * none takes more time or memory than its caller allows. It does not know the purpose of a request.
 *
 * A host is looked up once, every address of it is judged, and the connection goes to exactly those
 * addresses, so no second look-up can answer differently. It follows redirects itself and judges each like
 * the first.
 *
 * One instance runs a bounded number of requests at once. Purposes that must not wait for each other need an
 * instance each.
 */
import { addressGuard } from './addresses.ts'
import { createGate } from './gate.ts'
import { type Headers, type Hop, type HopGuard, type Method, makeHop } from './http-hop.ts'
import { OutsideError } from './outside-error.ts'
import { parseOutsideUrl } from './outside-url.ts'
import { nextHop } from './redirect.ts'
import { createHostResolver, type HostResolver } from './resolve-host.ts'
import { timeOuts } from './time-outs.ts'

export type OutsideRequest = {
  readonly url: string
  readonly method: Method
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The limit for the unpacked body of the answer. */
  readonly maxBytes: number
  /** The limit for everything together: look-up, waiting, redirects, the last byte. */
  readonly timeoutMs: number
  /** With 0 a redirect is not followed but returned as the answer. */
  readonly maxRedirects: number
  /** The handling of a longer body; the default is to refuse it. */
  readonly overflow?: 'refuse' | 'cut'
  readonly signal?: AbortSignal
}

export type OutsideAnswer = {
  readonly status: number
  /** Names are in lower case; repeated ones are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The URL that finally gave the answer. */
  readonly url: string
}

export type GuardedFetch = (request: OutsideRequest) => Promise<OutsideAnswer>

/** Limits that no request may exceed, whatever it asks for. */
export type OutsideLimits = {
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly maxRedirects: number
  readonly concurrent: number
}

export type GuardDeps = {
  readonly resolver?: HostResolver
  /**
   * Private addresses that tests may reach, all or these, because their servers are on this machine. It never
   * comes from a request.
   */
  readonly allowPrivate?: boolean | readonly string[]
  readonly limits?: Partial<OutsideLimits>
}

const defaultLimits: OutsideLimits = {
  maxBytes: 10 * 1024 * 1024,
  timeoutMs: timeOuts.request,
  maxRedirects: 5,
  concurrent: 64,
}

/** Only this module sets these headers, or they tell the other side more than it needs. */
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

async function follow(
  guard: HopGuard,
  request: OutsideRequest,
  limits: OutsideLimits,
): Promise<OutsideAnswer> {
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
    const { redirect, ...answer } = await makeHop(guard, hop, hopLimits)
    if (redirect === null || maxRedirects === 0) return { ...answer, url: hop.url.href }
    if (redirects >= maxRedirects) throw new OutsideError('redirects')
    hop = nextHop(hop, answer.status, redirect)
  }
}

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
