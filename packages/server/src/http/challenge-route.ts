/** Answers an authority that looks for its token over HTTP, on any node (RFC 8555, section 8.3). */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../kernel/app-error.ts'

export function bindChallenges(
  app: FastifyInstance,
  answerOf: (token: string) => Promise<string | null>,
): void {
  app.get<{ Params: { token: string } }>('/.well-known/acme-challenge/:token', async (request, reply) => {
    const { token } = request.params
    const answer = /^[\w-]{1,200}$/.test(token) ? await answerOf(token) : null
    if (answer === null) throw new AppError('notFound')
    return reply.type('application/octet-stream').header('cache-control', 'no-store').send(answer)
  })
}
