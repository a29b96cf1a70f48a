import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { followEvents, pauseAfter, type StreamState } from './event-stream.ts'
import type { SseEvent } from './sse-parser.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A real server that answers each connection with the next of the given answers, and a follower of it. */
async function followed(answers: Answer[]): Promise<{
  events: SseEvent[]
  states: StreamState[]
  pauses: number[]
  requests: IncomingMessage[]
  reached: (state: StreamState, times: number) => Promise<void>
  stop: () => void
}> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    const answer = answers[requests.length]
    requests.push(request)
    if (answer) answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const events: SseEvent[] = []
  const states: StreamState[] = []
  const pauses: number[] = []
  const waiting: { state: StreamState; times: number; resolve: () => void }[] = []
  const settle = () => {
    for (const { state, times, resolve } of waiting)
      if (states.filter(one => one === state).length >= times) resolve()
  }
  const stop = followEvents({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    token: 'secret',
    onEvent: event => events.push(event),
    onState: state => {
      states.push(state)
      settle()
    },
    pause: ms => {
      pauses.push(ms)
      return Promise.resolve()
    },
  })
  closers.push(() => {
    stop()
    server.closeAllConnections()
    server.close()
  })
  const reached = (state: StreamState, times: number) =>
    new Promise<void>(resolve => {
      waiting.push({ state, times, resolve })
      settle()
    })
  return { events, states, pauses, requests, reached, stop }
}

const stream =
  (text: string): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)

const lost: Answer = (_, response) =>
  response
    .writeHead(401, { 'content-type': 'application/json' })
    .end('{"error":302,"url":"/auth","msg":"登录状态失效，请先登录"}')

test('it sends the token, gives the events, and takes up again after the last id', async () => {
  const follow = await followed([
    stream('id: 41\nevent: mail\ndata: a\n\n'),
    stream('id: 42\ndata: b\n\n'),
    lost,
  ])
  await follow.reached('ended', 1)
  expect(follow.events.map(event => event.data)).toEqual(['a', 'b'])
  expect(follow.requests.map(request => request.headers['last-event-id'])).toEqual([undefined, '41', '42'])
  expect(follow.requests[0]?.headers.authorization).toBe('Bearer secret')
  expect(follow.states).toEqual(['connecting', 'live', 'waiting', 'live', 'waiting', 'ended'])
})

test('a lost login ends it, and it never asks again', async () => {
  const follow = await followed([lost])
  await follow.reached('ended', 1)
  expect(follow.pauses).toEqual([])
  expect(follow.requests).toHaveLength(1)
})

test('failures in a row make the pauses longer, a success makes them short again', async () => {
  const broken: Answer = (_, response) => response.writeHead(503).end('busy')
  const follow = await followed([broken, broken, stream('data: x\n\n'), lost])
  await follow.reached('ended', 1)
  expect(follow.pauses).toEqual([1_000, 2_000, 1_000])
})

test('a page that a proxy answers with is a failure, not a stream', async () => {
  const page: Answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in to this network')
  const follow = await followed([page, page, lost])
  await follow.reached('ended', 1)
  expect(follow.pauses).toEqual([1_000, 2_000])
  expect(follow.states).not.toContain('live')
})

test('the pause the server asks for is kept to', async () => {
  const follow = await followed([stream('retry: 5000\n\n'), lost])
  await follow.reached('ended', 1)
  expect(follow.pauses).toEqual([5_000])
})

test('once stopped it gives no more states', async () => {
  const follow = await followed([
    (_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
  ])
  await follow.reached('live', 1)
  const seen = follow.states.length
  follow.stop()
  await new Promise<void>(resolve => follow.requests[0]?.socket.once('close', () => resolve()))
  expect(follow.states).toHaveLength(seen)
})

test('no pause is longer than half a minute', () => {
  expect(pauseAfter(50, 1_000)).toBe(30_000)
})
