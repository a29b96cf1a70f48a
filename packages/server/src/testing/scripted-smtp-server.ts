/**
 * Runs a receiving mail server for tests that follows a script: it refuses, disconnects, stays silent or says
 * too much. Without a script for a step it acts like any good server. It records the commands and messages
 * that it received.
 */
import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import { makeSelfSigned } from '../certificate/der/self-signed.ts'

export type Act =
  /** A reply without its line end; a line feed within it makes several lines. */
  | string
  /** Octets sent exactly as they are. */
  | { readonly raw: string | Buffer }
  /** Octets sent one at a time. */
  | { readonly drip: string; readonly everyMs: number }
  | 'cut'
  /** No further reply, whatever the client says. */
  | 'silence'

export type GivenMessage = {
  readonly from: string
  /** The whole MAIL command. */
  readonly mail: string
  readonly recipients: readonly string[]
  /** The message without the dots that were added for the wire. */
  readonly data: Buffer
  /** The message as sent, with those dots, up to the final dot. */
  readonly wire: Buffer
  readonly encrypted: boolean
  /** The number of the connection on this server, from 1. */
  readonly connection: number
}

/** Each step is undefined for the usual behaviour, an act, or a function that decides case by case. */
export type SmtpScript = {
  readonly banner?: Act | ((connection: number) => Act | undefined)
  readonly extensions?: readonly string[]
  readonly hello?: Act | ((line: string, encrypted: boolean) => Act | undefined)
  readonly startTls?: Act
  readonly auth?: (line: string) => Act | undefined
  readonly mail?: Act | ((line: string) => Act | undefined)
  readonly rcpt?: Act | ((address: string) => Act | undefined)
  readonly data?: Act | ((recipients: readonly string[]) => Act | undefined)
  readonly dot?: Act | ((message: GivenMessage) => Act | undefined | Promise<Act | undefined>)
  /**
   * When a message grows beyond this, the server does the act in the middle of it and closes the connection.
   */
  readonly tooMuch?: { readonly bytes: number; readonly act: Act }
  readonly reset?: Act
  readonly quit?: Act
  /** The server's name in banner and greeting. */
  readonly name?: string
  readonly host?: string
  readonly port?: number
  /** Offers STARTTLS with this certificate, or speaks TLS from the first octet. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly implicit?: boolean }
}

export type ScriptedSmtpServer = {
  readonly port: number
  readonly messages: readonly GivenMessage[]
  /** Every command line of every connection, in the order of arrival. */
  readonly commands: readonly string[]
  connections(): number
  open(): number
  /** Plays another script from now on. Open connections keep the old one. */
  play(script: SmtpScript): void
  stop(): Promise<void>
}

