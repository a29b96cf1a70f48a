import { expect, test } from 'vitest'
import { beginData, openClient, startServer, stored } from './testing/test-client.ts'
import type { RefusedDetails } from './types.ts'

// These tests do not cover rules that need mailboxes, which the listener does not know: which domains are
// ours (S-22), whose name a signed-in user may use (S-23), loops (S-35) and the state of a mailbox (S-37).
// The listener must give every path one meaning, which path.test.ts tests.

test('the banner comes first and EHLO lists the extensions', async () => {
  const { port } = await startServer({ limits: { messageBytes: 1234 } })
  const client = await openClient(port)
  expect(await client.reply()).toBe('220 mx.test ESMTP ready')
  expect((await client.say('EHLO [127.0.0.1]')).split('\n')).toEqual([
    '250-mx.test greets [127.0.0.1]',
    '250-PIPELINING',
    '250-SIZE 1234',
    '250-8BITMIME',
    '250-SMTPUTF8',
    '250-CHUNKING',
    '250 ENHANCEDSTATUSCODES',
  ])
  expect(await client.say('HELO old.example')).toBe('250 mx.test greets old.example')
  expect(await client.say('QUIT')).toBe('221 2.0.0 Bye')
  expect(await client.reply()).toBe('closed')
})

test('a handler may refuse a connection', async () => {
  const { port } = await startServer({
    handler: { connect: () => ({ code: 554, enhanced: '5.7.1', text: 'Not you' }) },
  })
  expect(await (await openClient(port)).rest()).toEqual(['554 5.7.1 Not you'])
})

test('a message is handed over with its envelope', async () => {
  const protocols: string[] = []
  const { greeted, messages } = await startServer({
    handler: {
      mail: session => {
        protocols.push(session.protocol)
        return null
      },
      rcpt: session => {
        protocols.push(session.protocol)
        return null
      },
    },
  })
  const client = await greeted()
  await client.say('MAIL FROM:<> BODY=8BITMIME SMTPUTF8 SIZE=20')
  await client.say('RCPT TO:<用户@例え.jp>')
  await client.say('DATA')
  client.write('Subject: 你好\r\n\r\n正文\r\n.\r\n')
  expect(await client.reply()).toBe('250 2.0.0 Stored')
  const [message] = messages
  expect(message?.raw.toString()).toBe('Subject: 你好\r\n\r\n正文\r\n')
  expect(message?.envelope).toMatchObject({
    from: { address: '' },
    recipients: [{ address: '用户@例え.jp' }],
    smtpUtf8: true,
    body8bit: true,
    size: message?.raw.length,
  })
  expect(protocols).toEqual(['ESMTP', 'UTF8SMTP'])
})

test('octets above 127 arrive unchanged without being announced', async () => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  await beginData(client)
  const octets = Buffer.from(Array.from({ length: 128 }, (_, index) => index + 128))
  client.write(Buffer.concat([octets, Buffer.from('\r\n.\r\n')]))
  await client.reply()
  expect(messages[0]?.raw.subarray(0, 128).equals(octets)).toBe(true)
})

test('an address outside ASCII needs SMTPUTF8', async () => {
  const { greeted } = await startServer()
  const client = await greeted()
  expect(await client.say('MAIL FROM:<用户@例え.jp>')).toMatch(/^553 5\.6\.7/)
  await client.say('MAIL FROM:<a@example.com>')
  expect(await client.say('RCPT TO:<用户@例え.jp>')).toMatch(/^553 5\.6\.7/)
})

test('RSET and a new greeting clear the transaction, a second MAIL does not', async () => {
  const { greeted } = await startServer()
  const client = await greeted()
  for (const clearing of ['RSET', 'EHLO again.example']) {
    await client.say('MAIL FROM:<a@example.com>')
    await client.say('RCPT TO:<b@example.net>')
    expect(await client.say('MAIL FROM:<c@example.com>')).toMatch(/^503 5\.5\.1/)
    expect(await client.say(clearing)).toMatch(/^250/)
    expect(await client.say('RCPT TO:<b@example.net>')).toMatch(/^503 /)
    expect(await client.say('DATA')).toMatch(/^503 /)
  }
})

test.each([
  ['MAIL FROM:<a@example.com>', /^503 5\.5\.1/],
  ['RCPT TO:<a@example.com>', /^503 /],
  ['DATA', /^503 /],
  ['EHLO', /^501 5\.5\.4/],
  ['EHLO two words', /^501 /],
  ['LHLO x.example', /^500 /],
  ['VRFY someone', /^252 /],
  ['EXPN list', /^502 /],
  ['HELP', /^214 /],
  ['NOOP anything', /^250 /],
  ['QUIT now', /^501 /],
  ['RSET now', /^501 /],
  ['TURN', /^500 5\.5\.1/],
  ['AUTH PLAIN AGEAYg==', /^502 /],
  ['STARTTLS', /^503 /],
  ['', /^500 /],
])('before a greeting %j is answered %s', async (line, expected) => {
  const { port } = await startServer()
  const client = await openClient(port)
  await client.reply()
  expect(await client.say(line)).toMatch(expected)
})

test.each(['\r', '\n', '\0', '\x7f'])(
  '%j in an envelope command is told 501, once, and reaches no trace raw',
  async octet => {
    const { greeted, refused } = await startServer()
    const client = await greeted()
    expect(await client.say(`MAIL FROM:<a${octet}QUIT${octet}@example.com>`)).toMatch(/^501 /)
    expect(await client.say('MAIL FROM:<a@example.com>')).toMatch(/^250 /)
    expect(await client.say(`RCPT TO:<b@example.net${octet}>`)).toMatch(/^501 /)
    for (const { details } of refused) expect(details.text).toMatch(/^[ -~]+$/)
  },
)

