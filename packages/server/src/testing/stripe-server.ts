/**
 * Runs a server that answers like Stripe's documented API for Checkout Sessions: create, retrieve, expire,
 * with keys, idempotency and errors in Stripe's form. It follows the public reference; the official package's
 * own test generator signs the events that it sends.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

export type StripeSession = {
  id: string
  object: 'checkout.session'
  mode: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  /** Null until the page is completed. */
  payment_intent: string | null
  client_reference_id: string | null
  currency: string
  amount_total: number
  url: string | null
  expires_at: number
}

export type StripeServer = {
  readonly url: string
  readonly key: string
  readonly webhookSecret: string
  readonly sessions: ReadonlyMap<string, StripeSession>
  /** The requests that made something, with their parameters. */
  readonly created: { readonly params: URLSearchParams; readonly idempotencyKey: string }[]
  /** The number of answers that get lost on their way although the work is done. */
  loseAnswers: number
  /** Returns the session of an order. */
  sessionOf(orderNo: string): StripeSession
  /** Completes the page as the buyer; money by bank transfer arrives later. */
  complete(orderNo: string, paid?: 'paid' | 'unpaid'): StripeSession
  /** Returns the charge behind a session in the form of refund events. */
  charge(orderNo: string, refunded: number): Record<string, unknown>
  /** Makes an event as it is sent: its body and the header that signs it. */
  event(
    type: string,
    object: object,
    signing: { at: number; secret?: string },
  ): { body: string; signature: string }
  stop(): Promise<void>
}

const key = 'sk_test_0123456789'
const webhookSecret = 'whsec_test_0123456789'

async function paramsOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

type Reply = { status: number; body: unknown }

const failure = (status: number, type: string, message: string, more: object = {}): Reply => ({
  status,
  body: { error: { type, message, ...more } },
})
const invalid = (message: string, param?: string): Reply =>
  failure(400, 'invalid_request_error', message, param === undefined ? {} : { param })

export async function startStripeServer(clock: { now(): number }): Promise<StripeServer> {
  const sessions = new Map<string, StripeSession>()
  const metadata = new Map<string, string>()
  const created: StripeServer['created'] = []
  const replies = new Map<string, { params: string; reply: Reply }>()
  let events = 0

  function create(params: URLSearchParams): Reply {
    const amount = Number(params.get('line_items[0][price_data][unit_amount]'))
    const expiresAt = Number(params.get('expires_at'))
    const seconds = Math.floor(clock.now() / 1000)
    if (params.get('mode') !== 'payment') return invalid('Missing required param: mode.', 'mode')
    if (!Number.isInteger(amount) || amount < 1) return invalid('Invalid integer', 'line_items')
    if (params.get('line_items[0][price_data][currency]') !== 'cny') return invalid('Invalid currency')
    if (expiresAt < seconds + 1800 || expiresAt > seconds + 86_400)
      return invalid('The `expires_at` timestamp must be 30 minutes to 24 hours in the future.', 'expires_at')
    for (const name of ['success_url', 'cancel_url'])
      if (!URL.canParse(params.get(name) ?? '')) return invalid('Not a valid URL', name)
    const id = `cs_test_${sessions.size + 1}`
    const session: StripeSession = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      client_reference_id: params.get('client_reference_id'),
      currency: 'cny',
      amount_total: amount * Number(params.get('line_items[0][quantity]')),
      url: `https://checkout.stripe.com/c/pay/${id}`,
      expires_at: expiresAt,
    }
    sessions.set(id, session)
    metadata.set(id, params.get('payment_intent_data[metadata][order_no]') ?? '')
    return { status: 200, body: session }
  }

  function expire(session: StripeSession): Reply {
    if (session.status !== 'open')
      return invalid(`Only Checkout Sessions with a status in ["open"] can be expired.`)
    Object.assign(session, { status: 'expired', url: null })
    return { status: 200, body: session }
  }

  /** Work done under a key is not repeated; the same key with other parameters is an error. */
  function once(idempotencyKey: string, params: URLSearchParams, work: () => Reply): Reply {
    const before = replies.get(idempotencyKey)
    if (before && before.params !== params.toString())
      return failure(400, 'idempotency_error', 'Keys for idempotent requests can only be used once.')
    if (before) return before.reply
    created.push({ params, idempotencyKey })
    const reply = work()
    replies.set(idempotencyKey, { params: params.toString(), reply })
    return reply
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    if (request.headers.authorization !== `Bearer ${key}`)
      return failure(401, 'invalid_request_error', 'Invalid API Key provided')
    const params = await paramsOf(request)
    const [, version, ...path] = (request.url ?? '').split('/')
    const [resource, kind, id = '', verb] = path
    if (version !== 'v1') return failure(404, 'invalid_request_error', 'Unrecognized request URL')
    if (resource === 'balance') return { status: 200, body: { object: 'balance', available: [] } }
    if (resource !== 'checkout' || kind !== 'sessions')
      return failure(404, 'invalid_request_error', 'Unrecognized request URL')
    if (id === '') return once(String(request.headers['idempotency-key']), params, () => create(params))
    const session = sessions.get(id)
    if (!session)
      return failure(404, 'invalid_request_error', `No such checkout.session: '${id}'`, {
        code: 'resource_missing',
      })
    return request.method === 'POST' && verb === 'expire' ? expire(session) : { status: 200, body: session }
  }

  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const send = ({ status, body }: Reply) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    answer(request).then(
      reply => {
        if (api.loseAnswers === 0) return send(reply)
        api.loseAnswers--
        return send(failure(500, 'api_error', 'Something went wrong on our end.'))
      },
      cause => send(failure(500, 'api_error', String(cause))),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sessionOf = (orderNo: string): StripeSession => {
    const found = [...sessions.values()].find(one => one.client_reference_id === orderNo)
    if (!found) throw new Error(`there is no session for ${orderNo}`)
    return found
  }
  const api: StripeServer = {
    url: `http://127.0.0.1:${port}`,
    key,
    webhookSecret,
    sessions,
    created,
    loseAnswers: 0,
    sessionOf,
    complete(orderNo, paid = 'paid') {
      const session = sessionOf(orderNo)
      const payment_intent = session.payment_intent ?? `pi_${session.id}`
      return Object.assign(session, { status: 'complete', payment_status: paid, payment_intent, url: null })
    },
    charge(orderNo, refunded) {
      const { id, amount_total, currency, payment_intent } = sessionOf(orderNo)
      return {
        id: `ch_${id}`,
        object: 'charge',
        amount: amount_total,
        amount_refunded: refunded,
        refunded: refunded === amount_total,
        currency,
        payment_intent,
        metadata: { order_no: metadata.get(id) ?? '' },
      }
    },
    event(type, object, { at, secret = webhookSecret }) {
      events++
      const timestamp = Math.floor(at / 1000)
      const body = JSON.stringify({
        id: `evt_${events}`,
        object: 'event',
        api_version: '2026-01-01',
        created: timestamp,
        type,
        data: { object },
      })
      const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
      return { body, signature }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return api
}
