import { once } from 'node:events'
import { connect } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../kernel/call/caller.ts'
import type { Handlers } from '../kernel/call/handlers.ts'
import { bindCalls } from './bind-calls.ts'

const visitor: Caller = { role: 'visitor', client: '127.0.0.1', agent: '' }

type Seen = { signal: AbortSignal; finish(): void }

/** Every handler is there; the one of `startAuth` waits until it is told to finish. */
function waitingHandlers(onCall: (seen: Seen) => void): Handlers {
  const answer = (request: { signal: AbortSignal }) =>
    new Promise(resolve => onCall({ signal: request.signal, finish: () => resolve({ proofNeeded: false }) }))
  return new Proxy({}, { get: () => answer, has: () => true }) as Handlers
}

describe('binding the calls', () => {
  let app: FastifyInstance
  beforeEach(() => {
    app = fastify({ forceCloseConnections: true })
  })
  afterEach(() => app.close())

  it('fails when a call has no handler', () => {
    const none = {} as Handlers
    expect(() =>
      bindCalls(
        app,
        none,
        async () => visitor,
        async () => undefined,
      ),
    ).toThrow(/no handler for/)
  })

  async function begin(body: string): Promise<{ seen: Seen; answered: Promise<string>; leave(): void }> {
    const calling = Promise.withResolvers<Seen>()
    bindCalls(
      app,
      waitingHandlers(calling.resolve),
      async () => visitor,
      async () => undefined,
    )
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    const head = `POST /api/startAuth HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    socket.write(head + body)
    const answered = once(socket, 'data').then(([data]) => String(data))
    answered.catch(() => undefined)
    return { seen: await calling.promise, answered, leave: () => socket.destroy() }
  }

  it('lets a handler work on as long as the client is there', async () => {
    const { seen, answered, leave } = await begin('{"purpose":"login"}')
    await new Promise(resolve => setImmediate(() => setImmediate(resolve)))
    expect(seen.signal.aborted).toBe(false)
    seen.finish()
    expect(await answered).toContain('200 OK')
    leave()
  })

  it('tells a handler when the client has gone', async () => {
    const { seen, leave } = await begin('{"purpose":"login"}')
    expect(seen.signal.aborted).toBe(false)
    const gone = once(seen.signal, 'abort')
    leave()
    await gone
    expect(seen.signal.aborted).toBe(true)
    seen.finish()
  })
})
