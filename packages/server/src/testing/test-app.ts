/** Runs the whole program on a database of its own and calls it over real HTTP. */
import {
  type AnswerOf,
  type Call,
  type CallName,
  type Calls,
  calls,
  type ErrorBody,
  wireRequest,
} from '@yanshu/contract'
import { startApp } from '../app.ts'
import type { App } from '../app-deps.ts'
import type { DatabaseKind } from '../database/types.ts'
import { loadConfig } from '../kernel/config/load.ts'
import { createLog } from '../kernel/log.ts'
import { findProgram } from '../operate/version/program-files.ts'
import type { DelivererDeps } from '../outbound/deliver/deliver.ts'
import { makeMigratedPlace, type TestPlace } from './databases.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export const adminPassword = 'correct horse battery'

/**
 * People log in thousands of times in these tests, and nobody attacks their passwords, so hashing is quick.
 */
const quickHash = { memory: 512, passes: 1 }

export type Answer<T> = { status: number; headers: Headers; body: Partial<T> & ErrorBody }

export type TestRequest = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

export type PlainAnswer = { status: number; headers: Headers; text: string; body: Partial<ErrorBody> }

export type TestApp = {
  readonly app: App
  readonly clock: TestClock
  readonly place: TestPlace
  readonly url: string
  /** The lines of the log so far. */
  readonly logged: readonly string[]
  /** Makes a call and returns any answer. */
  call<N extends CallName>(
    name: N,
    request?: TestRequest,
    token?: string | null,
  ): Promise<Answer<AnswerOf<Calls[N]>>>
  /** Makes a call that must succeed. */
  ok<N extends CallName>(name: N, request?: TestRequest, token?: string | null): Promise<AnswerOf<Calls[N]>>
  /** Sends any request and returns any answer; `body` is empty when the answer is not JSON. */
  fetch(path: string, init?: RequestInit): Promise<PlainAnswer>
  adminToken(): Promise<string>
  /** Starts a second node on the same database. */
  secondNode(): Promise<TestApp>
  stop(): Promise<void>
}

export type TestAppOptions = {
  environment?: Record<string, string>
  place?: TestPlace
  clock?: TestClock
  /** The way to other people's mail servers. */
  delivery?: Partial<DelivererDeps>
  /** The certificates that its look at its own port trusts. */
  roots?: readonly string[]
  /** Replaces the folder of the built pages. */
  webDir?: string
  /** Addresses of this machine that push messages and requests for images may reach. */
  allowPrivate?: readonly string[]
}

async function readAnswer(response: Response): Promise<PlainAnswer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const body = isJson ? (JSON.parse(text) as Partial<ErrorBody>) : {}
  return { status: response.status, headers: response.headers, text, body }
}

export async function startTestApp(kind: DatabaseKind, options: TestAppOptions = {}): Promise<TestApp> {
  const place = options.place ?? (await makeMigratedPlace(kind))
  const clock = options.clock ?? createTestClock()
  const logged: string[] = []
  const config = loadConfig({
    YANSHU_HTTP_PORT: '0',
    YANSHU_SMTP_PORT: '0',
    YANSHU_HTTP_HOST: '127.0.0.1',
    YANSHU_DATA_DIR: place.dataDir,
    YANSHU_DATABASE_URL: place.databaseUrl,
    YANSHU_ADMIN_PASSWORD: adminPassword,
    YANSHU_STOP_SECONDS: '8',
    ...options.environment,
  })
  const log = createLog('info', { write: line => void logged.push(line) })
  const found = findProgram(import.meta.dirname)
  const program = { ...found, webDir: options.webDir ?? found.webDir }
  const app = await startApp({
    config,
    clock,
    log,
    program,
    hashCost: quickHash,
    ...(options.allowPrivate && { allowPrivate: options.allowPrivate }),
    ...(options.delivery ? { delivery: options.delivery } : {}),
    ...(options.roots && { roots: options.roots }),
  })
  const url = `http://127.0.0.1:${app.httpPort}`
  let stopped = false

  async function call<N extends CallName>(name: N, request: TestRequest = {}, token: string | null = null) {
    const wire = wireRequest(calls[name] as Call, request)
    const search = new URLSearchParams(wire.query).toString()
    const response = await fetch(`${url}${wire.path}${search ? `?${search}` : ''}`, {
      method: wire.method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(wire.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(wire.body === undefined ? {} : { body: JSON.stringify(wire.body) }),
    })
    const body = (await response.json()) as Partial<AnswerOf<Calls[N]>> & ErrorBody
    return { status: response.status, headers: response.headers, body }
  }

  return {
    app,
    clock,
    place,
    url,
    logged,
    call,
    fetch: async (path, init) => readAnswer(await fetch(`${url}${path}`, init)),
    async ok(name, request, token) {
      const { status, body } = await call(name, request, token)
      if (body.error !== 0) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`)
      return body as unknown as AnswerOf<Calls[typeof name]>
    },
    async adminToken() {
      const { body } = await call('login', { body: { username: 'admin', password: adminPassword } })
      return body.token ?? ''
    },
    secondNode: () =>
      startTestApp(kind, {
        ...{ ...options, place, clock },
        environment: { ...options.environment, YANSHU_HTTP_PORT: '0' },
      }),
    async stop() {
      if (stopped) return
      stopped = true
      await app.stop()
      if (!options.place) await place.remove()
    },
  }
}
