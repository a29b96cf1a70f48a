/** For tests of the listener: a client that says exactly the octets it is told to, and a server whose handler keeps what it was given. */
import { createSecureContext, type SecureContext } from 'node:tls'
import { onTestFinished } from 'vitest'
import { makeSelfSigned } from '../../../../certificate/der/self-signed.ts'
import { type OctetClient, openOctets } from '../../../../testing/octet-client.ts'
import { defaultSmtpLimits, type SmtpLimits } from '../limits.ts'
import type { SmtpReply } from '../reply.ts'
import { createSmtpServer, type SmtpServer, type SmtpServerOptions } from '../server.ts'
import type { ReceivedMessage, RefusedDetails, RefusedReason, SmtpHandler, SmtpSession } from '../types.ts'

export type TestClient = OctetClient & {
  /** The next whole reply, lines joined by a line feed; 'closed' once the server has hung up. */
  reply(): Promise<string>
  /** Writes a line and returns the reply to it. */
  say(line: string): Promise<string>
  /** Everything up to the end of the connection. */
  rest(): Promise<string[]>
}

export async function openClient(port: number, from: { localAddress?: string } = {}): Promise<TestClient> {
  const client = await openOctets(port, from)

  async function reply(): Promise<string> {
    const found = await client.take(text => {
      const match = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(text)
      return match && { found: match[0].trimEnd().replaceAll('\r\n', '\n'), length: match[0].length }
    })
    return found ?? 'closed'
  }

  return {
    ...client,
    reply,
    say(line) {
      client.write(`${line}\r\n`)
      return reply()
    },
    async rest() {
      const all: string[] = []
      for (;;) {
        const next = await reply()
        if (next === 'closed') return all
        all.push(next)
      }
    },
  }
}

export type Refused = { session: SmtpSession; reason: RefusedReason; details: RefusedDetails }

export type TestServer = {
  server: SmtpServer
  port: number
  messages: ReceivedMessage[]
  refused: Refused[]
  reasons(): RefusedReason[]
  /** A client that has heard the banner and said hello. */
  greeted(): Promise<TestClient>
}

export type TestOptions = Partial<Omit<SmtpServerOptions, 'limits' | 'handler'>> & {
  limits?: Partial<SmtpLimits>
  handler?: Partial<SmtpHandler>
}

export const stored: SmtpReply = { code: 250, enhanced: '2.0.0', text: 'Stored' }

/** Accepts everything but recipients whose local part begins with "unknown"; closed when the test ends. */
export async function startServer(options: TestOptions = {}): Promise<TestServer> {
  const messages: ReceivedMessage[] = []
  const refused: Refused[] = []
  const { limits, handler, ...rest } = options
  const server = createSmtpServer({
    protocol: 'smtp',
    hostname: () => 'mx.test',
    tls: () => null,
    ...rest,
    limits: { ...defaultSmtpLimits, lingerMs: 500, ...limits },
    handler: {
      connect: () => null,
      mail: () => null,
      rcpt: (_session, to) =>
        to.localPart.startsWith('unknown') ? { code: 550, enhanced: '5.1.1', text: 'No such mailbox' } : null,
      data: (_session, message) => {
        messages.push(message)
        return Promise.resolve(stored)
      },
      refused: (session, reason, details) => {
        refused.push({ session, reason, details })
      },
      ...handler,
    },
  })
  const { port } = await server.listen(0, '127.0.0.1')
  onTestFinished(() => server.close(0))
  return {
    server,
    port,
    messages,
    refused,
    reasons: () => refused.map(entry => entry.reason),
    async greeted() {
      const client = await openClient(port)
      await client.reply()
      await client.say(options.protocol === 'lmtp' ? 'LHLO client.test' : 'EHLO client.test')
      return client
    },
  }
}

export function testCertificate(): SecureContext {
  return createSecureContext(makeSelfSigned({ hostname: 'mx.test' }))
}

/** Opens a transaction and has the 354. */
export async function beginData(
  client: TestClient,
  recipients: string[] = ['b@example.net'],
): Promise<string> {
  await client.say('MAIL FROM:<a@example.com>')
  for (const recipient of recipients) await client.say(`RCPT TO:<${recipient}>`)
  return client.say('DATA')
}
