import { expect, test } from 'vitest'
import { beginData, openClient, startServer } from './testing/test-client.ts'

test('LMTP greets with LHLO only', async () => {
  const { port } = await startServer({ protocol: 'lmtp' })
  const client = await openClient(port)
  expect(await client.reply()).toBe('220 mx.test LMTP ready')
  expect(await client.say('EHLO x.example')).toMatch(/^500 /)
  expect(await client.say('HELO x.example')).toMatch(/^500 /)
  expect(await client.say('LHLO x.example')).toContain('ENHANCEDSTATUSCODES')
})

test('every accepted recipient has a reply of its own', async () => {
  const { greeted } = await startServer({
    protocol: 'lmtp',
    handler: {
      data: (_session, { envelope }) =>
        Promise.resolve(
          envelope.recipients.map(to =>
            to.localPart === 'full'
              ? { code: 452, enhanced: '4.2.2', text: 'Mailbox full' }
              : { code: 250, enhanced: '2.1.5', text: `Stored for ${to.address}` },
          ),
        ),
    },
  })
  const client = await greeted()
  await beginData(client, ['b@example.net', 'unknown@example.net', 'full@example.net', 'c@example.net'])
  expect(await client.say('text\r\n.')).toBe('250 2.1.5 Stored for b@example.net')
  expect(await client.reply()).toBe('452 4.2.2 Mailbox full')
  expect(await client.reply()).toBe('250 2.1.5 Stored for c@example.net')
  expect(await client.say('NOOP')).toBe('250 2.0.0 OK')
})

test('one reply of the handler, and a spoiled message, count for every recipient', async () => {
  const { greeted, reasons } = await startServer({ protocol: 'lmtp' })
  const client = await greeted()
  await beginData(client, ['b@example.net', 'c@example.net'])
  client.write('text\r\n.\r\nNOOP\r\n')
  for (const expected of ['250 2.0.0 Stored', '250 2.0.0 Stored', '250 2.0.0 OK']) {
    expect(await client.reply()).toBe(expected)
  }
  await beginData(client, ['b@example.net', 'c@example.net'])
  client.write('te\nxt\r\n.\r\nNOOP\r\n')
  expect(await client.reply()).toMatch(/^550 5\.6\.11/)
  expect(await client.reply()).toMatch(/^550 5\.6\.11/)
  expect(await client.reply()).toBe('250 2.0.0 OK')
  expect(reasons()).toEqual(['bare-lf'])
})

test('a handler with the wrong number of replies has failed', async () => {
  for (const protocol of ['lmtp', 'smtp'] as const) {
    const { greeted, reasons } = await startServer({ protocol, handler: { data: () => Promise.resolve([]) } })
    const client = await greeted()
    await beginData(client)
    expect(await client.say('text\r\n.')).toMatch(/^451 4\.3\.0/)
    expect(reasons()).toEqual(['handler-failed'])
  }
})
