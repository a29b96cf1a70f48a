/**
 * One connection as a pair of queues: what came in is pulled by whoever needs it, replies are gathered and written together when the
 * conversation has to wait for the client (RFC 2920 section 3.2). Knows timeouts, back-pressure and TLS; knows no command of SMTP or POP3.
 */
import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { createLineBuffer, type Line } from './line-buffer.ts'
import { formatReply, type SmtpReply } from './reply.ts'

/** Why there is nothing to read: the client left, took too long, does not fetch its replies, or we are closing down. */
export type Silence = { kind: 'gone' } | { kind: 'timeout' } | { kind: 'not-reading' } | { kind: 'closing' }

export type Wire = {
  /** The next command line; single octets do not extend the time. Ends early when the server closes down. */
  readLine(max: { bytes: number; discard: number; ms: number }): Promise<Line | Silence>
  /** The next octets of a message, at most `maxBytes`. Goes on when the server closes down. */
  readOctets(max: { bytes: number; ms: number }): Promise<{ kind: 'octets'; octets: Buffer } | Silence>
  /** Octets that came and were not asked for yet. */
  pending(): number
  unread(octets: Buffer): void
  send(answer: SmtpReply): void
  /** Lines of another protocol, gathered like replies. */
  sendText(text: string): void
  /** Sends at once, after what was gathered; resolves when the client has room for more, or to false when it has gone or takes nothing. */
  sendOctets(octets: Buffer, ms: number): Promise<boolean>
  /** Goes over to TLS; resolves to the encrypted socket, or null when the handshake failed or took too long. */
  secure(context: SecureContext, handshakeMs: number): Promise<TLSSocket | null>
  isOpen(): boolean
  /** From now on `readLine` answers `closing`. */
  beginClosing(): void
  isClosing(): boolean
  /** Sends what is left, then closes; resolves when the socket is gone. */
  end(lingerMs: number): Promise<void>
  destroy(): void
}

/** Above this many unread octets the client is made to wait. */
const HIGH_WATER = 128 * 1024
const FLUSH_AT = 16 * 1024

let due: (() => void)[] = []

/**
 * Replies to several clients leave one after the other at the end of the turn. Each by itself would wake a client that is
 * done before the next is answered, and waking costs more than the reply.
 */
function sendTogether(flush: () => void): void {
  if (due.length === 0) {
    setImmediate(() => {
      const flushes = due
      due = []
      for (const each of flushes) each()
    })
  }
  due.push(flush)
}

export function createWire(plain: Socket): Wire {
  const input = createLineBuffer()
  let socket: Socket = plain
  let output = ''
  let ended = false
  let finished = false
  let closing = false
  let wake: (() => void) | null = null
  let paused = false
  /** Whether the conversation is waiting for the client to say something, whatever else it may be waiting for. */
  let listening = false

  function notify(): void {
    const resume = wake
    wake = null
    resume?.()
  }

  function onData(chunk: Buffer): void {
    if (finished) return
    input.push(chunk)
    if (input.size() > HIGH_WATER && !listening) {
      paused = true
      socket.pause()
    }
    notify()
  }

  function onEnd(): void {
    ended = true
    notify()
  }

  function onError(): void {
    // 'close' follows and tells the reader.
  }

  function attach(stream: Socket): void {
    stream.on('data', onData)
    stream.on('end', onEnd)
    stream.on('close', onEnd)
    stream.on('drain', notify)
    stream.on('error', onError)
  }

  function detach(stream: Socket): void {
    stream.off('data', onData)
    stream.off('end', onEnd)
    stream.off('drain', notify)
  }

  function flush(): void {
    if (output === '') return
    const text = output
    output = ''
    if (socket.writable) socket.write(text, 'latin1')
  }

  /** With the replies to all who spoke in this turn of the event loop. */
  function flushSoon(): void {
    if (output.length > FLUSH_AT) flush()
    else if (output !== '') sendTogether(flush)
  }

  /** Resolves to false when the time is up. */
  function woken(ms: number): Promise<boolean> {
    return new Promise(resolve => {
      const timer = setTimeout(
        () => {
          wake = null
          resolve(false)
        },
        Math.max(1, ms),
      )
      wake = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  }

  /** Waits for more input; null when some may have come. */
  async function waitForInput(deadline: number, stopsWhenClosing: boolean): Promise<Silence | null> {
    const before = input.size()
    flushSoon()
    while (socket.writableNeedDrain && !socket.destroyed) {
      if (!(await woken(deadline - performance.now()))) return { kind: 'not-reading' }
    }
    // It may have come while the client was fetching its replies.
    if (input.size() > before) return null
    if (socket.destroyed || ended) return { kind: 'gone' }
    if (closing && stopsWhenClosing) return { kind: 'closing' }
    if (paused) {
      paused = false
      socket.resume()
    }
    listening = true
    const came = await woken(deadline - performance.now())
    listening = false
    return came ? null : { kind: 'timeout' }
  }

  async function sendOctets(octets: Buffer, ms: number): Promise<boolean> {
    flush()
    if (!socket.writable) return false
    socket.write(octets)
    const deadline = performance.now() + ms
    while (socket.writableNeedDrain && !socket.destroyed) {
      if (!(await woken(deadline - performance.now()))) return false
    }
    return !socket.destroyed
  }

  async function readLine(max: { bytes: number; discard: number; ms: number }): Promise<Line | Silence> {
    const deadline = performance.now() + max.ms
    if (output.length > FLUSH_AT) flush()
    for (;;) {
      const line = input.line(max.bytes, max.discard)
      if (line !== null) return line
      const silence = await waitForInput(deadline, true)
      if (silence !== null) return silence
    }
  }

  async function readOctets(max: { bytes: number; ms: number }): ReturnType<Wire['readOctets']> {
    const deadline = performance.now() + max.ms
    for (;;) {
      if (input.size() > 0) return { kind: 'octets', octets: input.takeUpTo(max.bytes) }
      const silence = await waitForInput(deadline, false)
      if (silence !== null) return silence
    }
  }

  function secure(context: SecureContext, handshakeMs: number): Promise<TLSSocket | null> {
    flush()
    detach(plain)
    const encrypted = new TLSSocket(plain, { isServer: true, secureContext: context })
    socket = encrypted
    return new Promise(resolve => {
      const timer = setTimeout(() => encrypted.destroy(), handshakeMs)
      const settle = (outcome: TLSSocket | null): void => {
        clearTimeout(timer)
        resolve(outcome)
      }
      encrypted.on('error', onError)
      encrypted.once('close', () => settle(null))
      encrypted.once('secure', () => {
        attach(encrypted)
        settle(encrypted)
      })
    })
  }

  function end(lingerMs: number): Promise<void> {
    flush()
    finished = true
    input.take()
    if (socket.destroyed) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(() => socket.destroy(), lingerMs)
      socket.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
      // What still comes in is read and dropped: closing over unread octets would reset the connection and lose our last reply.
      socket.resume()
      socket.end()
    })
  }

  attach(plain)
  return {
    readLine,
    readOctets,
    pending: () => input.size(),
    unread: octets => input.unread(octets),
    send(answer) {
      output += formatReply(answer)
    },
    sendText(text) {
      output += text
    },
    sendOctets,
    secure,
    isOpen: () => !socket.destroyed,
    beginClosing() {
      closing = true
      notify()
    },
    isClosing: () => closing,
    end,
    destroy: () => socket.destroy(),
  }
}
