import { expect, onTestFinished, test } from 'vitest'
import { defaultSmtpLimits } from './limits.ts'
import { beginData, openClient, startServer, type TestClient } from './testing/test-client.ts'

const MEGABYTE = 1024 * 1024

/** Writes with regard for back-pressure, until all is gone or the server has hung up. */
async function pour(client: TestClient, chunk: Buffer, times: number): Promise<void> {
  const socket = client.socket()
  for (let sent = 0; sent < times && socket.writable; sent++) {
    if (!socket.write(chunk)) {
      await new Promise<void>(resolve => {
        const go = (): void => {
          socket.off('drain', go)
          socket.off('close', go)
          resolve()
        }
        socket.on('drain', go)
        socket.on('close', go)
      })
    }
  }
}

test('a hundred recipients are always allowed', () => {
  expect(defaultSmtpLimits.recipients).toBeGreaterThanOrEqual(100)
})

test('a message of exactly the limit is taken, one octet more is refused at the end', async () => {
  const { greeted, messages, reasons } = await startServer({ limits: { messageBytes: 1000 } })
  const client = await greeted()
  await beginData(client)
  expect(await client.say(`${'x'.repeat(998)}\r\n.`)).toBe('250 2.0.0 Stored')
  await beginData(client)
  expect(await client.say(`${'x'.repeat(999)}\r\n.`)).toBe('552 5.3.4 Message is larger than the limit')
  expect(await client.say('MAIL FROM:<a@example.com> SIZE=1000')).toMatch(/^250 /)
  await client.say('RSET')
  expect(await client.say('MAIL FROM:<a@example.com> SIZE=1001')).toMatch(/^552 5\.3\.4/)
  expect(messages).toHaveLength(1)
  expect(reasons()).toEqual(['message-too-big', 'message-too-big'])
})

test('an endless message is cut off', async () => {
  const { greeted, messages, reasons } = await startServer({
    limits: { messageBytes: MEGABYTE, swallowBytes: 2 * MEGABYTE },
  })
  const client = await greeted()
  await beginData(client)
  await pour(client, Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(64)), 200)
  expect(await client.rest()).toEqual(['552 5.3.4 Message is larger than the limit'])
  expect(messages).toHaveLength(0)
  expect(reasons()).toEqual(['message-too-big'])
})

test('an absurdly long line within a message is refused, the connection goes on', async () => {
  const { greeted, messages, reasons } = await startServer({ limits: { messageLineBytes: 5000 } })
  const client = await greeted()
  await beginData(client)
  expect(await client.say(`${'x'.repeat(20_000)}\r\n.`)).toBe('554 5.6.0 Message holds an over-long line')
  await beginData(client)
  expect(await client.say(`${'x'.repeat(4000)}\r\n.`)).toBe('250 2.0.0 Stored')
  expect(messages).toHaveLength(1)
  expect(reasons()).toEqual(['line-too-long'])
})

test('when memory for all messages is used up a client is told to come back', async () => {
  const { greeted, reasons } = await startServer({ limits: { bufferedBytes: 16 * 1024 } })
  const first = await greeted()
  const second = await greeted()
  await first.say('MAIL FROM:<a@example.com>')
  await first.say('RCPT TO:<b@example.net>')
  expect(await first.say('BDAT 7\r\nbegun')).toMatch(/^250 /)
  await beginData(second)
  expect(await second.say(`${'x'.repeat(500)}\r\n.`)).toBe(
    '452 4.3.1 Not enough room at the moment, try again later',
  )
  expect(await first.say('BDAT 5 LAST\r\nend')).toBe('250 2.0.0 Stored')
  await beginData(second)
  expect(await second.say('text\r\n.')).toBe('250 2.0.0 Stored')
  expect(reasons()).toEqual(['out-of-memory-budget'])
})

test('a command line over the limit is refused and the next one heard', async () => {
  const { greeted, reasons } = await startServer()
  const client = await greeted()
  expect(await client.say(`NOOP ${'x'.repeat(2043)}`)).toMatch(/^250 /)
  expect(await client.say(`NOOP ${'x'.repeat(2044)}`)).toBe('500 5.5.2 Command line too long')
  expect(await client.say(`NOOP ${'x'.repeat(200_000)}`)).toBe('500 5.5.2 Command line too long')
  expect(await client.say('NOOP')).toMatch(/^250 /)
  expect(reasons()).toEqual(['command-too-long', 'command-too-long'])
})

