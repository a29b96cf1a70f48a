/**
 * One connection as a pair of queues: what came in is pulled by whoever needs it, replies are gathered and written together when the
 * conversation has to wait for the client (RFC 2920 section 3.2). Knows timeouts, back-pressure and TLS; knows no command of SMTP or POP3.
 */
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type SecureContext, TLSSocket } from 'node:tls'
import { gatherTurn } from '../../../kernel/same-turn.ts'
import { createLineBuffer, type Line } from './line-buffer.ts'
import { formatReply, type SmtpReply } from './reply.ts'

/** Why there is nothing to read: the client left, took too long, does not fetch its replies, or we are closing down. */
export type Silence =
  | { kind: 'gone' }
  | { kind: 'timeout' }
  | { kind: 'not-reading' }
  | { kind: 'closing' }
  /** Somebody called `wake`. */
  | { kind: 'woken' }

export type Wire = {
  /** The next command line; single octets do not extend the time. Ends early when the server closes down. */
  readLine(max: { bytes: number; discard: number; ms: number }): Promise<Line | Silence>
  /** The next octets, at most so many. Goes on when the server closes down, as within a message, unless told otherwise. */
  readOctets(max: OctetWait): Promise<{ kind: 'octets'; octets: Buffer } | Silence>
  /** Ends a wait for octets that may be woken. */
  wake(): void
  /** Octets that came and were not asked for yet. */
  pending(): number
  unread(octets: Buffer): void
  send(answer: SmtpReply): void
  /** Lines of another protocol, gathered like replies. */
  sendText(text: string): void
  /** Sends at once, after what was gathered; resolves when the client has room for more, or to false when it has gone or takes nothing. */
  sendOctets(octets: Buffer, ms: number): Promise<boolean>
  /** Goes over to another stream over the present one, such as a compressed one. */
  through(make: (stream: Duplex) => Duplex): void
  /**
   * Goes over to TLS; resolves to the encrypted socket, or null when the handshake failed or took too long. `contextFor`
   * chooses by the name that the client asks for (RFC 6066).
   */
  secure(
    context: SecureContext,
    handshakeMs: number,
    contextFor?: (serverName: string) => SecureContext | null,
  ): Promise<TLSSocket | null>
  isOpen(): boolean
  /** The octets that are waited for now have no longer than this to come. */
  hurry(ms: number): void
  /** From now on `readLine` answers `closing`. */
  beginClosing(): void
  isClosing(): boolean
  /** Sends what is left, then closes; resolves when the socket is gone. */
  end(lingerMs: number): Promise<void>
  destroy(): void
}

export type OctetWait = { bytes: number; ms: number; stopsWhenClosing?: boolean; wakes?: boolean }

/** Above this many unread octets the client is made to wait. */
const HIGH_WATER = 128 * 1024
const FLUSH_AT = 16 * 1024

type Waiting = {
  /** Returns the available input, or null. */
  take(): unknown
  deadline: number
  stopsWhenClosing: boolean
  wakes: boolean
  resolve(result: unknown): void
}

/**
 * Replies to several clients leave one after the other at the end of the turn. Each by itself would wake a client that is
 * done before the next is answered, and waking costs more than the reply.
 */
const sendTogether = gatherTurn<() => void>(flushes => {
  for (const flush of flushes) flush()
})

