/**
 * The HTTP edge: one Fastify server for the calls, the web pages and the health routes. It translates between requests
 * and use cases and has no rules of its own. Whatever is thrown becomes an answer from the catalogue.
 */
import type { Socket } from 'node:net'
import { openApiDocument } from '@yanshu/contract/openapi'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Db } from '../database/types.ts'
import type { ApiUsage } from '../identity/api-key/usage.ts'
import { permissionKeyBytes } from '../identity/permission-data.ts'
import { AppError } from '../kernel/app-error.ts'
import { faultAnswer, refusal, refusalFor } from '../kernel/call/answers.ts'
import type { Handlers } from '../kernel/call/handlers.ts'
import { refusingNul, urlHasNul } from '../kernel/call/nul.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config/settings-table.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { networksOf } from '../kernel/networks.ts'
import { proxiesOf } from '../kernel/proxied-ports.ts'
import type { SiteNames } from '../ledger/setting/site-names.ts'
import type { SiteSettings } from '../ledger/setting/site-settings.ts'
import type { ProgramFiles } from '../operate/version/program-files.ts'
import { bindMailTm } from '../programs/mail-tm/bind-mail-tm.ts'
import { bindAppManifest } from './app-manifest-route.ts'
import { bindCalls } from './bind-calls.ts'
import { compressAnswers } from './compress.ts'
import { bindHealthRoutes } from './health-routes.ts'
import { identify } from './identify.ts'
import { expectProxyHeaders } from './proxied-connections.ts'
import { recordActed, tellAct } from './record-acted.ts'
import { type RedirectDeps, redirectToHttps } from './redirect-to-https.ts'
import { useChineseMessages } from './schema-messages.ts'
import { securityHeaders } from './security-headers.ts'
import { answerBeforeBody } from './unread-body.ts'
import { serveWebPages } from './web-pages.ts'

export type HttpDeps = {
  config: Config
  db: Db
  clock: Clock
  log: Log
  metrics: Metrics
  program: ProgramFiles
  handlers: Handlers
  usage: ApiUsage
  site: SiteSettings
  names: Pick<SiteNames, 'publicUrl'>
  /** Whether a stranger would trust our certificate for this host; null without a port for HTTPS. */
  isTrusted: RedirectDeps['isTrusted'] | null
  /** Routes that are not calls of the contract. */
  bindMore: (app: FastifyInstance) => void
  /** Hears of every request: the host that was asked for, and who asked. */
  noteVisit: (host: string, client: string) => void
  ready: () => boolean
  canWrite: () => Promise<boolean>
  /** Calls that come while the start is not finished wait for this. */
  started: Promise<void>
}

const requestTimeoutMs = 120_000
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Anything that means the API, however it is spelled, is answered as the API would. */
const meansApi = (url: string): boolean =>
  /^\/*(?:api|%61pi|mailtm|metrics|healthz|readyz)(?:[/?;]|$)/i.test(url)
/** By its path alone: what follows may end in an address, and an address in anything. */
const looksLikeFile = (url: string): boolean => /^\/assets\/|^[^?]*\.[a-z0-9]{2,5}(?:\?|$)/i.test(url)

/** A packed body can unpack to anything; no client of ours packs one. */
const isPacked = ({ headers }: FastifyRequest): boolean =>
  (headers['content-encoding'] ?? 'identity') !== 'identity'

/** With two hosts, a proxy may go by one and we by the other (RFC 9112 section 3.2). */
const namesTwoHosts = ({ raw }: FastifyRequest): boolean =>
  raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1

function sendRefusal(reply: FastifyReply, answer: ReturnType<typeof refusal>): FastifyReply {
  if (answer.retryAfter !== null) reply.header('retry-after', answer.retryAfter)
  return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body)
}

/** A request so broken that it never reaches a route. The connection is not kept for whatever may follow. */
function answerBrokenRequest(socket: Socket): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(refusal('badRequest').body)
  socket.write(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}

export async function createHttpServer(deps: HttpDeps): Promise<FastifyInstance> {
  const { config, log } = deps
  useChineseMessages()
  const headers = () => securityHeaders({ publicUrl: deps.names.publicUrl(), hsts: config.hsts })
  const app = fastify({
    logger: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false, caseSensitive: true },
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    return503OnClosing: true,
    clientErrorHandler: (_error, socket) => answerBrokenRequest(socket),
    frameworkErrors: (_error, _request, reply) => {
      void sendRefusal((reply as FastifyReply).headers(headers()), refusal('badRequest'))
    },
  })
  const proxies = proxiesOf(config, 'http')
  if (proxies.length > 0) {
    const connections = expectProxyHeaders(app.server, networksOf(proxies), answerBrokenRequest)
    app.addHook('preClose', async () => connections.close())
  }
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  // A client may say that it sends JSON and send nothing; for calls without a body that is fine.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text === '') done(null, undefined)
    else void parseJson(request, text, refusingNul(text, done))
  })

  const seconds = deps.metrics.histogram(
    'yanshu_http_request_seconds',
    'Time to answer a request.',
    durations,
  )

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers())
    deps.noteVisit(request.hostname, request.ip)
    if (namesTwoHosts(request) || urlHasNul(request.url)) throw new AppError('badRequest')
    if (isPacked(request)) throw new AppError('wrongContentType')
    if (request.url.startsWith('/api/')) await deps.started
  })
  if (deps.isTrusted !== null)
    redirectToHttps(app, { publicUrl: deps.names.publicUrl, isTrusted: deps.isTrusted })
  app.addHook('onSend', async (request, reply) => {
    if (meansApi(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'other'
    seconds.observe(reply.elapsedTime / 1000, {
      method: request.method,
      route,
      status: String(reply.statusCode),
    })
  })

  app.setErrorHandler((cause: FastifyError, request: FastifyRequest, reply) => {
    const answer = refusalFor(cause)
    if (!answer) {
      const hungUp = request.raw.destroyed && !request.raw.complete
      log[hungUp ? 'info' : 'error']({ err: cause, route: request.routeOptions.url }, 'request failed')
    }
    return sendRefusal(reply, answer ?? faultAnswer(cause))
  })

  compressAnswers(app)
  answerBeforeBody(app)
  bindHealthRoutes(app, {
    metrics: deps.metrics,
    canWrite: deps.canWrite,
    metricsToken: config.metricsToken,
    ready: deps.ready,
  })
  const who = (request: FastifyRequest, reply: FastifyReply) => identify(deps, request, reply)
  bindCalls(app, deps.handlers, who, done => {
    tellAct(log, done)
    return recordActed(deps, done)
  })
  bindMailTm(app, { ...deps, identify: who })
  deps.bindMore(app)
  // Made when it is first asked for: it takes a moment that a start has no need of.
  let document: string | null = null
  app.get('/openapi.json', async (_, reply) => {
    document ??= JSON.stringify(openApiDocument(deps.program.version))
    return reply.type('application/json; charset=utf-8').send(document)
  })

  bindAppManifest(app, { db: deps.db, site: deps.site, webDir: deps.program.webDir })
  const permissionKey = permissionKeyBytes(config.permissionKey)
  const { page } = await serveWebPages(app, { webDir: deps.program.webDir, permissionKey })
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD'
    if (page === null || !wantsPage || meansApi(request.url) || looksLikeFile(request.url)) {
      return sendRefusal(reply, refusal('notFound'))
    }
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
  return app
}
