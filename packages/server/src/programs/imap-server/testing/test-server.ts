/** For tests: the IMAP listener before a mailbox in memory, whose only user is "ann" with the password "c d". */
import { onTestFinished } from 'vitest'
import { testCertificate } from '../../../inbound/receive/smtp/testing/test-client.ts'
import { createImapServer } from '../server.ts'
import { defaultImapLimits, type ImapLimits } from '../session/limits.ts'
import { createMemoryMailbox, type MemoryMailbox } from './memory-account.ts'
import { type ImapClient, openImap } from './test-client.ts'

const certificate = testCertificate()

export type ImapTestServer = {
  port: number
  mailbox: MemoryMailbox
  faults: unknown[]
  connections(): number
  close(graceMs: number): Promise<void>
  connected(): Promise<ImapClient>
  signedIn(): Promise<ImapClient>
  /** Signed in, with the inbox selected. */
  selected(): Promise<ImapClient>
}

export async function startImap(
  options: { limits?: Partial<ImapLimits>; implicitTls?: boolean } = {},
): Promise<ImapTestServer> {
  const { limits, implicitTls = true } = options
  const mailbox = createMemoryMailbox()
  const faults: unknown[] = []
  const server = createImapServer({
    hostname: () => 'mx.test',
    tls: () => certificate,
    implicitTls,
    limits: { ...defaultImapLimits, lingerMs: 500, ...limits },
    handler: {
      signIn: async ({ username, password }) =>
        username === 'ann' && password === 'c d'
          ? { kind: 'open', account: mailbox.account() }
          : { kind: 'wrong' },
      failed: cause => void faults.push(cause),
      now: () => Date.parse('2026-05-02T08:00:00Z'),
    },
  })
  const { port } = await server.listen(0, '127.0.0.1')
  onTestFinished(() => server.close(0))

  async function connected(): Promise<ImapClient> {
    const client = await openImap(port, { tls: implicitTls })
    await client.line()
    return client
  }

  async function signedIn(): Promise<ImapClient> {
    const client = await connected()
    await client.say('LOGIN ann "c d"')
    return client
  }

  return {
    ...{ port, mailbox, faults, close: server.close, connections: server.connections, connected, signedIn },
    async selected() {
      const client = await signedIn()
      await client.say('SELECT INBOX')
      return client
    },
  }
}
