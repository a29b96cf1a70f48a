/**
 * Writes commands to one mail server and reads its replies. It knows sockets, time limits and TLS, but no
 * command. A reply must be complete within its time, however slowly it arrives. A server that sends more than
 * a reply may hold, or speaks unasked, is cut off.
 */
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { DialError, dial, startTls, type TlsWish } from '../dial.ts'
import {
  finishReply,
  maxKeptBytes,
  maxKeptLines,
  maxReplyBytes,
  maxReplyLine,
  parseReplyLine,
  type Reply,
  type ReplyLine,
} from './reply.ts'

export type WireFault = 'unreachable' | 'cut' | 'timeout' | 'bad-answer' | 'tls' | 'aborted'

/**
 * The reason why a connection can no longer be used. The edge of a delivery catches it and turns it into
 * verdicts.
 */
export class WireError extends Error {
  readonly fault: WireFault
  constructor(fault: WireFault, message: string) {
    super(message)
    this.fault = fault
  }
}

export type TlsOptions = TlsWish & { readonly timeoutMs: number }

export type Wire = {
  write(octets: string | Buffer): void
  /** Resolves when the other side has taken nearly all written octets. */
  drained(timeoutMs: number): Promise<void>
  reply(timeoutMs: number): Promise<Reply>
  /** True when the connection is open and no unrequested octets wait to be read. */
  isQuiet(): boolean
  isSecure(): boolean
  /** The encrypted connection, for a look at its certificate; null when there is none. */
  tls(): TLSSocket | null
  secure(options: TlsOptions): Promise<void>
  /** Closes the socket, and destroys it when the other side does not close. */
  end(lingerMs: number): void
  destroy(fault?: WireError): void
}

/** Replies to a whole group of pipelined commands may wait at once. */
const maxHeldBytes = 4 * maxKeptBytes
const LF = 0x0a
const CR = 0x0d
const NOTHING = Buffer.alloc(0)

export async function openWire(
  target: { ip: string; port: number },
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Wire> {
  try {
    const place = { addresses: [target.ip], port: target.port }
    return createWire(await dial(place, { timeoutMs, signal }))
  } catch (cause) {
    if (!(cause instanceof DialError)) throw cause
    throw new WireError(cause.fault === 'aborted' ? 'aborted' : 'unreachable', cause.message)
  }
}

function createWire(plain: Socket): Wire {
  let socket: Socket = plain
  let held: Buffer = NOTHING
  let searched = 0
  let broken: WireError | null = null
  let ended = false
  let secured: TLSSocket | null = null
  let wake: (() => void) | null = null

  const notify = () => {
    const resume = wake
    wake = null
    resume?.()
  }
  const onData = (chunk: Buffer) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    if (held.length > maxHeldBytes) breakOff(new WireError('bad-answer', 'the server talks without end'))
    notify()
  }
  const onEnd = () => {
    ended = true
    notify()
  }

  function attach(stream: Socket): void {
    stream.on('data', onData)
    stream.on('end', onEnd)
    stream.on('close', onEnd)
    stream.on('drain', notify)
    stream.on('error', () => undefined)
  }

  function breakOff(error: WireError): WireError {
    broken ??= error
    socket.destroy()
    notify()
    return broken
  }

  /** Waits until something happens; the time belongs to the whole step and not to one octet. */
  function happening(deadline: number, what: string): Promise<void> {
    if (broken) return Promise.reject(broken)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          wake = null
          reject(breakOff(new WireError('timeout', what)))
        },
        Math.max(1, deadline - performance.now()),
      )
      wake = () => {
        clearTimeout(timer)
        if (broken) reject(broken)
        else resolve()
      }
    })
  }

  /**
   * Returns a line without its end, or null while the end has not come. A bare LF ends it too, because some
   * servers write that.
   */
  function takeLine(): Buffer | null {
    const end = held.indexOf(LF, searched)
    if ((end < 0 ? held.length : end) > maxReplyLine) {
      throw breakOff(new WireError('bad-answer', 'a line of the answer is too long'))
    }
    if (end < 0) {
      searched = held.length
      return null
    }
    const line = held.subarray(0, end > 0 && held[end - 1] === CR ? end - 1 : end)
    held = end + 1 === held.length ? NOTHING : held.subarray(end + 1)
    searched = 0
    return line
  }

  async function reply(timeoutMs: number): Promise<Reply> {
    const deadline = performance.now() + timeoutMs
    const lines: ReplyLine[] = []
    let bytes = 0
    for (;;) {
      if (broken) throw broken
      const octets = takeLine()
      if (octets === null) {
        if (ended || socket.destroyed) throw breakOff(new WireError('cut', 'the server hung up'))
        await happening(deadline, 'the server did not answer in time')
        continue
      }
      bytes += octets.length + 2
      const line = parseReplyLine(octets)
      if (line === null || (lines[0] !== undefined && lines[0].code !== line.code)) {
        throw breakOff(new WireError('bad-answer', 'the answer is no SMTP reply'))
      }
      if (lines.length < maxKeptLines && bytes <= maxKeptBytes) lines.push(line)
      if (bytes > maxReplyBytes) throw breakOff(new WireError('bad-answer', 'the answer has no end'))
      if (line.isLast) return finishReply(lines)
    }
  }

  async function drained(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs
    while (socket.writableNeedDrain) {
      // A reply in the middle of a message means that the server does not want it: stop and read the reply.
      if (broken || ended || socket.destroyed || held.length > 0) return
      await happening(deadline, 'the server does not take the message')
    }
  }

  async function secure(options: TlsOptions): Promise<void> {
    // RFC 3207, section 4.2: text from before the handshake was never protected and must not be believed.
    if (held.length > 0) {
      throw breakOff(new WireError('tls', 'the server spoke in clear after STARTTLS'))
    }
    plain.off('data', onData)
    plain.off('end', onEnd)
    plain.off('close', onEnd)
    plain.off('drain', notify)
    const { timeoutMs, ...wish } = options
    // If somebody breaks the connection off meanwhile, the handshake ends with that reason.
    const giveUp = new AbortController()
    wake = () => giveUp.abort()
    try {
      const tls = await startTls(plain, wish, { timeoutMs, signal: giveUp.signal })
      wake = null
      socket = tls
      secured = tls
      attach(tls)
    } catch (cause) {
      wake = null
      const isLate = cause instanceof DialError && cause.fault === 'timeout'
      const message = isLate ? 'the TLS handshake took too long' : (cause as Error).message
      throw breakOff(new WireError('tls', message))
    }
  }

  attach(plain)
  return {
    write(octets) {
      if (!broken && socket.writable) socket.write(octets)
    },
    drained,
    reply,
    isQuiet: () => held.length === 0 && !broken && !ended && !socket.destroyed,
    isSecure: () => secured !== null,
    tls: () => secured,
    secure,
    end(lingerMs) {
      if (broken) return
      socket.end()
      const timer = setTimeout(() => socket.destroy(), lingerMs)
      timer.unref()
      socket.once('close', () => clearTimeout(timer))
    },
    destroy(fault) {
      breakOff(fault ?? new WireError('cut', 'closed'))
    },
  }
}
