/**
 * Plays the server for a browser: it intercepts requests where they leave the page, so that all of our code
 * runs. A test gives an answer for each call by name, and requests and answers are checked against the
 * contract's schemas. A call without an answer fails the test.
 */
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web'
import type {
  AnswerOf,
  BodyOf,
  Call,
  CallName,
  Calls,
  ErrorBody,
  ErrorName,
  ParamsOf,
  QueryOf,
} from '@yanshu/contract'
import { calls } from '@yanshu/contract/calls'
import { errors } from '@yanshu/contract/errors'
import type { Request, Response } from 'happy-dom'
import { expect, onTestFinished } from 'vitest'
import { domWindow } from './dom-window.ts'

export type Asked<Name extends CallName> = {
  params: ParamsOf<Calls[Name]>
  query: QueryOf<Calls[Name]>
  body: BodyOf<Calls[Name]>
  /** The headers that the call describes, decoded. */
  headers: Readonly<Record<string, string>>
  token: string | null
}

type Answer<Name extends CallName> = AnswerOf<Calls[Name]>

/** The answers of the calls. */
export type Answers = {
  [Name in CallName]?: (asked: Asked<Name>) => Answer<Name> | Promise<Answer<Name>>
}

/** An answer throws this to refuse the call. */
export class Refused extends Error {
  readonly body: ErrorBody
  readonly status: number
  constructor(name: ErrorName, more: Partial<ErrorBody> = {}) {
    super(name)
    const { code, status, msg } = errors[name]
    this.status = status
    this.body = { error: code, msg, ...more }
  }
}

/** An answer throws this when the connection is broken. */
export class Broken extends Error {}

export type FakeServer = {
  /** Replaces the answers of calls. */
  answer(answers: Answers): void
  /** Returns the requests to this call so far. */
  asked<Name extends CallName>(name: Name): Asked<Name>[]
  /** Sends an event to every open stream. */
  tell(event: string, data: object): void
  /** True when the page listens to events. */
  isHeard(): boolean
  /** Requests and answers that should not have happened. */
  readonly faults: readonly string[]
}

type Meet = (request: Request) => Promise<Response>

/** Makes a response of the DOM's own class, the only one that it accepts. */
function domResponse(
  body: string | ReadableStream<Uint8Array>,
  init: { status?: number; headers: Record<string, string> },
): Response {
  return new (domWindow().Response)(body, init)
}

type Loose = (asked: Asked<CallName>) => unknown

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

const table = Object.entries(calls).map(([name, { method, path }]) => ({
  name: name as CallName,
  method,
  pattern: patternOf(path),
}))

/** Returns the call that a request makes, and the parameters in its URL. */
function callOf(request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  const known = table.find(one => one.method === request.method && one.pattern.test(pathname))
  if (!known) return null
  const params = known.pattern.exec(pathname)?.groups
  return { name: known.name, params, query: Object.fromEntries(searchParams) }
}

async function bodyOf(request: Request): Promise<unknown> {
  if (request.method === 'GET') return undefined
  if (request.headers.get('content-type')?.startsWith('multipart/')) return undefined
  const text = await request.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** Returns the headers that a call describes. */
const headersOf = ({ headers }: Call, request: Request): Record<string, string> =>
  Object.fromEntries(
    Object.keys(headers?.shape ?? {}).flatMap(name => {
      const text = request.headers.get(name)
      return text === null ? [] : [[name, decodeURIComponent(text)]]
    }),
  )

type Schema = { safeParse(value: unknown): { success: boolean; data?: unknown; error?: Error | undefined } }

/** Runs until the test is over. */
export function startFakeServer(first: Answers): FakeServer {
  const server = createFakeServer(first)
  const { fetch: settings } = domWindow().happyDOM.settings
  settings.interceptor = { beforeAsyncRequest: ({ request }) => server.meet(request) }
  onTestFinished(() => {
    settings.interceptor = null
    expect(server.faults).toEqual([])
  })
  return server
}

function createFakeServer(first: Answers): FakeServer & { meet: Meet } {
  const answers = new Map<string, Loose>()
  const log: { name: CallName; asked: Asked<CallName> }[] = []
  const faults: string[] = []
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const answer = (more: Answers) => {
    for (const [name, give] of Object.entries(more)) answers.set(name, give as Loose)
  }
  answer(first)

  function openStream({ signal }: Request): Response {
    let own: ReadableStreamDefaultController<Uint8Array> | undefined
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        own = controller
        streams.add(controller)
      },
      cancel: () => void (own && streams.delete(own)),
    })
    signal.addEventListener('abort', () => own && streams.delete(own))
    return domResponse(stream, { headers: { 'content-type': 'text/event-stream' } })
  }

  const json = (body: unknown, status = 200) =>
    domResponse(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

  async function meet(request: Request): Promise<Response> {
    const call = callOf(request)
    const give = call && answers.get(call.name)
    if (call?.name === 'events') return openStream(request)
    if (!call || !give) {
      faults.push(`nobody expected ${request.method} ${request.url}`)
      return json(new Refused('internal').body, 500)
    }
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? null
    const contract = calls[call.name] as Call
    const fits = (what: string, schema: Schema | undefined, value: unknown) => {
      if (schema === undefined) return value
      const { success, data, error } = schema.safeParse(value ?? {})
      if (!success) faults.push(`${what} of ${call.name} is against the contract: ${error?.message}`)
      return success ? data : value
    }
    const asked = {
      params: call.params,
      query: fits('the query', contract.query, call.query),
      body: fits('the body', contract.multipart ? undefined : contract.body, await bodyOf(request)),
      headers: fits('the headers', contract.headers, headersOf(contract, request)),
      token,
    } as unknown as Asked<CallName>
    log.push({ name: call.name, asked })
    try {
      const answered = fits('the answer', contract.answer, await give(asked))
      return json({ error: 0, ...(answered as object) })
    } catch (error) {
      if (error instanceof Refused) return json(error.body, error.status)
      if (!(error instanceof Broken)) faults.push(`${call.name}: ${String(error)}`)
      throw new TypeError('Failed to fetch')
    }
  }

  return {
    answer,
    asked: <Name extends CallName>(name: Name) =>
      log.filter(one => one.name === name).map(one => one.asked as unknown as Asked<Name>),
    tell(event, data) {
      const bytes = new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      for (const stream of streams) stream.enqueue(bytes)
    },
    isHeard: () => streams.size > 0,
    faults,
    meet,
  }
}
