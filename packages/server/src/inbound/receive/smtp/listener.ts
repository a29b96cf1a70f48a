/**
 * A port on which lines are spoken: accepts connections up to a limit, gives each a wire, and closes down without cutting
 * off who is being served. Which protocol is spoken is for whoever serves the connections.
 */
import { createServer, type Socket } from 'node:net'
import { plainAddress } from '../../../kernel/client-address.ts'
import { pressedShare } from './client-address.ts'
import { createWire, type Wire } from './wire.ts'

export type ClientFacts = { id: number; remoteAddress: string; remotePort: number; localPort: number }

export type Listener = {
  listen(port: number, host: string): Promise<{ port: number }>
  /** Accepts no more, tells idle clients, lets what is under way finish within the grace, then cuts what is left. */
  close(graceMs: number): Promise<void>
  connections(): number
}

export type ListenerOptions = {
  /** Connections open at once. */
  limit: number
  /** While places are short, nobody is waited for longer than this. */
  pressedMs: number
  /** Serves one connection to its end and must not reject. Beyond the limit it is only there to say so. */
  serve(wire: Wire, client: ClientFacts, isFull: boolean): Promise<void>
}

/** Sockets beyond the limit on connections that may wait to be told; more are dropped without a word. */
const REFUSAL_SLACK = 256

/** Looking at all connections for everyone who comes would cost more than it frees. */
const hurryEveryMs = 500

export function createListener({ limit, pressedMs, serve }: ListenerOptions): Listener {
  const running = new Map<Wire, Promise<void>>()
  let lastId = 0
  let isClosing = false
  let hurriedAt = Number.NEGATIVE_INFINITY

  const server = createServer({ allowHalfOpen: true, noDelay: true }, accept)
  server.maxConnections = limit + REFUSAL_SLACK

  function accept(socket: Socket): void {
    const { remoteAddress, remotePort = 0, localPort = 0 } = socket
    if (remoteAddress === undefined || isClosing) {
      socket.destroy()
      return
    }
    lastId++
    const client = { id: lastId, remoteAddress: plainAddress(remoteAddress), remotePort, localPort }
    const wire = createWire(socket)
    const served = serve(wire, client, running.size >= limit)
    running.set(wire, served)
    void served.finally(() => running.delete(wire))
    if (running.size >= limit * pressedShare) hurryAll()
  }

  /** A client that holds a place and says nothing leaves it to others sooner. */
  function hurryAll(): void {
    const now = performance.now()
    if (now - hurriedAt < hurryEveryMs) return
    hurriedAt = now
    for (const wire of running.keys()) wire.hurry(pressedMs)
  }

  function listen(port: number, host: string): Promise<{ port: number }> {
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host, backlog: 1024 }, () => {
        server.off('error', reject)
        const address = server.address()
        resolve({ port: typeof address === 'object' && address !== null ? address.port : port })
      })
    })
  }

  async function close(graceMs: number): Promise<void> {
    isClosing = true
    const stopped = new Promise<void>(resolve => {
      server.close(() => resolve())
    })
    for (const wire of running.keys()) wire.beginClosing()
    const timer = setTimeout(() => {
      for (const wire of running.keys()) wire.destroy()
    }, graceMs)
    await Promise.all(running.values())
    clearTimeout(timer)
    await stopped
  }

  return { listen, close, connections: () => running.size }
}
