import { expect, test } from 'vitest'
import { startServer, testCertificate } from '../inbound/receive/smtp/testing/test-client.ts'
import { probeTls } from './probe-tls.ts'

test('a port that was looked at holds no connection afterwards, so that it closes at once', async () => {
  const context = testCertificate()
  const { server, port, reasons } = await startServer({ tls: () => context })
  const target = { port, host: 'mx.example.com', timeoutMs: 10_000, header: '', roots: [] }
  expect(await probeTls(target)).toMatchObject({ verdict: 'untrusted', fault: 'selfSigned' })
  await expect.poll(() => server.connections()).toBe(0)
  expect(reasons()).not.toContain('tls-handshake')
})

test('a port without STARTTLS, and one where nobody listens, are told apart', async () => {
  const { server, port } = await startServer()
  const target = { port, host: 'mx.example.com', timeoutMs: 10_000, header: '', roots: [] }
  expect(await probeTls(target)).toMatchObject({ verdict: 'untrusted', fault: 'noTls' })
  await server.close(5000)
  expect(await probeTls(target)).toMatchObject({ verdict: 'unreachable' })
})
