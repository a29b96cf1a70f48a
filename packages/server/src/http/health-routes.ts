/** For operators and orchestrators: alive, ready, and the figures. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/app-error.ts'
import { bearerSecret } from '../kernel/call/bearer-secret.ts'
import { isThisMachine } from '../kernel/client-address.ts'
import { hashToken } from '../kernel/ids.ts'
import type { Metrics } from '../kernel/metrics.ts'

/** A proxy on the same machine makes everyone look local; one that is not on the list of trusted ones shows by these. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

const isFromThisMachine = ({ ip, headers }: FastifyRequest): boolean =>
  isThisMachine(ip) && !forwardingHeaders.some(name => headers[name] !== undefined)

function maySeeMetrics(request: FastifyRequest, token: string): boolean {
  if (token === '') return isFromThisMachine(request)
  const given = bearerSecret(request.headers.authorization)
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)))
}

export function bindHealthRoutes(
  app: FastifyInstance,
  deps: {
    metrics: Metrics
    metricsToken: string
    ready: () => boolean
    /** Whether database and data folder can be written now. */
    canWrite: () => Promise<boolean>
  },
): void {
  app.get('/healthz', async () => ({ error: 0, msg: '', status: 'alive' }))
  app.get('/health', async () => ({ error: 0, msg: '', status: 'alive' }))

  app.get('/readyz', async () => {
    if (!deps.ready() || !(await deps.canWrite())) throw new AppError('busy')
    return { error: 0, msg: '', status: 'ready' }
  })

  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(request, deps.metricsToken)) throw new AppError('notFound')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await deps.metrics.render())
  })
}
