import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseProxyHeader } from './proxy-header.ts'

const SIGNATURE = '\r\n\r\n\0\r\nQUIT\n'

function v2(command: number, family: number, addresses: number[]): Buffer {
  const fixed = Buffer.from([0x20 | command, family, addresses.length >> 8, addresses.length & 0xff])
  return Buffer.concat([Buffer.from(SIGNATURE, 'latin1'), fixed, Buffer.from(addresses)])
}

test('version 1 names the client', () => {
  const line = 'PROXY TCP4 192.0.2.9 198.51.100.1 56324 25\r\n'
  expect(parseProxyHeader(Buffer.from(`${line}EHLO x`))).toEqual({
    kind: 'header',
    length: line.length,
    client: { address: '192.0.2.9', port: 56324 },
  })
  expect(parseProxyHeader(Buffer.from('PROXY TCP6 2001:db8::1 ::1 1 25\r\n'))).toMatchObject({
    client: { address: '2001:db8::1', port: 1 },
  })
  expect(parseProxyHeader(Buffer.from('PROXY UNKNOWN\r\n'))).toMatchObject({ kind: 'header', client: null })
})

test('version 2 names the client and skips what it does not know', () => {
  const v4 = v2(1, 0x11, [192, 0, 2, 9, 127, 0, 0, 1, 0x12, 0x34, 0, 25, 9, 9, 9])
  expect(parseProxyHeader(v4)).toEqual({
    kind: 'header',
    length: v4.length,
    client: { address: '192.0.2.9', port: 0x1234 },
  })
  const source = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
  expect(parseProxyHeader(v2(1, 0x21, [...source, ...source, 0, 1, 0, 25]))).toMatchObject({
    client: { address: '2001:db8:0:0:0:0:0:1', port: 1 },
  })
  expect(parseProxyHeader(v2(0, 0, []))).toMatchObject({ kind: 'header', client: null })
})

test.each([
  'EHLO x\r\n',
  'PROXY TCP4 192.0.2.999 198.51.100.1 1 25\r\n',
  'PROXY TCP4 2001:db8::1 ::1 1 25\r\n',
  'PROXY TCP4 192.0.2.9 198.51.100.1 70000 25\r\n',
  'PROXY UDP4 192.0.2.9 198.51.100.1 1 25\r\n',
  'PROXY TCP6 fe80::1%eth0 ::1 1 25\r\n',
  `PROXY TCP4 ${' '.repeat(120)}`,
])('%j is refused', text => {
  expect(parseProxyHeader(Buffer.from(text))).toEqual({ kind: 'invalid' })
})

test('version 2 with a short address block, an odd family or a wrong version is refused', () => {
  expect(parseProxyHeader(v2(1, 0x11, [1, 2, 3]))).toEqual({ kind: 'invalid' })
  expect(parseProxyHeader(v2(1, 0x31, Array<number>(216).fill(0)))).toEqual({ kind: 'invalid' })
  expect(parseProxyHeader(v2(5, 0x11, []))).toEqual({ kind: 'invalid' })
})

test('every beginning of a header waits for the rest', () => {
  const headers = [
    Buffer.from('PROXY TCP4 192.0.2.9 198.51.100.1 1 25\r\n'),
    v2(1, 0x11, Array<number>(12).fill(1)),
  ]
  fc.assert(
    fc.property(fc.constantFrom(...headers), fc.nat(), (header, cut) => {
      const part = header.subarray(0, cut % header.length)
      expect(parseProxyHeader(part)).toEqual({ kind: 'incomplete' })
    }),
  )
})