test.each([
  ['<u@gmail.com@our.domain>', /^550 /],
  ['<"u@gmail.com">', /^550 /],
  ['<our.domain!u>', /^550 /],
  ['<u(comment)@our.domain>', /^501 /],
  ['<u@our.domain.>', /^501 /],
  [`<${'a'.repeat(65)}@our.domain>`, /^501 /],
])('RCPT TO:%s never reaches the handler', async (path, expected) => {
  const asked: string[] = []
  const { greeted } = await startServer({
    handler: {
      rcpt: (_session, to) => {
        asked.push(to.address)
        return null
      },
    },
  })
  const client = await greeted()
  await client.say('MAIL FROM:<a@example.com>')
  expect(await client.say(`RCPT TO:${path}`)).toMatch(expected)
  expect(asked).toEqual([])
})

test.each(['PROXY TCP4 10.0.0.1 10.0.0.2 1 25', 'XCLIENT ADDR=10.0.0.1', 'XFORWARD ADDR=10.0.0.1'])(
  'a stranger’s %s is refused and its address stays',
  async line => {
    const { greeted, refused } = await startServer()
    const client = await greeted()
    expect(await client.say(line)).toMatch(/^502 /)
    expect(refused[0]).toMatchObject({ reason: 'forbidden-command', session: { remoteAddress: '127.0.0.1' } })
  },
)

test('a trusted proxy must name the client before anything else', async () => {
  const { port, refused } = await startServer({ trustedProxies: address => address === '127.0.0.1' })
  const proxied = await openClient(port)
  proxied.write('PROXY TCP6 2001:db8::9 ::1 4711 25\r\n')
  expect(await proxied.reply()).toMatch(/^220 /)
  await proxied.say('XCLIENT x')
  expect(refused[0]?.session).toMatchObject({ remoteAddress: '2001:db8::9', remotePort: 4711 })
  const bare = await openClient(port)
  bare.write('EHLO x\r\n')
  expect(await bare.rest()).toEqual(['554 5.5.0 Expected a PROXY header'])
})

test('a browser’s request ends the connection at its first line', async () => {
  const { port, messages, reasons } = await startServer()
  const client = await openClient(port)
  await client.reply()
  client.write('POST / HTTP/1.1\r\nEHLO x\r\nMAIL FROM:<a@example.com>\r\n')
  expect(await client.rest()).toEqual(['554 5.5.0 This is an SMTP server'])
  expect(messages).toHaveLength(0)
  expect(reasons()).toEqual(['not-smtp'])
})

test('a handler that throws costs a 451, not the mail nor the connection', async () => {
  const { greeted, refused } = await startServer({
    handler: { data: () => Promise.reject(new Error('disk')) },
  })
  const client = await greeted()
  await beginData(client)
  expect(await client.say('text\r\n.')).toBe('451 4.3.0 Temporary failure, try again later')
  expect(refused[0]).toMatchObject({ reason: 'handler-failed', details: { error: new Error('disk') } })
  expect(await client.say('NOOP')).toMatch(/^250 /)
})

test('text of a handler cannot start a line of its own', async () => {
  const { greeted } = await startServer({
    handler: { mail: () => ({ code: 550, enhanced: '5.7.1', text: 'no\r\n250 yes' }) },
  })
  const client = await greeted()
  expect(await client.say('MAIL FROM:<a@example.com>')).toBe('550 5.7.1 no??250 yes')
})

test('a handler’s 421 ends the connection', async () => {
  const { greeted } = await startServer({
    handler: { mail: () => ({ code: 421, enhanced: '4.3.2', text: 'Later' }) },
  })
  const client = await greeted()
  client.write('MAIL FROM:<a@example.com>\r\nNOOP\r\n')
  expect(await client.rest()).toEqual(['421 4.3.2 Later'])
})

test('a client that leaves within DATA has sent nothing', async () => {
  const gone = Promise.withResolvers<RefusedDetails>()
  const { greeted, messages } = await startServer({
    handler: {
      refused: (_session, reason, details) => (reason === 'client-gone' ? gone.resolve(details) : undefined),
    },
  })
  const client = await greeted()
  await beginData(client)
  client.write('nine tenths of it\r\n.\r')
  client.socket().end()
  expect((await gone.promise).transaction?.recipients).toHaveLength(1)
  expect(messages).toHaveLength(0)
})

test('a client that leaves between the final dot and the reply has sent its message once', async () => {
  const entered = Promise.withResolvers<void>()
  const verdict = Promise.withResolvers<void>()
  let deliveries = 0
  const { greeted, server } = await startServer({
    handler: {
      data: async () => {
        deliveries++
        entered.resolve()
        await verdict.promise
        return stored
      },
    },
  })
  const client = await greeted()
  await beginData(client)
  client.write('text\r\n.\r\n')
  await entered.promise
  client.socket().resetAndDestroy()
  verdict.resolve()
  await server.close(1000)
  expect(deliveries).toBe(1)
})

test('a client that half-closes after its last command still gets every reply', async () => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  await beginData(client)
  client.socket().end('text\r\n.\r\nQUIT\r\n')
  expect(await client.rest()).toEqual(['250 2.0.0 Stored', '221 2.0.0 Bye'])
  expect(messages).toHaveLength(1)
})
