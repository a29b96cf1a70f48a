/**
 * HTTPS on a port of its own: connections are decrypted here and then served by the same server as plain ones, with the same
 * limits. HTTP/1.1 only: over HTTP/2 a request has no connection of its own, on which event streams, uploads that are
 * refused half-way and the limits for slow clients are built.
 */
import { createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Certificate } from '../certificate/present/certificate.ts'
import { second } from '../kernel/clock.ts'
import { expectProxyHeaders, rename } from './proxied-connections.ts'

export type HttpsDeps = {
  certificate: Pick<Certificate, 'current'>
  /** The name for clients that ask for none. */
  defaultName(): string
  /** Proxies whose connections begin with a PROXY header. */
  isProxy: ((address: string) => boolean) | null
  /** Serves a connection that has been decrypted. */
  serve(socket: TLSSocket): void
}

export type HttpsListener = {
  listen(port: number, host: string): Promise<number>
  /** Lets nobody in any more; connections that are served go on. */
  close(): void
}

const handshakeMs = 10 * second

export function createHttpsListener(deps: HttpsDeps): HttpsListener {
  const { certificate, defaultName } = deps
  const shaking = new Set<Socket>()

  function decrypt(plain: Socket): void {
    const context = certificate.current(defaultName())
    if (context === null) return void plain.destroy()
    const { remoteAddress = '', remotePort = 0 } = plain
    plain.on('error', () => plain.destroy())
    shaking.add(plain)
    const socket = new TLSSocket(plain, {
      isServer: true,
      secureContext: context,
      SNICallback: (name, done) => done(null, certificate.current(name) ?? context),
      ALPNProtocols: ['http/1.1'],
    })
    const late = setTimeout(() => plain.destroy(), handshakeMs)
    const settle = (): void => {
      clearTimeout(late)
      shaking.delete(plain)
    }
    // Strangers who cannot agree on TLS are no fault of ours.
    socket.on('error', () => plain.destroy())
    socket.once('close', settle)
    socket.once('secure', () => {
      settle()
      rename(socket, { address: remoteAddress, port: remotePort })
      deps.serve(socket)
    })
  }

  const server: Server = createServer({ noDelay: true })
  server.on('connection', decrypt)
  const proxied = deps.isProxy
    ? expectProxyHeaders(server, deps.isProxy, socket => void socket.destroy())
    : null

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ port, host }, () => {
          server.off('error', reject)
          server.on('error', () => undefined)
          const at = server.address()
          resolve(typeof at === 'object' && at !== null ? at.port : port)
        })
      }),
    close() {
      server.close()
      proxied?.close()
      for (const socket of shaking) socket.destroy()
    },
  }
}
