/**
 * The live event stream of one login. In charge of keeping it open: reads it with fetch, because the browser's own
 * EventSource cannot send the bearer token, takes it up again after a break where it left off, waits longer each time
 * that fails, and ends when the server says that the login has. It does not know what the events mean.
 */
import { errors } from '@yanshu/contract'
import { createSseParser, type SseEvent } from './sse-parser.ts'

export type StreamState = 'connecting' | 'live' | 'waiting' | 'ended'

export type StreamOptions = {
  url: string
  token: string
  /** Where another left off. */
  lastEventId?: string
  onEvent: (event: SseEvent) => void
  onState: (state: StreamState) => void
  /** Resolves after so many milliseconds, or sooner when it makes sense to try again. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** The server says something at least every half minute; silence for longer means that the way is broken. */
export const QUIET_MS = 75_000

class LoginEnded extends Error {}

/** Starts to follow; the answer stops it. */
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
      if (error instanceof LoginEnded) {
        if (!stopped.aborted) options.onState('ended')
        return
      }
      // Every other failure is one of the way there; the next try may find it open.
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
    const answer = await fetch(options.url, {
      headers: {
        Accept: 'text/event-stream',
        Authorization: `Bearer ${options.token}`,
        ...(memory.lastEventId !== '' && { 'Last-Event-ID': memory.lastEventId }),
      },
      cache: 'no-store',
      signal,
    })
    if (!isStream(answer)) throw await refusalOf(answer)
    options.onState('live')
    memory.failures = 0
    const parser = createSseParser(memory.lastEventId)
    const decoder = new TextDecoder()
    for await (const bytes of chunksOf(answer.body)) {
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

function isStream(answer: Response): boolean {
  return answer.ok && (answer.headers.get('content-type') ?? '').startsWith('text/event-stream')
}

async function refusalOf(answer: Response): Promise<Error> {
  const body: unknown = await answer.json().catch(() => null)
  const code = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return code === errors.loginNeeded.code
    ? new LoginEnded()
    : new Error(`no event stream, status ${answer.status}`)
}

/** Not every browser can walk through a stream with `for await`. */
async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** Waits in the browser: with some chance in it, so that not all come back at once, and no longer than the net is away. */
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