export function createWire(plain: Socket): Wire {
  const input = createLineBuffer()
  let socket: Duplex = plain
  let output = ''
  let ended = false
  let finished = false
  let closing = false
  let paused = false
  /** The input for which the conversation waits. */
  let waiting: Waiting | null = null
  /** Runs until the earliest time at which a wait may be over; kept from one wait to the next, as most end early. */
  let timer: NodeJS.Timeout | undefined
  let timerEnds = 0

  function onData(chunk: Buffer): void {
    if (finished) return
    input.push(chunk)
    if (input.size() > HIGH_WATER && (waiting === null || socket.writableNeedDrain)) {
      paused = true
      socket.pause()
    }
    look()
  }

  function onEnd(): void {
    ended = true
    look()
  }

  function onClose(): void {
    clearTimeout(timer)
    onEnd()
  }

  function onError(): void {
    // 'close' follows and tells the reader.
  }

  function attach(stream: Duplex): void {
    stream.on('data', onData)
    stream.on('end', onEnd)
    stream.on('close', onClose)
    stream.on('drain', look)
    stream.on('error', onError)
  }

  function detach(stream: Duplex): void {
    stream.off('data', onData)
    stream.off('end', onEnd)
    stream.off('drain', look)
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

  function armTimer(deadline: number): void {
    if (timer !== undefined && timerEnds <= deadline) return
    clearTimeout(timer)
    timerEnds = deadline
    timer = setTimeout(onTime, Math.max(1, deadline - performance.now()))
  }

  function onTime(): void {
    timer = undefined
    if (waiting === null) return
    if (performance.now() >= waiting.deadline) look(true)
    else armTimer(waiting.deadline)
  }

  /** Looks whether what is waited for has come, or cannot come any more. */
  function look(isLate = false): void {
    const wait = waiting
    if (wait === null) return
    const result = outcomeOf(wait, isLate)
    if (result === null) return
    waiting = null
    wait.resolve(result)
  }

  function outcomeOf(wait: Waiting, isLate: boolean): unknown {
    // A client that does not fetch its replies is not listened to.
    if (socket.writableNeedDrain && !socket.destroyed) return isLate ? { kind: 'not-reading' } : null
    const taken = wait.take()
    if (taken !== null) return taken
    if (socket.destroyed || ended) return { kind: 'gone' }
    if (closing && wait.stopsWhenClosing) return { kind: 'closing' }
    if (isLate) return { kind: 'timeout' }
    if (paused) {
      paused = false
      socket.resume()
    }
    return null
  }

  /** Resolves to what `take` finds, as soon as it finds something, or to why nothing will come. */
  function next<Taken>(
    take: () => Taken | null,
    ms: number,
    stopsWhenClosing: boolean,
    wakes = false,
  ): Promise<Taken | Silence> {
    const deadline = performance.now() + ms
    return new Promise(resolve => {
      waiting = { take, deadline, stopsWhenClosing, wakes, resolve: resolve as Waiting['resolve'] }
      look()
      // A connection that has closed gets no timer any more: nothing would end it.
      if (waiting !== null) armTimer(deadline)
    })
  }

  async function sendOctets(octets: Buffer, ms: number): Promise<boolean> {
    flush()
    if (!socket.writable) return false
    socket.write(octets)
    return (await next(() => true, ms, false)) === true && !socket.destroyed
  }

  function readLine(max: { bytes: number; discard: number; ms: number }): Promise<Line | Silence> {
    const take = () => input.line(max.bytes, max.discard)
    const line = take()
    if (line === null || output.length > FLUSH_AT) flushSoon()
    return line === null ? next(take, max.ms, true) : Promise.resolve(line)
  }

  function readOctets(max: OctetWait): ReturnType<Wire['readOctets']> {
    const take = () =>
      input.size() > 0 ? { kind: 'octets' as const, octets: input.takeUpTo(max.bytes) } : null
    const octets = take()
    if (octets !== null) return Promise.resolve(octets)
    flushSoon()
    return next(take, max.ms, max.stopsWhenClosing ?? false, max.wakes)
  }

  function wake(): void {
    const wait = waiting
    // A client that does not fetch what it was told is told no more.
    if (wait === null || !wait.wakes || socket.writableNeedDrain) return
    waiting = null
    wait.resolve({ kind: 'woken' })
  }

  function through(make: (stream: Duplex) => Duplex): void {
    flush()
    detach(socket)
    const early = input.take()
    const before = socket
    if (early.length > 0) before.unshift(early)
    socket = make(before)
    attach(socket)
  }

  /** What came together with a PROXY header is the beginning of TLS, which reads the socket itself. */
  function giveBack(octets: Buffer): void {
    if (octets.length === 0) return
    plain.pause()
    plain.unshift(octets)
  }

  function secure(
    ...[context, handshakeMs, contextFor]: Parameters<Wire['secure']>
  ): Promise<TLSSocket | null> {
    flush()
    detach(plain)
    giveBack(input.take())
    const encrypted = new TLSSocket(plain, {
      isServer: true,
      secureContext: context,
      ...(contextFor && { SNICallback: (name, done) => done(null, contextFor(name) ?? context) }),
    })
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
      // Further octets are read and dropped: closing with unread octets would reset the connection and lose
      // our last reply.
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
    wake,
    through,
    secure,
    isOpen: () => !socket.destroyed,
    hurry(ms) {
      if (waiting === null) return
      waiting.deadline = Math.min(waiting.deadline, performance.now() + ms)
      armTimer(waiting.deadline)
    },
    beginClosing() {
      closing = true
      look()
    },
    isClosing: () => closing,
    end,
    destroy: () => socket.destroy(),
  }
}
