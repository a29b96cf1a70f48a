/**
 * Lets a TCP balancer name the client of each connection by a PROXY header, before the first request. From then on the
 * named client is the one who called, and a proxy of HTTP among the trusted ones may name another as before.
 */
import type { Server, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { parseProxyHeader } from '../inbound/receive/smtp/proxy-header.ts'
import { plainAddress } from '../kernel/client-address.ts'

type Client = { address: string; port: number }

export type ProxiedConnections = {
  /** Ends the connections whose header has not come: no request of theirs is lost. */
  close(): void
}

const headerMs = 10_000

/** A socket tells the address of the other end; here the other end of the whole way is meant. */
export function rename(socket: Socket, { address, port }: Client): void {
  Object.defineProperties(socket, {
    remoteAddress: { value: plainAddress(address) },
    remotePort: { value: port },
  })
}

export function expectProxyHeaders(
  server: Server,
  isProxy: (address: string) => boolean,
  refuse: (socket: Socket) => void,
): ProxiedConnections {
  const waiting = new Set<Socket>()
  const served = server.listeners('connection')
  server.removeAllListeners('connection')

  function serve(socket: Socket): void {
    for (const listener of served) listener.call(server, socket)
  }

  function listen(socket: Socket): void {
    let seen = Buffer.alloc(0)
    const late = setTimeout(() => socket.destroy(), headerMs)

    function stop(): void {
      clearTimeout(late)
      waiting.delete(socket)
      socket.off('data', hear).off('error', stop).off('close', stop)
    }

    function hear(chunk: Buffer): void {
      seen = Buffer.concat([seen, chunk])
      const header = parseProxyHeader(seen)
      if (header.kind === 'incomplete') return
      stop()
      if (header.kind === 'invalid') {
        socket.on('error', () => socket.destroy())
        refuse(socket)
        return
      }
      if (header.client) rename(socket, header.client)
      // What follows the header belongs to the first request and is read again by the server.
      socket.pause()
      if (seen.length > header.length) socket.unshift(seen.subarray(header.length))
      serve(socket)
      socket.resume()
    }

    waiting.add(socket)
    socket.on('data', hear).on('error', stop).on('close', stop)
  }

  server.on('connection', (socket: Socket) => {
    // What was decrypted on our other port has been through this there.
    const isNamed = socket instanceof TLSSocket
    if (!isNamed && isProxy(plainAddress(socket.remoteAddress ?? ''))) listen(socket)
    else serve(socket)
  })
  return {
    close() {
      for (const socket of waiting) socket.destroy()
    },
  }
}
