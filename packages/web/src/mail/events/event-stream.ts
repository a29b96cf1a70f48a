/**
 * Keeps the live event stream of one login open. It reads the stream as the answer to a call, because the
 * browser's own EventSource cannot send the bearer token. After a break it resumes where it left off and
 * waits longer after each failure. It ends when the server says that the login has ended. It does not know
 * what the events mean.
 */
import { isApiError } from '../../api/api-error.ts'
import { openEvents } from '../../api/index.ts'
import { createSseParser, type SseEvent } from './sse-parser.ts'

export type StreamState = 'connecting' | 'live' | 'waiting' | 'ended'

export type StreamOptions = {
  url: string
  token: string
  /** The id at which another window left off. */
  lastEventId?: string
  onEvent: (event: SseEvent) => void
  onState: (state: StreamState) => void
  /** Resolves after this many milliseconds, or sooner when another try makes sense. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/**
 * The server sends something at least every half minute; a longer silence means that the connection is
 * broken.
 */
export const QUIET_MS = 75_000

/** Starts to follow the stream; the returned function stops it. */
export function followEvents(options: StreamOptions): () => void {
  const stop = new AbortController()
  void follow(options, stop.signal)
  return () => stop.abort()
}

async function follow(options: StreamOptions, stopped: AbortSignal): Promise<void> {
  const memory = { lastEventId: options.lastEventId ?? '', failures: 0, retryMs: FIRST_PAUSE_MS }
  options.onState('connecting')
  while (!stopped.aborted) {
    try {
      await readOnce(options, memory, stopped)
    } catch (error) {
      if (isApiError(error, 'loginNeeded')) {
        if (!stopped.aborted) options.onState('ended')
        return
      }
      // Every other failure is one of the connection, and the next try may succeed.
    }
    if (stopped.aborted) return
    options.onState('waiting')
    await options.pause(pauseAfter(memory.failures, memory.retryMs), stopped)
    memory.failures++
  }
}

/** Doubles with each failure in a row, to half a minute at most. */
export function pauseAfter(failures: number, first: number): number {
  return Math.min(LONGEST_PAUSE_MS, first * 2 ** Math.min(failures, 10))
}

type Memory = { lastEventId: string; failures: number; retryMs: number }

async function readOnce(options: StreamOptions, memory: Memory, stopped: AbortSignal): Promise<void> {
  const silence = new AbortController()
  const signal = AbortSignal.any([stopped, silence.signal])
  let timer = setTimeout(() => silence.abort(), QUIET_MS)
  try {
    const headers = {
      Accept: 'text/event-stream',
      ...(memory.lastEventId !== '' && { 'Last-Event-ID': memory.lastEventId }),
    }
    const stream = await openEvents(options.url, options.token, { headers, signal })
    options.onState('live')
    memory.failures = 0
    const parser = createSseParser(memory.lastEventId)
    const decoder = new TextDecoder()
    for await (const bytes of chunksOf(stream)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), QUIET_MS)
      const events = parser.push(decoder.decode(bytes, { stream: true }))
      memory.lastEventId = parser.lastEventId()
      memory.retryMs = parser.retryMs() ?? memory.retryMs
      for (const event of events) if (!stopped.aborted) options.onEvent(event)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Not every browser can iterate over a stream with `for await`. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/**
 * Waits in the browser: with some random variation, so that not all browsers return at once, and no longer
 * than the network is away.
 */
export function pauseInBrowser(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms * (0.75 + Math.random() / 2))
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
