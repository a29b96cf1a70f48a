import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { makeSelfSigned } from './self-signed.ts'

function openssl(args: string[], input: string): string {
  return execFileSync('openssl', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })
}

test('a TLS client that trusts the certificate finishes the handshake and verifies the name', async () => {
  const { key, cert } = makeSelfSigned({ hostname: 'mx.example.com' })
  const server = createServer({ key, cert }, socket => socket.end('hello'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', ca: cert, servername: 'mx.example.com' })
  await once(client, 'secureConnect')
  expect(client.authorized).toBe(true)
  client.destroy()
  server.close()
})

test('openssl reads, verifies and describes the certificate', () => {
  const { cert } = makeSelfSigned({
    hostname: 'mx.example.com',
    now: new Date('2026-03-01T00:00:00Z'),
    days: 30,
  })
  const text = openssl(['x509', '-noout', '-text', '-startdate', '-enddate'], cert)
  expect(text).toContain('Version: 3')
  expect(text).toContain('ecdsa-with-SHA256')
  expect(text).toContain('prime256v1')
  expect(text).toContain('DNS:mx.example.com')
  expect(text).toContain('TLS Web Server Authentication')
  expect(text).toContain('CA:FALSE')
  expect(text).toContain('notBefore=Feb 28 00:00:00 2026 GMT')
  expect(text).toContain('notAfter=Mar 31 00:00:00 2026 GMT')
})

test('the signature is by the certificate’s own key', () => {
  const { key, cert } = makeSelfSigned({ hostname: 'mx.example.com' })
  const certificate = new X509Certificate(cert)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.issuer).toBe(certificate.subject)
  expect(openssl(['pkey', '-pubout'], key)).toBe(openssl(['x509', '-pubkey', '-noout'], cert))
})

test.each([
  ['192.0.2.7', 'IP Address:192.0.2.7'],
  ['2001:db8::7', 'IP Address:2001:DB8:0:0:0:0:0:7'],
])('the address %s becomes an address and not a name', (hostname, expected) => {
  expect(new X509Certificate(makeSelfSigned({ hostname }).cert).subjectAltName).toContain(expected)
})

test('a name longer than a common name may be is whole among the alternative names', () => {
  const hostname = `${'a'.repeat(60)}.${'b'.repeat(60)}.example`
  const certificate = new X509Certificate(makeSelfSigned({ hostname }).cert)
  expect(certificate.checkHost(hostname)).toBe(hostname)
})

test('a certificate that ends after 2049 is dated in the long form', () => {
  const { cert } = makeSelfSigned({ hostname: 'x.example', now: new Date('2049-12-30T00:00:00Z'), days: 30 })
  expect(openssl(['x509', '-noout', '-enddate'], cert)).toContain('Jan 29 00:00:00 2050 GMT')
})

test('two certificates never share a serial number', () => {
  const serials = new Set(
    Array.from(
      { length: 20 },
      () => new X509Certificate(makeSelfSigned({ hostname: 'x.example' }).cert).serialNumber,
    ),
  )
  expect(serials.size).toBe(20)
})
