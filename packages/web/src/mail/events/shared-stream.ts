/**
 * Shares one event stream between all windows of a browser. A browser allows six connections to a site, and a
 * stream holds one permanently. So the window with the lock follows the stream and passes the events on to
 * the others. When it closes, the next in line continues where it left off. Locks exist on secure pages only;
 * elsewhere each window follows the stream itself.
 */
import { followEvents, type StreamOptions, type StreamState } from './event-stream.ts'
import type { SseEvent } from './sse-parser.ts'

type Said =
  | { kind: 'event'; event: SseEvent }
  | { kind: 'state'; state: StreamState }
  /** A new window asks for the current state. */
  | { kind: 'hello' }

/** Names a login without revealing its token, so that windows of two logins do not hear each other. */
async function nameOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`yanshu-events:${token}`))
  return `yanshu-events-${Array.from(new Uint8Array(digest).slice(0, 12), byte => byte.toString(16).padStart(2, '0')).join('')}`
}

export const canShare = (): boolean =>
  'locks' in navigator && 'BroadcastChannel' in globalThis && 'subtle' in crypto

export function followShared(options: StreamOptions): () => void {
  if (!canShare()) return followEvents(options)
  const stop = new AbortController()
  void nameOf(options.token).then(name => {
    if (!stop.signal.aborted) takePart(name, options, stop.signal)
  })
  return () => stop.abort()
}

function takePart(name: string, options: StreamOptions, stopped: AbortSignal): void {
  const channel = new BroadcastChannel(name)
  const say = (said: Said) => channel.postMessage(said)
  let lastEventId = ''
  let leading: StreamState | null = null
  let heard = false

  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (leading !== null) {
      if (data.kind === 'hello') say({ kind: 'state', state: leading })
      return
    }
    if (data.kind === 'hello') return
    heard = true
    if (data.kind === 'state') return options.onState(data.state)
    lastEventId = data.event.id
    options.onEvent(data.event)
  })
  stopped.addEventListener('abort', () => channel.close(), { once: true })
  say({ kind: 'hello' })

  /** Follows the stream until it is stopped; only then is it the turn of the next in line. */
  const lead = () =>
    new Promise<void>(resolve => {
      // A window that another one informed may have missed something in between.
      if (heard) options.onState('waiting')
      leading = 'connecting'
      const end = followEvents({
        ...options,
        lastEventId,
        onState: state => {
          leading = state
          options.onState(state)
          say({ kind: 'state', state })
        },
        onEvent: event => {
          options.onEvent(event)
          say({ kind: 'event', event })
        },
      })
      stopped.addEventListener(
        'abort',
        () => {
          end()
          resolve()
        },
        { once: true },
      )
    })
  navigator.locks.request(name, { signal: stopped }, lead).catch(() => undefined)
}
