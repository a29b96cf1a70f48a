/** Binds every call of the contract to a route: who is it, may they, is the request right, then the handler. */
import { Readable } from 'node:stream'
import fastifyMultipart from '@fastify/multipart'
import { type Call, type CallName, callNames, calls } from '@yanshu/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { checkCall } from '../identity/access.ts'
import { AppError, invalidField } from '../kernel/app-error.ts'
import type { Caller } from '../kernel/call/caller.ts'
import { goneSignal } from '../kernel/call/gone.ts'
import { type Handlers, RawAnswer } from '../kernel/call/handlers.ts'
import type { DoneCall } from './record-acted.ts'
import { httpWords } from './words.ts'

type AnyHandler = (request: {
  params: unknown
  query: unknown
  body: unknown
  caller: Caller
  header(name: string): string | undefined
  file(): Promise<UploadedFile>
  signal: AbortSignal
}) => unknown

type UploadedFile = { filename: string; stream: Readable }

const jsonLimit = 1024 * 1024
/** A mail with its body in both forms, as JSON. */
const mailLimit = 12 * 1024 * 1024
/** A file of a hundred thousand lines, as JSON. */
const tableLimit = 24 * 1024 * 1024
const longCalls: Partial<Record<CallName, number>> = {
  sendEmail: mailLimit,
  saveDraft: mailLimit,
  importEmailAccount: tableLimit,
}

/** More than any file may have; what a file may have is counted as it comes. */
const fileLimit = 1100 * 1024 * 1024

/** One file and a few fields. */
const partLimits = { files: 1, fields: 10, parts: 11, fieldSize: 10_000, headerPairs: 50 }

const brokenBody = (cause: unknown) => new AppError('badRequest', { msg: httpWords.brokenUpload, cause })

/** The content of a file, which ends well only where what comes after it is in order too. */
async function* contentOf(file: Readable, rest: AsyncIterator<unknown>): AsyncGenerator<Buffer> {
  yield* file as AsyncIterable<Buffer>
  try {
    while (!(await rest.next()).done);
  } catch (cause) {
    throw brokenBody(cause)
  }
}

/** The one file of a multipart body. Fields beside it are passed over. */
async function fileOf(request: FastifyRequest): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new AppError('wrongContentType')
  const parts = request.parts({ limits: partLimits })
  for (;;) {
    const { value: part } = await parts.next().catch((cause: unknown) => {
      throw brokenBody(cause)
    })
    if (!part) throw invalidField('file', httpWords.noFile)
    if (part.type === 'file')
      return {
        filename: part.filename,
        stream: Readable.from(contentOf(part.file, parts), { objectMode: false }),
      }
  }
}

const callerOf = new WeakMap<FastifyRequest, Caller>()

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value

/** The headers that a call describes, decoded; one that is written otherwise is taken as it is. */
function describedHeaders({ headers: schema }: Call, { headers }: FastifyRequest): Record<string, string> {
  const given: Record<string, string> = {}
  for (const name of Object.keys(schema?.shape ?? {})) {
    const text = headerText(headers[name])
    if (text === undefined) continue
    try {
      given[name] = decodeURIComponent(text)
    } catch {
      given[name] = text
    }
  }
  schema?.parse(given)
  return given
}

function parsePart(schema: z.ZodObject | undefined, value: unknown): unknown {
  return schema ? schema.parse(value ?? {}) : undefined
}

export function bindCalls(
  app: FastifyInstance,
  handlers: Handlers,
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>,
  /** Told of every call that went well, before it is answered. */
  done: (call: DoneCall) => Promise<void>,
): void {
  for (const name of callNames) {
    const call = calls[name] as Call
    const handler = (handlers as Record<string, AnyHandler>)[name]
    if (!handler) throw new Error(`no handler for ${name}`)
    const route: RouteOptions = {
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: call.multipart ? fileLimit : (longCalls[name] ?? jsonLimit),
      // Before the body is read: a stranger's large body costs nothing.
      async onRequest(request, reply) {
        const caller = await identify(request, reply)
        callerOf.set(request, caller)
        checkCall(caller, call)
      },
      async handler(request, reply) {
        const caller = callerOf.get(request)
        if (!caller) throw new Error('the request was not identified')
        const params = parsePart(call.params, request.params)
        const query = parsePart(call.query, request.query)
        const body = parsePart(call.body, request.body)
        const described = describedHeaders(call, request)
        const fields = await handler({
          params,
          query,
          body,
          caller,
          header: (wanted: string) => described[wanted] ?? headerText(request.headers[wanted]),
          file: () => fileOf(request),
          signal: goneSignal(reply),
        })
        await done({ name, call, body, caller })
        if (fields instanceof RawAnswer) return reply.headers(fields.headers).send(fields.body)
        return reply.send({ error: 0, msg: '', ...(fields as object) })
      },
    }
    if (call.multipart) bindUpload(app, route)
    else app.route(route)
  }
}

/** In a scope of its own, so that no other call takes such a body. */
function bindUpload(app: FastifyInstance, route: RouteOptions): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    void scope.register(fastifyMultipart, { throwFileSizeLimit: false, limits: { fileSize: fileLimit } })
    scope.route(route)
    done()
  })
}
