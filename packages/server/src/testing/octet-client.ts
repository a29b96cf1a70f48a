/**
 * Tests line-based protocols: a connection that sends exactly the given octets and keeps the received ones.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'

export type OctetClient = {
  write(octets: string | Buffer): void
  /**
   * Waits until `read` finds something in the received text, and removes that many characters of it. Returns
   * null once the server has closed the connection.
   */
  take<Found>(read: (text: string) => { found: Found; length: number } | null): Promise<Found | null>
  startTls(): Promise<void>
  socket(): Socket
}

export async function openOctets(
  port: number,
  { tls = false, ...from }: { tls?: boolean; localAddress?: string } = {},
): Promise<OctetClient> {
  let socket: Socket = connect({ port, host: '127.0.0.1', ...from })
  let text = ''
  let ended = false
  let wake: (() => void) | null = null
  const poke = (): void => {
    wake?.()
    wake = null
  }

  function listen(stream: Socket): void {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      poke()
    })
    stream.on('error', () => undefined)
    stream.on('close', () => {
      ended = true
      poke()
    })
  }

  async function startTls(): Promise<void> {
    socket.removeAllListeners('data')
    socket.removeAllListeners('close')
    const encrypted = tlsConnect({ socket, rejectUnauthorized: false })
    await once(encrypted, 'secureConnect')
    socket = encrypted
    listen(encrypted)
  }

  if (!tls) listen(socket)
  await once(socket, 'connect')
  if (tls) await startTls()
  return {
    write: octets => socket.write(octets),
    async take(read) {
      for (;;) {
        const part = read(text)
        if (part !== null) {
          text = text.slice(part.length)
          return part.found
        }
        if (ended) return null
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    },
    startTls,
    socket: () => socket,
  }
}
