import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StreamState } from './event-stream.ts'
import { followShared } from './shared-stream.ts'

/**
 * The browser's locks, as far as these tests need them: one holder for each name, and the others wait in
 * line.
 */
function makeLocks() {
  const lines = new Map<string, Promise<unknown>>()
  return {
    request(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) {
      const turn = (lines.get(name) ?? Promise.resolve()).then(() => (signal.aborted ? undefined : work()))
      lines.set(name, turn)
      return turn
    },
  }
}

const closers: (() => void)[] = []
beforeEach(() => vi.stubGlobal('navigator', { locks: makeLocks() }))
afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.unstubAllGlobals()
})

/** A server that remembers its open streams. */
async function openServer() {
  const streams: { response: ServerResponse; lastEventId: string | undefined }[] = []
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': welcome\n\n')
    const { 'last-event-id': lastEventId } = request.headers
    streams.push({ response, lastEventId: lastEventId?.toString() })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { streams, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events` }
}

function openWindow(url: string, token = 'one') {
  const heard: string[] = []
  const states: StreamState[] = []
  const stop = followShared({
    url,
    token,
    onEvent: event => heard.push(event.data),
    onState: state => states.push(state),
    pause: () => new Promise(() => undefined),
  })
  closers.push(stop)
  return { heard, states, stop }
}

const until = (done: () => boolean) => vi.waitFor(() => expect(done()).toBe(true), { timeout: 30_000 })

test('seven windows of one login use one connection, and all hear everything', async () => {
  const { streams, url } = await openServer()
  const windows = Array.from({ length: 7 }, () => openWindow(url))
  await until(() => windows.every(({ states }) => states.includes('live')))
  expect(streams).toHaveLength(1)
  streams[0]?.response.write('id: 5\ndata: mail\n\n')
  await until(() => windows.every(({ heard }) => heard.length === 1))
})

test('when the one that listens is closed, another goes on where it left off', async () => {
  const { streams, url } = await openServer()
  const first = openWindow(url)
  await until(() => first.states.includes('live'))
  const second = openWindow(url)
  await until(() => second.states.includes('live'))
  streams[0]?.response.write('id: 5\ndata: a\n\n')
  await until(() => second.heard.length === 1)
  first.stop()
  await until(() => streams.length === 2)
  expect(streams[1]?.lastEventId).toBe('5')
  // The new leader asks for events that it may have missed.
  expect(second.states).toContain('waiting')
  streams[1]?.response.write('id: 6\ndata: b\n\n')
  await until(() => second.heard.length === 2)
  expect([first.heard, second.heard]).toEqual([['a'], ['a', 'b']])
})

test('two logins have a stream each and never hear each other', async () => {
  const { streams, url } = await openServer()
  const one = openWindow(url, 'one')
  await until(() => one.states.includes('live'))
  const two = openWindow(url, 'two')
  await until(() => two.states.includes('live'))
  streams[0]?.response.write('data: for one\n\n')
  streams[1]?.response.write('data: for two\n\n')
  await until(() => one.heard.length === 1 && two.heard.length === 1)
  expect([one.heard, two.heard]).toEqual([['for one'], ['for two']])
})