const usualExtensions = ['PIPELINING', 'SIZE 52428800', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES']

type Kept = { messages: GivenMessage[]; commands: string[] }
type Decider<Args extends unknown[]> =
  | Act
  | ((...args: Args) => Act | undefined | Promise<Act | undefined>)
  | undefined

async function decide<Args extends unknown[]>(
  decider: Decider<Args>,
  usual: string,
  ...args: Args
): Promise<Act> {
  const act = typeof decider === 'function' ? await decider(...args) : decider
  return act ?? usual
}

/** "550 5.1.1 no\nsuch" becomes two lines with the code on both. */
function replyLines(text: string): string {
  const code = text.slice(0, 3)
  const lines = text.split('\n').map((line, index) => (index === 0 ? line.slice(4) : line))
  return lines.map((line, at) => `${code}${at === lines.length - 1 ? ' ' : '-'}${line}\r\n`).join('')
}

async function perform(socket: Socket, act: Act): Promise<void> {
  if (socket.destroyed || act === 'silence') return
  if (act === 'cut') return void socket.destroy()
  if (typeof act === 'string') return void socket.write(replyLines(act))
  if ('raw' in act) return void socket.write(act.raw)
  for (const octet of act.drip) {
    if (socket.destroyed) return
    socket.write(octet)
    await new Promise(resolve => setTimeout(resolve, act.everyMs))
  }
}

function unstuff(wire: Buffer): Buffer {
  const text = wire.toString('latin1')
  return Buffer.from(text.replace(/(^|\r\n)\./g, '$1'), 'latin1')
}

const pathOf = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? ''

function converse(first: Socket, script: SmtpScript, record: Kept, connection: number): void {
  let socket = first
  let encrypted = first instanceof TLSSocket
  let held = Buffer.alloc(0)
  let transaction: { mail: string; recipients: string[] } | null = null
  let inData = false
  let awaitingAuth = false
  let busy = false
  let isOver = false
  const name = script.name ?? 'mx.scripted.test'

  let isMute = false

  async function say(act: Act): Promise<void> {
    isMute ||= act === 'silence'
    if (!isMute) await perform(socket, act)
  }

  async function command(line: string): Promise<void> {
    record.commands.push(line)
    const verb = awaitingAuth ? 'AUTH' : (line.split(' ', 1)[0] ?? '').toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') {
      const offers = script.tls !== undefined && !encrypted ? ['STARTTLS'] : []
      const usual = `250 ${[name, ...(script.extensions ?? usualExtensions), ...offers].join('\n')}`
      await say(await decide(script.hello, usual, line, encrypted))
    } else if (verb === 'STARTTLS' && script.tls !== undefined) await startTls(script.tls)
    else if (verb === 'AUTH') {
      const act = await decide(script.auth, '235 2.7.0 welcome', line)
      awaitingAuth = typeof act === 'string' && act.startsWith('334')
      await say(act)
    } else if (verb === 'MAIL') {
      const act = await decide(script.mail, '250 2.1.0 ok', line)
      transaction = typeof act === 'string' && act.startsWith('2') ? { mail: line, recipients: [] } : null
      await say(act)
    } else if (verb === 'RCPT') {
      const usual = transaction === null ? '503 5.5.1 MAIL first' : '250 2.1.5 ok'
      const act = await decide(transaction === null ? undefined : script.rcpt, usual, pathOf(line))
      if (typeof act === 'string' && act.startsWith('2')) transaction?.recipients.push(pathOf(line))
      await say(act)
    } else if (verb === 'DATA') {
      const recipients = transaction?.recipients ?? []
      const usual = recipients.length > 0 ? '354 go on' : '554 5.5.1 no valid recipients'
      const act = await decide(script.data, usual, recipients)
      inData = typeof act === 'string' && act.startsWith('354')
      await say(act)
    } else if (verb === 'RSET') {
      transaction = null
      await say(await decide(script.reset, '250 2.0.0 ok'))
    } else if (verb === 'QUIT') {
      await say(await decide(script.quit, '221 2.0.0 bye'))
      socket.end()
    } else await say('500 5.5.2 what')
  }

  async function startTls(tls: { key: string; cert: string }): Promise<void> {
    const act = script.startTls ?? '220 2.0.0 ready'
    await say(act)
    const begins = typeof act === 'string' ? act.startsWith('220') : typeof act === 'object' && 'raw' in act
    if (!begins) return
    first.removeAllListeners('data')
    const secureContext: SecureContext = createSecureContext(tls)
    const secured = new TLSSocket(first, { isServer: true, secureContext })
    secured.on('error', () => secured.destroy())
    secured.on('data', receive)
    socket = secured
    encrypted = true
    held = Buffer.alloc(0)
  }

  async function message(wire: Buffer): Promise<void> {
    inData = false
    const given: GivenMessage = {
      from: pathOf(transaction?.mail ?? ''),
      mail: transaction?.mail ?? '',
      recipients: transaction?.recipients ?? [],
      data: unstuff(wire),
      wire,
      encrypted,
      connection,
    }
    transaction = null
    record.messages.push(given)
    await say(await decide(script.dot, '250 2.0.0 taken', given))
  }

  async function work(): Promise<void> {
    for (;;) {
      if (inData) {
        const end = held.subarray(0, 3).equals(Buffer.from('.\r\n')) ? -2 : held.indexOf('\r\n.\r\n')
        if (end === -1 && script.tooMuch !== undefined && held.length > script.tooMuch.bytes) {
          isOver = true
          await say(script.tooMuch.act)
          socket.end()
          return
        }
        if (end === -1) return
        const wire = Buffer.from(held.subarray(0, end + 2))
        held = held.subarray(end + 5)
        await message(wire)
        continue
      }
      const end = held.indexOf('\r\n')
      if (end < 0) return
      const line = held.toString('utf8', 0, end)
      held = held.subarray(end + 2)
      await command(line)
    }
  }

  function receive(chunk: Buffer): void {
    // The server reads and drops further octets: closing with unread octets could lose the reply on its way.
    if (isOver) return
    held = Buffer.concat([held, chunk])
    if (busy) return
    busy = true
    void work().finally(() => {
      busy = false
    })
  }

  socket.on('data', receive)
  void decide(script.banner, `220 ${name} ESMTP`, connection).then(say)
}

export async function startScriptedSmtp(first: SmtpScript = {}): Promise<ScriptedSmtpServer> {
  let script = first
  let connections = 0
  const record: Kept = { messages: [], commands: [] }
  const sockets = new Set<Socket>()
  const server: Server = createServer({ noDelay: true }, plain => {
    sockets.add(plain)
    plain.on('close', () => sockets.delete(plain))
    plain.on('error', () => plain.destroy())
    let socket: Socket = plain
    if (script.tls?.implicit) {
      const secured = new TLSSocket(plain, { isServer: true, secureContext: createSecureContext(script.tls) })
      secured.on('error', () => secured.destroy())
      socket = secured
    }
    converse(socket, script, record, ++connections)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(first.port ?? 0, first.host ?? '127.0.0.1', resolve)
  })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    messages: record.messages,
    commands: record.commands,
    connections: () => connections,
    open: () => sockets.size,
    play(next) {
      script = next
    },
    async stop() {
      const closed = new Promise(resolve => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Makes a self-signed certificate for a server of this name. */
export const testCertificateFor = (hostname: string, options: { now?: Date; days?: number } = {}) =>
  makeSelfSigned({ hostname, ...options })
