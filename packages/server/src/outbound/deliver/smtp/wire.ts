/**
 * One connection to a mail server as a thing to write commands to and read replies from. Knows sockets, time limits and
 * TLS; knows no command. A reply must be complete within its time, however it drips in; a server that says more than any
 * reply may hold, or speaks when it was not asked, is not listened to any longer.
 */
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import {
  finishReply,
  maxReplyBytes,
  maxReplyLine,
  maxReplyLines,
  parseReplyLine,
  type Reply,
  type ReplyLine,
} from './reply.ts'

export type WireFault = 'unreachable' | 'cut' | 'timeout' | 'bad-answer' | 'tls' | 'aborted'

/** Why a connection is of no more use. Caught at the edge of a delivery and turned into verdicts there. */
export class WireError extends Error {
  readonly fault: WireFault
  constructor(fault: WireFault, message: string) {
    super(message)
    this.fault = fault
  }
}

export type TlsOptions = {
  readonly host: string
  /** The certificate must be valid for `host`; without this anybody's will do (RFC 7435). */
  readonly verify: boolean
  readonly ca: readonly string[]
  readonly timeoutMs: number
}

export type Wire = {
  write(octets: string | Buffer): void
  /** Resolves when the other side has taken what was written so far, or nearly so. */
  drained(timeoutMs: number): Promise<void>
  reply(timeoutMs: number): Promise<Reply>
  /** Nothing is waiting to be read that nobody asked for, and the connection stands. */
  isQuiet(): boolean
  isSecure(): boolean
  secure(options: TlsOptions): Promise<void>
  /** Says good-bye to the socket, and forces it when the other side does not. */
  end(lingerMs: number): void
  destroy(fault?: WireError): void
}

/** Replies to a whole group of pipelined commands may wait at once. */
const maxHeldBytes = 4 * maxReplyBytes
const LF = 0x0a
const CR = 0x0d
const NOTHING = Buffer.alloc(0)

export function openWire(
  target: { ip: string; port: number },
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Wire> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new WireError('aborted', 'given up'))
    const socket = connectPlain({ host: target.ip, port: target.port, noDelay: true })
    const settle = (act: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      socket.removeAllListeners()
      act()
    }
    const fail = (error: WireError) =>
      settle(() => {
        socket.on('error', () => undefined)
        socket.destroy()
        reject(error)
      })
    const onAbort = () => fail(new WireError('aborted', 'given up'))
    const timer = setTimeout(
      () => fail(new WireError('unreachable', `no connection within ${timeoutMs} ms`)),
      timeoutMs,
    )
    signal?.addEventListener('abort', onAbort, { once: true })
    socket.once('error', cause => fail(new WireError('unreachable', cause.message)))
    socket.once('connect', () => settle(() => resolve(createWire(socket))))
  })
}

function createWire(plain: Socket): Wire {
  let socket: Socket = plain
  let held: Buffer = NOTHING
  let searched = 0
  let broken: WireError | null = null
  let ended = false
  let secured = false
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

  /** Waits until something happened; the time is the whole step's, not that of one octet. */
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

  /** A line without its end, or null while the end has not come. A bare LF ends it too: some servers write it. */
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
      bytes += octets.length
      const line = parseReplyLine(octets)
      if (line === null || (lines[0] !== undefined && lines[0].code !== line.code)) {
        throw breakOff(new WireError('bad-answer', 'the answer is no SMTP reply'))
      }
      lines.push(line)
      if (lines.length > maxReplyLines || bytes > maxReplyBytes) {
        throw breakOff(new WireError('bad-answer', 'the answer has no end'))
      }
      if (line.isLast) return finishReply(lines)
    }
  }

  async function drained(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs
    while (socket.writableNeedDrain) {
      // A reply in the middle of a message means that it is not wanted: stop and read it.
      if (broken || ended || socket.destroyed || held.length > 0) return
      await happening(deadline, 'the server does not take the message')
    }
  }

  function secure(options: TlsOptions): Promise<void> {
    // RFC 3207, section 4.2: what came before the handshake was never protected and must not be believed.
    if (held.length > 0) {
      return Promise.reject(breakOff(new WireError('tls', 'the server spoke in clear after STARTTLS')))
    }
    plain.off('data', onData)
    plain.off('end', onEnd)
    plain.off('close', onEnd)
    plain.off('drain', notify)
    return new Promise((resolve, reject) => {
      const tls: TLSSocket = connectTls({
        socket: plain,
        minVersion: options.verify ? 'TLSv1.2' : 'TLSv1',
        rejectUnauthorized: options.verify,
        host: options.host,
        ...(isIP(options.host) ? {} : { servername: options.host }),
        ...(options.ca.length > 0 ? { ca: [...options.ca] } : {}),
      })
      socket = tls
      const fail = (message: string) => {
        clearTimeout(timer)
        reject(breakOff(new WireError(broken?.fault ?? 'tls', message)))
      }
      const timer = setTimeout(() => fail('the TLS handshake took too long'), options.timeoutMs)
      wake = () => fail(broken?.message ?? 'given up')
      const onError = (cause: Error) => fail(cause.message)
      const onClose = () => fail('the server hung up during the TLS handshake')
      tls.once('error', onError)
      tls.once('close', onClose)
      tls.once('secureConnect', () => {
        clearTimeout(timer)
        wake = null
        tls.off('error', onError)
        tls.off('close', onClose)
        secured = true
        attach(tls)
        resolve()
      })
    })
  }

  attach(plain)
  return {
    write(octets) {
      if (!broken && socket.writable) socket.write(octets)
    },
    drained,
    reply,
    isQuiet: () => held.length === 0 && !broken && !ended && !socket.destroyed,
    isSecure: () => secured,
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
