import { expect, test } from 'vitest'
import { beginData, openClient, startServer, type TestClient } from './testing/test-client.ts'
import type { SmtpSession } from './types.ts'

const SMUGGLED =
  'MAIL FROM:<evil@example.com>\r\nRCPT TO:<victim@example.net>\r\nDATA\r\nSubject: forged\r\n\r\nforged\r\n.\r\n'

test.each([
  '\n.\n',
  '\r.\r',
  '\r.\n',
  '\n.\r',
  '\n.\r\n',
  '\r\n.\n',
  '\r.\r\n',
  '\r\n.\r',
  '\r\n\0.\r\n',
  '\r\n.\0\r\n',
  '\n..\r\n',
])('a false end of data %j smuggles nothing and spoils the message', async ending => {
  const { greeted, messages, reasons } = await startServer()
  const client = await greeted()
  await beginData(client)
  client.write(`Subject: outer\r\n\r\nouter${ending}${SMUGGLED}`)
  expect(await client.reply()).toMatch(/^550 5\.6\./)
  expect(messages).toHaveLength(0)
  expect(reasons()).toHaveLength(1)
  expect(reasons()[0]).toMatch(/^(?:bare-cr|bare-lf|nul-octet)$/)
  // The end that did count was the last one, and the connection goes on as usual.
  expect(await client.say('NOOP')).toMatch(/^250 /)
})

test('the refusal of a smuggling attempt carries the envelope for the trace', async () => {
  const { greeted, refused } = await startServer()
  const client = await greeted()
  await beginData(client)
  client.write('a\nb\r\n.\r\n')
  expect(await client.reply()).toBe('550 5.6.11 Message holds a bare CR or LF; lines must end in CRLF')
  expect(refused[0]?.details.transaction?.from.address).toBe('a@example.com')
  expect(refused[0]?.details.transaction?.recipients.map(to => to.address)).toEqual(['b@example.net'])
})

test('a true end of data split into single octets ends one message', async () => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  await beginData(client)
  for (const octet of 'text\r\n.\r\n') {
    client.write(octet)
    await new Promise<void>(resolve => setImmediate(resolve))
  }
  expect(await client.reply()).toBe('250 2.0.0 Stored')
  expect(messages.map(message => message.raw.toString())).toEqual(['text\r\n'])
})

test('a dot at once after DATA is an empty message', async () => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  await beginData(client)
  expect(await client.say('.')).toBe('250 2.0.0 Stored')
  expect(messages[0]?.raw).toHaveLength(0)
})

test('lines beginning with dots arrive octet for octet', async () => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  await beginData(client)
  client.write('..\r\n...\r\n....\r\n..x\r\n.\r\n')
  await client.reply()
  expect(messages[0]?.raw.toString()).toBe('.\r\n..\r\n...\r\n.x\r\n')
})

test('pipelined commands are answered in order and a refused recipient gets nothing', async () => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  client.write(
    'MAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.net>\r\nRCPT TO:<unknown@example.net>\r\nDATA\r\n',
  )
  expect(await client.reply()).toMatch(/^250 2\.1\.0/)
  expect(await client.reply()).toMatch(/^250 2\.1\.5/)
  expect(await client.reply()).toMatch(/^550 5\.1\.1/)
  expect(await client.reply()).toMatch(/^354 /)
  client.write('text\r\n.\r\nMAIL FROM:<c@example.com>\r\nRCPT TO:<d@example.net>\r\nDATA\r\n')
  expect(await client.reply()).toBe('250 2.0.0 Stored')
  expect(await client.reply()).toMatch(/^250 /)
  expect(await client.reply()).toMatch(/^250 /)
  expect(await client.reply()).toMatch(/^354 /)
  expect(messages).toHaveLength(1)
  expect(messages[0]?.envelope.recipients.map(to => to.address)).toEqual(['b@example.net'])
})

test('replies to a pipelined group leave in one packet', async () => {
  const { greeted } = await startServer()
  const client = await greeted()
  const packets: string[] = []
  client.socket().on('data', (packet: Buffer) => packets.push(packet.toString()))
  client.write('MAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.net>\r\nDATA\r\n')
  for (let index = 0; index < 3; index++) await client.reply()
  expect(packets).toHaveLength(1)
})

