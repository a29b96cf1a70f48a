import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { noOpinion } from './opinion.ts'
import { createScan, noScanners } from './scan.ts'

const envelope = {
  id: 'id1',
  from: 'sender@example.org',
  client: '192.0.2.7',
  helo: 'mx.example.org',
  protocol: 'ESMTP',
  host: 'mx.test',
  recipients: [
    { given: 'a@yanshu.test', address: 'a@yanshu.test', domainId: 'd', mailboxId: null, ownerId: null },
    { given: 'b@yanshu.test', address: 'b@yanshu.test', domainId: 'd', mailboxId: null, ownerId: null },
  ],
}
const message = Buffer.from(`Subject: hello\r\n\r\n${'x'.repeat(200_000)}\r\n`)

let closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing) close()
  closing = []
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

/** Behaves as rspamd's worker does: JSON with an action and symbols. */
async function rspamd(answer: string, status = 200) {
  const seen: { headers: IncomingMessage['headersDistinct']; body: Buffer }[] = []
  const server = createHttpServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    seen.push({ headers: request.headersDistinct, body: Buffer.concat(parts) })
    response.writeHead(request.url === '/checkv2' ? status : 404).end(answer)
  })
  closing.push(() => server.closeAllConnections())
  return { url: `http://127.0.0.1:${await listening(server)}`, seen }
}

/** Behaves as clamd does: reads the stream to its end, then answers with a NUL behind. */
async function clamd(answer: string | null) {
  const seen: Buffer[] = []
  const server = createServer((socket: Socket) => {
    let held = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', data => {
      held = Buffer.concat([held, data])
      if (!held.subarray(-4).equals(Buffer.alloc(4))) return
      seen.push(held)
      if (answer === null) socket.destroy()
      else socket.end(`${answer}\0`)
    })
  })
  return { clamav: `127.0.0.1:${await listening(server)}`, seen }
}

describe('scanning by others', () => {
  it('says nothing where nobody is asked', async () => {
    expect(await createScan(noScanners)(message, envelope)).toEqual(noOpinion)
  })

  it('hands rspamd the message and its envelope, and takes over what it would do', async () => {
    const symbols = { BAD_URL: { score: 7.5 }, GOOD_DKIM: { score: -1 } }
    const { url, seen } = await rspamd(JSON.stringify({ action: 'add header', score: 8, symbols }))
    const opinion = await createScan({ ...noScanners, rspamdUrl: url, rspamdPassword: 'secret' })(
      message,
      envelope,
    )
    expect(opinion).toEqual({ points: 6, rules: ['rspamd:BAD_URL'] })
    expect(seen[0]?.body.equals(message)).toBe(true)
    expect(seen[0]?.headers).toMatchObject({
      ip: ['192.0.2.7'],
      from: ['sender@example.org'],
      password: ['secret'],
    })
    expect(seen[0]?.headers.rcpt?.join(', ')).toBe('a@yanshu.test, b@yanshu.test')
  })

  it.each([
    ['an error', '{}', 500],
    ['no JSON', '<html>', 200],
    ['an unknown action', '{"action":"dance","symbols":null}', 200],
  ])('goes on without rspamd when it answers with %s', async (_, answer, status) => {
    const { url } = await rspamd(answer, status)
    expect(await createScan({ ...noScanners, rspamdUrl: url })(message, envelope)).toEqual(noOpinion)
  })

  it('counts a virus that ClamAV finds as more than any threshold', async () => {
    const { clamav, seen } = await clamd('stream: Eicar-Test-Signature FOUND')
    const opinion = await createScan({ ...noScanners, clamav })(message, envelope)
    expect(opinion).toEqual({ points: 100, rules: ['clamav:Eicar-Test-Signature'] })
    const sent = seen[0] ?? Buffer.alloc(0)
    expect(sent.subarray(0, 10).toString()).toBe('zINSTREAM\0')
    expect(sent.readUInt32BE(10)).toBe(64 * 1024)
    // The command, four lengths, the length of none, and the message.
    expect(sent.length).toBe(10 + 4 * 4 + 4 + message.length)
  })

  it.each([['stream: OK'], ['INSTREAM size limit exceeded. ERROR'], [null]])(
    'goes on without ClamAV when it says %s',
    async answer => {
      const { clamav } = await clamd(answer)
      expect(await createScan({ ...noScanners, clamav })(message, envelope)).toEqual(noOpinion)
    },
  )

  it('goes on without those that are not there', async () => {
    const { url } = await rspamd('{"action":"reject"}')
    const gone = { rspamdUrl: url, rspamdPassword: '', clamav: '127.0.0.1:1' }
    expect((await createScan(gone)(message, envelope)).points).toBe(10)
  })
})
