/** For operators and orchestrators: alive, ready, and the figures. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { plainAddress } from '../client-address.ts'
import type { Db } from '../database/types.ts'
import { hashToken } from '../ids.ts'
import type { Metrics } from '../metrics.ts'
import { bearerSecret } from './identify.ts'

const pingTimeoutMs = 2000

async function databaseAnswers(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(() => resolve(false), pingTimeoutMs)
  })
  const answered = db.ping().then(
    () => true,
    () => false,
  )
  const result = await Promise.race([answered, late])
  clearTimeout(timer)
  return result
}

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** A proxy on the same machine makes everyone look local; one that is not on the list of trusted ones shows by these. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

const isFromThisMachine = ({ ip, headers }: FastifyRequest): boolean =>
  isLoopback(plainAddress(ip)) && !forwardingHeaders.some(name => headers[name] !== undefined)

function maySeeMetrics(request: FastifyRequest, token: string): boolean {
  if (token === '') return isFromThisMachine(request)
  const given = bearerSecret(request.headers.authorization)
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)))
}

export function bindHealthRoutes(
  app: FastifyInstance,
  deps: { db: Db; metrics: Metrics; metricsToken: string; ready: () => boolean },
): void {
  app.get('/healthz', async () => ({ error: 0, msg: '', status: 'alive' }))
  app.get('/health', async () => ({ error: 0, msg: '', status: 'alive' }))

  app.get('/readyz', async () => {
    if (!deps.ready() || !(await databaseAnswers(deps.db))) throw new AppError('busy')
    return { error: 0, msg: '', status: 'ready' }
  })

  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(request, deps.metricsToken)) throw new AppError('notFound')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await deps.metrics.render())
  })
}