test('a command line without end is cut off', async () => {
  const { greeted, reasons } = await startServer({ limits: { discardBytes: MEGABYTE } })
  const client = await greeted()
  await pour(client, Buffer.alloc(64 * 1024, 'x'), 160)
  expect(await client.rest()).toEqual(['500 5.5.2 Command line too long'])
  expect(reasons()).toEqual(['command-too-long'])
})

test('recipients over the limit are put off, the others get the message', async () => {
  const { greeted, messages, reasons } = await startServer({ limits: { recipients: 100 } })
  const client = await greeted()
  await client.say('MAIL FROM:<a@example.com>')
  client.write(Array.from({ length: 5000 }, (_, index) => `RCPT TO:<b${index}@example.net>\r\n`).join(''))
  const codes: string[] = []
  for (let index = 0; index < 5000; index++) codes.push((await client.reply()).slice(0, 9))
  expect(codes.filter(code => code === '250 2.1.5')).toHaveLength(100)
  expect(codes.filter(code => code === '452 4.5.3')).toHaveLength(4900)
  expect(codes.lastIndexOf('250 2.1.5')).toBe(99)
  await client.say('DATA')
  expect(await client.say('text\r\n.')).toBe('250 2.0.0 Stored')
  expect(messages[0]?.envelope.recipients).toHaveLength(100)
  expect(reasons()).toEqual(['too-many-recipients'])
})

test('a client that guesses recipients is sent away', async () => {
  const { greeted, reasons } = await startServer({ limits: { unknownRecipients: 10 } })
  const client = await greeted()
  await client.say('MAIL FROM:<a@example.com>')
  client.write('RCPT TO:<unknown@example.net>\r\n'.repeat(2000))
  const replies = await client.rest()
  expect(replies).toHaveLength(11)
  expect(replies.at(-1)).toBe('421 4.7.0 Too many unknown recipients')
  expect(reasons()).toEqual(['too-many-unknown-recipients'])
})

test.each(['NOOP', 'RSET', 'VRFY someone', 'EXPN list', 'HELP', 'EHLO again.example'])(
  'a flood of %s ends with 421',
  async line => {
    const { greeted, reasons } = await startServer({ limits: { idleCommands: 10 } })
    const client = await greeted()
    client.write(`${line}\r\n`.repeat(1000))
    const replies = await client.rest()
    expect(replies).toHaveLength(12)
    expect(replies.at(-1)).toBe('421 4.7.0 Too many commands on this connection')
    expect(reasons()).toEqual(['too-many-idle-commands'])
  },
)

test('an accepted message pays for the idle commands before it', async () => {
  const { greeted } = await startServer({ limits: { idleCommands: 3 } })
  const client = await greeted()
  for (let round = 0; round < 5; round++) {
    expect(await client.say('RSET')).toMatch(/^250 /)
    await beginData(client)
    expect(await client.say('text\r\n.')).toBe('250 2.0.0 Stored')
  }
})

test('errors and commands are counted for the connection', async () => {
  const wrong = await startServer({ limits: { errorsPerConnection: 5 } })
  const first = await wrong.greeted()
  first.write('NONSENSE\r\n'.repeat(100))
  const replies = await first.rest()
  expect(replies).toHaveLength(7)
  expect(replies.at(-1)).toBe('421 4.7.0 Too many errors')
  const many = await startServer({ limits: { commandsPerConnection: 8 } })
  const second = await many.greeted()
  second.write('NOOP\r\n'.repeat(100))
  expect((await second.rest()).at(-1)).toBe('421 4.7.0 Too many commands on this connection')
  expect(many.reasons()).toEqual(['too-many-commands'])
})

test('connections over the limit for one address get 421, other addresses get in', async () => {
  const { port, reasons } = await startServer({ limits: { connectionsPerAddress: 3 } })
  const clients = await Promise.all(Array.from({ length: 3 }, () => openClient(port)))
  for (const client of clients) expect(await client.reply()).toMatch(/^220 /)
  expect(await (await openClient(port)).rest()).toEqual(['421 4.7.0 Too many connections from your address'])
  expect(await (await openClient(port, { localAddress: '127.0.0.2' })).reply()).toMatch(/^220 /)
  await clients[0]?.say('QUIT')
  await clients[0]?.rest()
  // The place is free once the server too has seen the end; until then the answer may be 421.
  await expect.poll(async () => (await openClient(port)).reply()).toMatch(/^220 /)
  expect(reasons()[0]).toBe('too-many-from-address')
})

