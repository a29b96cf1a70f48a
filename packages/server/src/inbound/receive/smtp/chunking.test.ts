import { expect, test } from 'vitest'
import { startServer, type TestClient } from './testing/test-client.ts'

async function envelope(client: TestClient): Promise<void> {
  await client.say('MAIL FROM:<a@example.com>')
  await client.say('RCPT TO:<b@example.net>')
}

test('chunks make one message, also when everything is pipelined and a line break is split', async () => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  client.write(
    'MAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.net>\r\nBDAT 5\r\nabcd\rBDAT 7\r\n\n.\r\nefgBDAT 0 LAST\r\nNOOP\r\n',
  )
  expect(await client.reply()).toMatch(/^250 2\.1\.0/)
  expect(await client.reply()).toMatch(/^250 2\.1\.5/)
  expect(await client.reply()).toBe('250 2.0.0 5 octets received')
  expect(await client.reply()).toBe('250 2.0.0 7 octets received')
  expect(await client.reply()).toBe('250 2.0.0 Stored')
  expect(await client.reply()).toBe('250 2.0.0 OK')
  expect(messages.map(message => message.raw.toString())).toEqual(['abcd\r\n.\r\nefg'])
})

test.each([
  ['a bare LF', 'a\nb\r\n', 'bare-lf'],
  ['a bare CR at the very end', 'ab\r', 'bare-cr'],
  ['a NUL', 'a\0b\r\n', 'nul-octet'],
])('%s in a chunk spoils the message', async (_name, text, reason) => {
  const { greeted, messages, reasons } = await startServer()
  const client = await greeted()
  await envelope(client)
  client.write(`BDAT ${text.length} LAST\r\n${text}`)
  expect(await client.reply()).toMatch(/^550 5\.6\./)
  expect(messages).toHaveLength(0)
  expect(reasons()).toEqual([reason])
})

test('after a spoiled chunk the others are taken and refused until RSET', async () => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  await envelope(client)
  client.write('BDAT 3\r\na\nb')
  expect(await client.reply()).toMatch(/^550 /)
  client.write('BDAT 6 LAST\r\nQUIT\r\n')
  expect(await client.reply()).toMatch(/^503 /)
  expect(await client.say('RSET')).toMatch(/^250 /)
  await envelope(client)
  client.write('BDAT 3 LAST\r\nc\r\n')
  expect(await client.reply()).toBe('250 2.0.0 Stored')
  expect(messages).toHaveLength(1)
})

test('octets of a chunk without a transaction are swallowed, never run', async () => {
  const { greeted } = await startServer()
  const client = await greeted()
  client.write('BDAT 6 LAST\r\nQUIT\r\nNOOP\r\n')
  expect(await client.reply()).toMatch(/^503 5\.5\.1/)
  expect(await client.reply()).toMatch(/^250 /)
})

test('a second LAST finds no message', async () => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  await envelope(client)
  client.write('BDAT 3 LAST\r\na\r\nBDAT 3 LAST\r\nb\r\n')
  expect(await client.reply()).toBe('250 2.0.0 Stored')
  expect(await client.reply()).toMatch(/^503 /)
  expect(messages).toHaveLength(1)
})

test.each(['x', '-5', '', '5 LAST LAST', '5 FIRST'])(
  'BDAT %j has no length to go by, so the connection ends',
  async argument => {
    const { greeted, messages, reasons } = await startServer()
    const client = await greeted()
    await envelope(client)
    client.write(`BDAT ${argument}\r\nQUIT\r\nNOOP\r\n`)
    expect(await client.rest()).toEqual(['501 5.5.4 Syntax: BDAT octets [LAST]'])
    expect(messages).toHaveLength(0)
    expect(reasons()).toEqual(['syntax'])
  },
)

test('more octets than announced are no part of the message', async () => {
  const { greeted, messages } = await startServer()
  const client = await greeted()
  await envelope(client)
  client.write('BDAT 3 LAST\r\na\r\nsurplus\r\n')
  expect(await client.reply()).toBe('250 2.0.0 Stored')
  expect(await client.reply()).toMatch(/^500 /)
  expect(messages[0]?.raw.toString()).toBe('a\r\n')
})

test('fewer octets than announced never become a message', async () => {
  const { greeted, messages, reasons } = await startServer({ limits: { dataPauseMs: 100 } })
  const client = await greeted()
  await envelope(client)
  client.write('BDAT 100 LAST\r\nonly this\r\n')
  expect(await client.rest()).toEqual(['421 4.4.2 Timed out, closing connection'])
  expect(messages).toHaveLength(0)
  expect(reasons()).toEqual(['data-timeout'])
})

test('DATA, RCPT and MAIL have no place among chunks', async () => {
  const { greeted } = await startServer()
  const client = await greeted()
  await envelope(client)
  client.write('BDAT 3\r\na\r\n')
  await client.reply()
  expect(await client.say('MAIL FROM:<c@example.com>')).toMatch(/^503 /)
  expect(await client.say('RCPT TO:<c@example.com>')).toMatch(/^503 /)
  expect(await client.say('DATA')).toMatch(/^503 /)
})

test('chunks over the limit together are refused, a hopeless one at once', async () => {
  const { greeted, messages, reasons } = await startServer({ limits: { messageBytes: 10, swallowBytes: 20 } })
  const client = await greeted()
  await envelope(client)
  client.write('BDAT 8\r\nabcdef\r\n')
  expect(await client.reply()).toMatch(/^250 /)
  client.write('BDAT 8 LAST\r\nabcdef\r\n')
  expect(await client.reply()).toBe('552 5.3.4 Message is larger than the limit')
  await envelope(client)
  client.write('BDAT 31\r\nNOOP\r\n')
  expect(await client.rest()).toEqual(['552 5.3.4 Message is larger than the limit'])
  expect(messages).toHaveLength(0)
  expect(reasons()).toEqual(['message-too-big', 'message-too-big'])
})
