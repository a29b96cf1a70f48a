/** For tests: a POP3 client that says exactly the octets it is told to. */
import { type OctetClient, openOctets } from '../../../../testing/octet-client.ts'

export type Pop3Client = OctetClient & {
  /** The next line, without CRLF; 'closed' once the server has hung up. */
  line(): Promise<string>
  /** The next lines up to the dot alone, each with its CRLF and without the doubled dots. */
  body(): Promise<string>
  /** Writes a line and returns the one that answers it. */
  say(line: string): Promise<string>
  /** The same for a command with an answer of several lines. */
  ask(line: string): Promise<string>
}

export async function openPop3(port: number, options: { tls?: boolean } = {}): Promise<Pop3Client> {
  const client = await openOctets(port, options)

  async function line(): Promise<string> {
    const found = await client.take(text => {
      const at = text.indexOf('\r\n')
      return at < 0 ? null : { found: text.slice(0, at), length: at + 2 }
    })
    return found ?? 'closed'
  }

  async function body(): Promise<string> {
    let found = ''
    for (;;) {
      const next = await line()
      if (next === '.' || next === 'closed') return found
      found += `${next.startsWith('.') ? next.slice(1) : next}\r\n`
    }
  }

  return {
    ...client,
    line,
    body,
    say(command) {
      client.write(`${command}\r\n`)
      return line()
    },
    async ask(command) {
      client.write(`${command}\r\n`)
      const first = await line()
      return first.startsWith('+OK') ? body() : first
    },
  }
}