test('no line of a message runs as a command when DATA was refused and the message came along', async () => {
  const { greeted, messages, reasons } = await startServer()
  const client = await greeted()
  client.write(`MAIL FROM:<a@example.com>\r\nRCPT TO:<unknown@example.net>\r\nDATA\r\n${SMUGGLED}`)
  const replies = await client.rest()
  expect(replies).toHaveLength(3)
  expect(replies[2]).toMatch(/^554 5\.5\.1/)
  expect(messages).toHaveLength(0)
  expect(reasons()).toContain('unauthorised-pipelining')
})

test('nor when the message comes later, unasked', async () => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  await client.say('MAIL FROM:<a@example.com>')
  await client.say('RCPT TO:<unknown@example.net>')
  expect(await client.say('DATA')).toMatch(/^554 /)
  client.write(`Subject: hello\r\n\r\n${SMUGGLED}`)
  expect(await client.rest()).toEqual(['554 5.5.0 You must wait for my reply'])
  expect(messages).toHaveLength(0)
})

test('a client that does listen may go on after a refused DATA', async () => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  await client.say('MAIL FROM:<a@example.com>')
  await client.say('RCPT TO:<unknown@example.net>')
  await client.say('DATA')
  expect(await client.say('RSET')).toMatch(/^250 /)
  expect(await client.say('NONSENSE')).toMatch(/^500 /)
  await deliverOne(client)
  expect(messages).toHaveLength(1)
})

test('a whole session in one packet is refused at DATA and none of its message runs', async () => {
  const { port, messages, reasons } = await startServer()
  const client = await openClient(port)
  await client.reply()
  client.write(
    'EHLO x\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.net>\r\nDATA\r\ntext\r\n.\r\nQUIT\r\n',
  )
  const replies = await client.rest()
  expect(replies.at(-1)).toBe('554 5.5.0 You must wait for my reply')
  expect(messages).toHaveLength(0)
  expect(reasons()).toEqual(['unauthorised-pipelining'])
})

test('talking before the banner is refused', async () => {
  const asked = Promise.withResolvers<SmtpSession>()
  const verdict = Promise.withResolvers<null>()
  const { port, reasons } = await startServer({
    trustedProxies: () => true,
    handler: {
      connect: session => {
        asked.resolve(session)
        return verdict.promise
      },
    },
  })
  const client = await openClient(port)
  // The header and the early command arrive together, so the command is there for certain when the banner is due.
  client.write('PROXY TCP4 192.0.2.9 127.0.0.1 1 25\r\nEHLO early\r\n')
  expect((await asked.promise).remoteAddress).toBe('192.0.2.9')
  verdict.resolve(null)
  expect(await client.rest()).toEqual(['554 5.5.0 You must wait for my reply'])
  expect(reasons()).toEqual(['early-talker'])
})

async function deliverOne(client: TestClient): Promise<void> {
  await beginData(client)
  expect(await client.say('text\r\n.')).toBe('250 2.0.0 Stored')
}

test.each([
  ['BDAT %n LAST\0', /^500 5\.5\.2/],
  ['BDAT %n\tLAST', /^500 5\.5\.2/],
  ['bdat %n LAST \xff', /^500 5\.5\.2/],
  [`BDAT %n LAST${' '.repeat(2_100)}`, /^500 5\.5\.2/],
  ['BDAT-%n LAST', /^501 5\.5\.4/],
  ['BDAT%n LAST', /^500 5\.5\.1/],
  ['DATA\t', /^500 5\.5\.2/],
  ['DATA\xff', /^500 5\.5\.2/],
  ['data\0', /^500 5\.5\.2/],
  [`DATA${' '.repeat(2_100)}`, /^500 5\.5\.2/],
  [`DATA${' '.repeat(200_000)}`, /^500 5\.5\.2/],
  ['DATA1', /^500 5\.5\.1/],
])('what follows an unreadable %j is not run', async (line, answer) => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  await client.say('MAIL FROM:<a@example.com>')
  await client.say('RCPT TO:<b@example.net>')
  const body =
    'RSET\r\nMAIL FROM:<ceo@example.com>\r\nRCPT TO:<b@example.net>\r\nBDAT 21 LAST\r\nSubject: smuggled\r\n\r\n'
  client.write(Buffer.from(`${line.replace('%n', `${body.length}`)}\r\n${body}`, 'latin1'))
  const replies = await client.rest()
  expect(replies).toEqual([expect.stringMatching(answer)])
  expect(messages).toHaveLength(0)
})

test('a word that only begins like DATA ends nothing', async () => {
  const { greeted } = await startServer()
  const client = await greeted()
  expect(await client.say('DATABASE')).toMatch(/^500 5\.5\.1/)
  expect(await client.say('NOOP')).toMatch(/^250 /)
})
