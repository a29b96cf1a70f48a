/**
 * Sends visitors from HTTP to HTTPS, once a stranger would trust the certificate of the name they asked for: before that a
 * redirect would lead everybody to a warning of the browser. Authorities and health checks ask without TLS.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

export type RedirectDeps = {
  publicUrl(): string
  isTrusted(host: string): boolean
}

const plainPaths = /^\/(?:\.well-known\/acme-challenge\/|healthz(?:$|\?)|readyz(?:$|\?)|metrics(?:$|\?))/

const lookEveryMs = 60_000

/** Judging a chain takes some time, and the answer holds for a moment. */
function remembered(judge: (host: string) => boolean): (host: string) => boolean {
  const known = new Map<string, { trusted: boolean; at: number }>()
  return host => {
    const now = performance.now()
    const last = known.get(host)
    if (last && now - last.at < lookEveryMs) return last.trusted
    // Strangers choose the host; what they ask for is not kept for ever.
    if (known.size > 1000) known.clear()
    const trusted = judge(host)
    known.set(host, { trusted, at: now })
    return trusted
  }
}

export function redirectToHttps(app: FastifyInstance, { publicUrl, isTrusted }: RedirectDeps): void {
  const trusted = remembered(isTrusted)

  /** Hosts of customers' domains are reached at the same port as the site. */
  const originFor = ({ hostname }: FastifyRequest): string | null => {
    const site = URL.parse(publicUrl())
    if (site?.protocol !== 'https:') return null
    const host = hostname.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
    if (!/^[a-z0-9.-]{1,253}$/.test(host) || !trusted(host)) return null
    return `https://${host}${site.port === '' ? '' : `:${site.port}`}`
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https' || plainPaths.test(request.url)) return
    const origin = originFor(request)
    if (origin === null || !request.url.startsWith('/')) return
    return reply.code(308).header('cache-control', 'no-store').redirect(`${origin}${request.url}`, 308)
  })
}
