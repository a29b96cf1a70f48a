/**
 * Where gateways come to: routes that are not calls, since their form is the gateways'. Nobody is logged in here; the
 * signature is the only proof. Whatever goes wrong within us answers so that the gateway tries again.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainAddress } from '../../kernel/client-address.ts'
import type { Log } from '../../kernel/log.ts'

export type PayRouteDeps = {
  log: Log
  takeEpay(params: URLSearchParams, from: { client: string }): Promise<boolean>
  takeStripe(event: { body: Buffer; signature: string }, from: { client: string }): Promise<boolean>
}

const maxBytes = 256 * 1024

const fromOf = (request: FastifyRequest) => ({ client: plainAddress(request.ip) })

const queryOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(request.raw.url?.split('?').slice(1).join('?') ?? '')

const bodyOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)

export function bindPayRoutes(app: FastifyInstance, deps: PayRouteDeps): void {
  /** The protocol knows two answers; the status tells the same story to those who look at it. */
  async function answerEpay(request: FastifyRequest, reply: FastifyReply, params: URLSearchParams) {
    const say = (taken: boolean, status: number) =>
      reply
        .code(status)
        .type('text/plain; charset=utf-8')
        .send(taken ? 'success' : 'fail')
    try {
      const taken = await deps.takeEpay(params, fromOf(request))
      return say(taken, taken ? 200 : 400)
    } catch (cause) {
      deps.log.error({ err: cause }, 'a payment notice was not taken')
      return say(false, 503)
    }
  }

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, parsed) =>
      parsed(null, body),
    )
    const limits = { bodyLimit: maxBytes }

    scope.get('/api/pay/epay/notify', (request, reply) => answerEpay(request, reply, queryOf(request)))
    scope.post('/api/pay/epay/notify', limits, (request, reply) =>
      answerEpay(request, reply, new URLSearchParams(bodyOf(request).toString('utf8'))),
    )

    // The buyer comes back; what they bring along proves nothing. The page asks for itself.
    scope.get('/api/pay/epay/return', (request, reply) => {
      const orderNo = queryOf(request).get('out_trade_no') ?? ''
      return reply.redirect(/^YS[0-9A-Z]{20}$/.test(orderNo) ? `/store?order=${orderNo}` : '/store', 303)
    })

    scope.post('/api/pay/stripe/webhook', limits, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      const event = { body: bodyOf(request), signature: typeof signature === 'string' ? signature : '' }
      try {
        const taken = await deps.takeStripe(event, fromOf(request))
        return reply.code(taken ? 200 : 400).send({ received: taken })
      } catch (cause) {
        deps.log.error({ err: cause }, 'an event of Stripe was not taken')
        return reply.code(503).send({ received: false })
      }
    })
    done()
  })
}
