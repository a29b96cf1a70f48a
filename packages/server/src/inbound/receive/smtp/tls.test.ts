import { once } from 'node:events'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { headerV2, openBehind } from '../../../testing/balancer-client.ts'
import { beginData, openClient, startServer, testCertificate } from './testing/test-client.ts'

const context = testCertificate()
const tls = () => context

test('after STARTTLS nothing said before counts, and mail goes through encrypted', async () => {
  const protocols: string[] = []
  const { greeted, messages } = await startServer({
    tls,
    handler: {
      mail: session => {
        protocols.push(session.protocol, session.tls?.protocol ?? '')
        return null
      },
    },
  })
  const client = await greeted()
  expect(await client.say('EHLO client.test')).toContain('STARTTLS')
  expect(await client.say('STARTTLS')).toBe('220 2.0.0 Ready to start TLS')
  await client.startTls()
  expect(await client.say('MAIL FROM:<a@example.com>')).toMatch(/^503 /)
  expect(await client.say('EHLO client.test')).not.toContain('STARTTLS')
  await beginData(client)
  client.write(`${'x'.repeat(70)}\r\n`.repeat(5000))
  expect(await client.say('.')).toBe('250 2.0.0 Stored')
  expect(messages[0]?.raw).toHaveLength(72 * 5000)
  expect(protocols).toEqual(['ESMTPS', 'TLSv1.3'])
  expect(await client.say('QUIT')).toMatch(/^221 /)
  expect(await client.reply()).toBe('closed')
})

test('commands sent in the clear behind STARTTLS are never run', async () => {
  const { greeted, reasons } = await startServer({ tls })
  const client = await greeted()
  client.write('STARTTLS\r\nEHLO injected\r\nMAIL FROM:<evil@example.com>\r\n')
  expect(await client.rest()).toEqual(['554 5.5.0 You must wait for my reply'])
  expect(reasons()).toEqual(['tls-injection'])
})

test('STARTTLS is refused twice, within a transaction, with an argument, and before a greeting', async () => {
  const { greeted, port } = await startServer({ tls })
  const early = await openClient(port)
  await early.reply()
  expect(await early.say('STARTTLS')).toMatch(/^503 /)
  const client = await greeted()
  expect(await client.say('STARTTLS now')).toMatch(/^501 /)
  await client.say('MAIL FROM:<a@example.com>')
  expect(await client.say('STARTTLS')).toMatch(/^503 /)
  await client.say('RSET')
  await client.say('STARTTLS')
  await client.startTls()
  await client.say('EHLO client.test')
  expect(await client.say('STARTTLS')).toMatch(/^503 /)
})

test('a PROXY header comes before TLS, also in one piece with its beginning', async () => {
  const { port, refused } = await startServer({ tls, implicitTls: true, trustedProxies: () => true })
  const client = await openBehind({ port, header: headerV2('203.0.113.9'), from: '127.0.0.1', tls: true })
  expect(await client.line()).toMatch(/^220 /)
  expect(await client.say('XCLIENT x')).toMatch(/^502 /)
  expect(refused[0]?.session).toMatchObject({ remoteAddress: '203.0.113.9', tls: { protocol: 'TLSv1.3' } })
  client.close()
  const bare = await openBehind({ port, header: '', from: '127.0.0.1', tls: true })
  expect(await bare.line()).toBe('closed')
})

test('without a certificate STARTTLS is neither offered nor possible', async () => {
  const { greeted } = await startServer()
  const client = await greeted()
  expect(await client.say('EHLO client.test')).not.toContain('STARTTLS')
  expect(await client.say('STARTTLS')).toMatch(/^454 4\.7\.0/)
})

test('garbage instead of a handshake frees the connection', async () => {
  const { greeted, reasons, server } = await startServer({ tls })
  const client = await greeted()
  await client.say('STARTTLS')
  client.write('this is no handshake at all\r\n')
  // The answer is a TLS alert and not a reply; only the end matters.
  await once(client.socket(), 'close')
  await expect.poll(() => server.connections()).toBe(0)
  expect(reasons()).toEqual(['tls-handshake'])
})

test('a handshake never finished frees the connection after its time', async () => {
  const { greeted, reasons, server } = await startServer({ tls, limits: { handshakeMs: 60 } })
  const client = await greeted()
  await client.say('STARTTLS')
  expect(await client.reply()).toBe('closed')
  await expect.poll(() => server.connections()).toBe(0)
  expect(reasons()).toEqual(['tls-handshake'])
})

test('with implicit TLS the banner comes encrypted and silence is cut off', async () => {
  const { port } = await startServer({ tls, implicitTls: true })
  const client = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, servername: 'mx.test' })
  const [banner] = (await once(client, 'data')) as [Buffer]
  expect(banner.toString()).toBe('220 mx.test ESMTP ready\r\n')
  client.destroy()
  const hasty = await startServer({ tls, implicitTls: true, limits: { handshakeMs: 50 } })
  const silent = await openClient(hasty.port)
  expect(await silent.reply()).toBe('closed')
  await expect.poll(hasty.reasons).toEqual(['tls-handshake'])
})

test('a new certificate is used from the next handshake on', async () => {
  let current = context
  const { port } = await startServer({ tls: () => current, implicitTls: true })
  const fingerprint = async (): Promise<string> => {
    const client = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(client, 'secureConnect')
    const print = client.getPeerCertificate().fingerprint256
    client.destroy()
    return print
  }
  const before = await fingerprint()
  expect(await fingerprint()).toBe(before)
  current = testCertificate()
  expect(await fingerprint()).not.toBe(before)
})
