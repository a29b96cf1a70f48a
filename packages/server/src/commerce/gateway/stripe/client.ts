/** The official Stripe package, talking through our guarded way out. It is loaded when it is first needed. */
import type Stripe from 'stripe'
import type { SiteValues } from '../../../ledger/setting/site-table.ts'
import type { GuardedFetch } from '../../../outside/guarded-fetch.ts'
import { timeOuts } from '../../../outside/time-outs.ts'

const maxAnswerBytes = 1024 * 1024

const methods = ['GET', 'POST', 'DELETE'] as const

/** Stripe's fetch, by way of ours. */
const fetchThrough =
  (guarded: GuardedFetch) =>
  async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const method = methods.find(known => known === init.method)
    if (method === undefined) throw new Error(`no ${init.method} requests are made to Stripe`)
    const answer = await guarded({
      url: input instanceof Request ? input.url : String(input),
      method,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
      maxBytes: maxAnswerBytes,
      timeoutMs: timeOuts.stripe,
      maxRedirects: 0,
      ...(init.signal ? { signal: init.signal } : {}),
    })
    // The body is unpacked already.
    const { 'content-encoding': _packed, 'content-length': _length, ...headers } = answer.headers
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers })
  }

/** Null unless the key is set. */
export async function openStripe(values: SiteValues, guarded: GuardedFetch): Promise<Stripe | null> {
  const key = values.stripeKey
  const url = URL.parse(values.stripeUrl)
  if (key === '' || url === null) return null
  const { default: StripeClient } = await import('stripe')
  return new StripeClient(key, {
    httpClient: StripeClient.createFetchHttpClient(fetchThrough(guarded)),
    host: url.hostname,
    port: url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : Number(url.port),
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 1,
    timeout: timeOuts.stripe,
    telemetry: false,
  })
}
