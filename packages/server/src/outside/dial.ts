/**
 * Opens every connection of this program to other people's servers: plain or over TLS, to addresses that were
 * chosen and judged before, within a time limit, and until told to stop. It looks up no name and judges no
 * address: `addresses.ts` does that first for every host that a stranger named.
 */
import { connect, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { countdown, timeOuts } from './time-outs.ts'

export type DialFault = 'timeout' | 'network' | 'tls' | 'aborted'

export class DialError extends Error {
  readonly fault: DialFault
  constructor(fault: DialFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.fault = fault
  }
}

/** Addresses are tried in turn until one answers. A path is a socket of this machine. */
export type Place =
  | { readonly addresses: readonly string[]; readonly port: number }
  | { readonly path: string }

export type TlsWish = {
  /** The name to ask for, for which the certificate must be valid. */
  readonly host: string
  /** When false, any certificate is accepted (RFC 7435). */
  readonly verify: boolean
  /** Certificates to trust in place of the usual ones, as PEM. */
  readonly ca?: readonly string[]
  /** RFC 7301. */
  readonly protocols?: readonly string[]
}

export type Patience = { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined }

export type DialOptions = Patience & {
  /** The local address to connect from. */
  readonly localAddress?: string
  readonly tls?: TlsWish
  /** Said before anything else, TLS included. */
  readonly header?: string
}

const ignore = (): void => undefined

/** Answers every look-up with these addresses. */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map(address => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, options, callback) => {
    if (options.all) callback(null, answers)
    else callback(null, answers[0]?.address ?? '', answers[0]?.family)
  }
}

function begin(place: Place, localAddress: string | undefined): Socket {
  if ('path' in place) return connect({ path: place.path })
  const { addresses, port } = place
  const [first = ''] = addresses
  const options = { port, noDelay: true, ...(localAddress === undefined ? {} : { localAddress }) }
  if (addresses.length === 1) return connect({ ...options, host: first })
  return connect({
    ...options,
    host: 'pinned.invalid',
    lookup: pinned(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: timeOuts.address,
  })
}

/** Resolves at the event that means ready; otherwise destroys the socket and gives the reason. */
function ready<T extends Socket>(
  socket: T,
  event: 'connect' | 'secureConnect',
  fault: DialFault,
  { timeoutMs, signal }: Patience,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      socket.off(event, onReady)
      socket.off('error', onError)
      socket.off('close', onClose)
    }
    const fail = (error: DialError) => {
      settle()
      socket.destroy()
      reject(error)
    }
    const onReady = () => {
      settle()
      resolve(socket)
    }
    const onError = (cause: Error) => fail(new DialError(fault, cause.message, cause))
    const onClose = () => fail(new DialError(fault, 'the other side hung up'))
    const onAbort = () => fail(new DialError('aborted', 'given up'))
    const timer = setTimeout(
      () => fail(new DialError('timeout', `no connection within ${timeoutMs} ms`)),
      timeoutMs,
    )
    // The next owner of the socket may start to listen late, and an error in between must not end the
    // program.
    socket.on('error', ignore)
    socket.once(event, onReady)
    socket.once('error', onError)
    socket.once('close', onClose)
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
  })
}

/** Starts TLS over an open connection, and verifies the certificate only if the caller wishes. */
export function startTls(plain: Socket, wish: TlsWish, patience: Patience): Promise<TLSSocket> {
  const { host, verify, ca = [], protocols = [] } = wish
  const secure = connectTls({
    socket: plain,
    minVersion: verify ? 'TLSv1.2' : 'TLSv1',
    rejectUnauthorized: verify,
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ...(ca.length > 0 ? { ca: [...ca] } : {}),
    ...(protocols.length > 0 ? { ALPNProtocols: [...protocols] } : {}),
  })
  return ready(secure, 'secureConnect', 'tls', patience)
}

/** Rejects only with a DialError. The time covers everything, TLS included. */
export async function dial(place: Place, options: DialOptions): Promise<Socket> {
  const { timeoutMs, signal, tls, localAddress, header = '' } = options
  if (signal?.aborted) throw new DialError('aborted', 'given up')
  const left = countdown(timeoutMs)
  const socket = await ready(begin(place, localAddress), 'connect', 'network', { timeoutMs, signal })
  if (header !== '') socket.write(header)
  if (tls === undefined) return socket
  return startTls(socket, tls, { timeoutMs: left(), signal })
}
