/** For tests: a POP3 client that says exactly the octets it is told to. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'

export type Pop3Client = {
  write(octets: string | Buffer): void
  /** The next line, without CRLF; 'closed' once the server has hung up. */
  line(): Promise<string>
  /** The next lines up to the dot alone, each with its CRLF and without the doubled dots. */
  body(): Promise<string>
  /** Writes a line and returns the one that answers it. */
  say(line: string): Promise<string>
  /** The same for a command with an answer of several lines. */
  ask(line: string): Promise<string>
  startTls(): Promise<void>
  socket(): Socket
}

export async function openPop3(port: number, { tls = false } = {}): Promise<Pop3Client> {
  let socket: Socket = connect({ port, host: '127.0.0.1' })
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

  async function line(): Promise<string> {
    for (;;) {
      const at = text.indexOf('\r\n')
      if (at >= 0) {
        const found = text.slice(0, at)
        text = text.slice(at + 2)
        return found
      }
      if (ended) return 'closed'
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  }

  async function body(): Promise<string> {
    let found = ''
    for (;;) {
      const next = await line()
      if (next === '.' || next === 'closed') return found
      found += `${next.startsWith('.') ? next.slice(1) : next}\r\n`
    }
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
    line,
    body,
    say(command) {
      socket.write(`${command}\r\n`)
      return line()
    },
    async ask(command) {
      socket.write(`${command}\r\n`)
      const first = await line()
      return first.startsWith('+OK') ? body() : first
    },
    startTls,
    socket: () => socket,
  }
}
