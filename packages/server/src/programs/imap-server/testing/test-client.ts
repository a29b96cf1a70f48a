/** For tests: an IMAP client that says exactly the octets it is told to. */
import { createInflateRaw } from 'node:zlib'
import { type OctetClient, openOctets } from '../../../testing/octet-client.ts'

export type ImapClient = OctetClient & {
  /** The next line with the literals in it, without its last CRLF; 'closed' once the server has hung up. */
  line(): Promise<string>
  /** Sends a command under a new tag and returns its answers: the untagged lines, and the tagged one without the tag. */
  ask(command: string): Promise<{ lines: string[]; done: string }>
  /** The same, of which only the tagged answer matters. */
  say(command: string): Promise<string>
  /** Waits for a line that fits. */
  until(pattern: RegExp): Promise<string>
  /** From now on the octets that come are one deflated stream. */
  inflated(): Promise<{ write(octets: Buffer): void; until(pattern: RegExp): Promise<string> }>
}

export async function openImap(
  port: number,
  options: { tls?: boolean; localAddress?: string } = {},
): Promise<ImapClient> {
  const client = await openOctets(port, options)
  let tags = 0

  async function line(): Promise<string> {
    const found = await client.take(text => {
      for (let from = 0; ; ) {
        const at = text.indexOf('\r\n', from)
        if (at < 0) return null
        const literal = /\{(\d+)\}$/.exec(text.slice(Math.max(from, at - 20), at))
        if (literal === null) return { found: text.slice(0, at), length: at + 2 }
        from = at + 2 + Number(literal[1])
        if (text.length < from) return null
      }
    })
    return found ?? 'closed'
  }

  async function ask(command: string) {
    const tag = `t${++tags}`
    client.write(`${tag} ${command}\r\n`)
    const lines: string[] = []
    for (;;) {
      const next = await line()
      if (next === 'closed') return { lines, done: next }
      if (next.startsWith(`${tag} `)) return { lines, done: next.slice(tag.length + 1) }
      lines.push(next)
    }
  }

  async function inflated() {
    const stream = createInflateRaw()
    let text = ''
    let wake = (): void => undefined
    stream.on('data', (octets: Buffer) => {
      text += octets.toString('latin1')
      wake()
    })
    client
      .socket()
      .removeAllListeners('data')
      .on('data', octets => stream.write(octets))
    return {
      write: (octets: Buffer) => client.write(octets),
      async until(pattern: RegExp): Promise<string> {
        while (!pattern.test(text))
          await new Promise<void>(resolve => {
            wake = resolve
          })
        return text
      },
    }
  }

  return {
    ...client,
    inflated,
    line,
    ask,
    say: async command => (await ask(command)).done,
    async until(pattern) {
      for (;;) {
        const next = await line()
        if (next === 'closed' || pattern.test(next)) return next
      }
    },
  }
}