test('connections over the limit for all get 421', async () => {
  const { port, reasons } = await startServer({ limits: { connections: 2 } })
  for (let index = 0; index < 2; index++) expect(await (await openClient(port)).reply()).toMatch(/^220 /)
  expect(await (await openClient(port)).rest()).toEqual(['421 4.3.2 Too many connections, try again later'])
  expect(reasons()).toEqual(['too-many-connections'])
})

test('an idle client is told the time is up', async () => {
  const { port, reasons } = await startServer({ limits: { commandMs: 50 } })
  const idle = await openClient(port)
  expect((await idle.rest()).slice(1)).toEqual(['421 4.4.2 Timed out, closing connection'])
  expect(reasons()).toEqual(['command-timeout'])
})

/** A hundred clients that send an octet now and then. */
async function openSlow(port: number): Promise<TestClient[]> {
  const slow = await Promise.all(Array.from({ length: 100 }, () => openClient(port)))
  const dripping = setInterval(() => {
    for (const client of slow) if (client.socket().writable) client.write('N')
  }, 20)
  onTestFinished(() => clearInterval(dripping))
  return slow
}
const manyConnections = { connections: 500, connectionsPerAddress: 500 }

test('who says nothing leaves the place to others while places are short', async () => {
  const { port, reasons } = await startServer({ limits: { connections: 4, pressedMs: 300 } })
  const silent = await openClient(port)
  expect(await silent.reply()).toMatch(/^220 /)
  // It has five minutes, until two more make places short.
  for (const localAddress of ['127.0.1.1', '127.0.2.1'])
    expect(await (await openClient(port, { localAddress })).reply()).toMatch(/^220 /)
  expect((await silent.rest()).at(-1)).toMatch(/^421 4\.4\.2/)
  expect(reasons()).toContain('command-timeout')
})

test('single octets do not buy a slow client time', async () => {
  const { port, reasons } = await startServer({ limits: { commandMs: 400, ...manyConnections } })
  for (const client of await openSlow(port)) expect((await client.rest()).at(-1)).toMatch(/^421 4\.4\.2/)
  expect(reasons().filter(reason => reason === 'command-timeout').length).toBeGreaterThanOrEqual(100)
})

test('nobody waits for slow clients', async () => {
  // They have minutes before them: only one who does not wait for them is answered within the test.
  const { port, reasons } = await startServer({ limits: manyConnections })
  await openSlow(port)
  expect(await (await openClient(port)).reply()).toMatch(/^220 /)
  expect(reasons()).toEqual([])
})

test('a message has a time limit between its pieces and one altogether', async () => {
  const pausing = await startServer({ limits: { dataPauseMs: 50 } })
  const first = await pausing.greeted()
  await beginData(first)
  first.write('begun')
  expect(await first.rest()).toEqual(['421 4.4.2 Timed out, closing connection'])
  const dragging = await startServer({ limits: { dataTotalMs: 200, dataPauseMs: 100 } })
  const second = await dragging.greeted()
  await beginData(second)
  const dripping = setInterval(() => second.socket().writable && second.write('x'), 10)
  expect(await second.rest()).toEqual(['421 4.4.2 Timed out, closing connection'])
  clearInterval(dripping)
  expect(pausing.reasons()).toEqual(['data-timeout'])
  expect(dragging.reasons()).toEqual(['data-timeout'])
  expect([...pausing.messages, ...dragging.messages]).toHaveLength(0)
})

test('a client that never fetches its replies is cut off', async () => {
  const { port, reasons } = await startServer({
    limits: { commandMs: 1000, idleCommands: 1e7, commandsPerConnection: 1e7 },
  })
  const client = await openClient(port)
  client.socket().pause()
  // Replies far beyond what the operating system's buffers hold.
  const closed = new Promise<void>(resolve => client.socket().once('close', () => resolve()))
  await pour(client, Buffer.from('HELP\r\n'.repeat(10_000)), 100)
  await expect.poll(reasons).toEqual(['client-not-reading'])
  client.socket().resume()
  await closed
})
