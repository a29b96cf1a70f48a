import type { FastifyInstance } from 'fastify'

const graceMs = 3000

/** Finishes the requests under way. A connection on which nothing was ever asked, as browsers open them, counts as busy. */
export async function closeHttp(http: FastifyInstance): Promise<void> {
  const late = setTimeout(() => http.server.closeAllConnections(), graceMs)
  await http.close()
  clearTimeout(late)
}
