import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signMessage, type TsigKey, verifyAnswer } from './tsig.ts'
import {
  classes,
  dataBytes,
  dataText,
  messageBytes,
  nameBytes,
  opcodes,
  type RecordType,
  readMessage,
  types,
  WireError,
} from './wire.ts'

const key: TsigKey = {
  name: 'owner',
  algorithm: 'hmac-sha256',
  secret: Buffer.from('a secret of some length'),
}
const seconds = 1_700_000_000

const sample = messageBytes({
  id: 7,
  opcode: opcodes.update,
  question: { name: 'example.com', type: types.SOA },
  prerequisites: [
    { name: 'a.example.com', type: types.TXT, class: classes.NONE, ttl: 0, data: Buffer.alloc(0) },
  ],
  updates: [
    { name: 'a.example.com', type: types.TXT, class: classes.IN, ttl: 600, data: dataBytes('TXT', 'text') },
    {
      name: 'example.com',
      type: types.MX,
      class: classes.IN,
      ttl: 600,
      data: dataBytes('MX', '10 mx.example.com'),
    },
  ],
})

describe('DNS messages', () => {
  it('are read as they were written', () => {
    const message = readMessage(sample)
    expect(message).toMatchObject({ id: 7, opcode: opcodes.update, rcode: 0 })
    expect(message.authority.map(record => dataText(record.type, record.data))).toEqual([
      'text',
      '10 mx.example.com',
    ])
  })

  it.each([
    ['TXT', `v=DKIM1; p=${'A'.repeat(600)}`],
    ['TXT', ''],
    ['MX', '0 '],
    ['SRV', '0 1 465 mx.example.com'],
    ['CNAME', 'www.example.com'],
    ['A', '1.2.3.4'],
    ['AAAA', '2001:db8:0:0:0:0:0:1'],
  ] as [RecordType, string][])('keep the data of %s', (type, value) => {
    expect(dataText(types[type], dataBytes(type, value))).toBe(value)
  })

  it('never hang and fail only in one way, whatever the bytes', () => {
    const readable = (bytes: Buffer): boolean => {
      try {
        readMessage(bytes)
        return true
      } catch (cause) {
        if (!(cause instanceof WireError)) throw cause
        return false
      }
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), bytes => void readable(Buffer.from(bytes))),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(fc.nat(sample.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(sample)
        changed[at] = byte
        readable(changed)
      }),
      { numRuns: 500 },
    )
    for (let cut = 0; cut < sample.length; cut++) expect(readable(sample.subarray(0, cut))).toBe(false)
    // Names that point at themselves, point forward, or claim more bytes than there are.
    const header = Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    for (const name of [
      [0xc0, 12],
      [0xc0, 40],
      [63, 1],
      [0x80, 1],
    ])
      expect(readable(Buffer.concat([header, Buffer.from(name), Buffer.alloc(4)]))).toBe(false)
  })

  it('fail in the same way over data that ends early', () => {
    for (const type of [types.TXT, types.MX, types.SRV, types.CNAME])
      expect(() => dataText(type, Buffer.from([5, 1]))).toThrow(WireError)
  })

  it('may be copied whole into the answer to an update, with records that have no data', () => {
    const asked = [types.MX, types.A, types.TXT].map(type => ({
      name: 'a.example.com',
      type,
      class: classes.ANY,
      ttl: 0,
      data: Buffer.alloc(0),
    }))
    const question = { name: 'example.com', type: types.SOA }
    const copied = messageBytes({ id: 7, opcode: opcodes.update, question, prerequisites: asked })
    const read = readMessage(signMessage(copied, key, seconds).bytes)
    expect(read.answers.map(record => record.data.length)).toEqual([0, 0, 0])
    expect(read.additional.at(-1)?.type).toBe(types.TSIG)
  })

  it('refuse names that cannot be', () => {
    expect(() => nameBytes(`${'a'.repeat(64)}.com`)).toThrow(WireError)
    expect(() => nameBytes('a..com')).toThrow(WireError)
    expect(() => nameBytes('a.'.repeat(130))).toThrow(WireError)
  })

  it('are believed with the right signature, for the right question, at the right time, and otherwise not', () => {
    const request = signMessage(sample, key, seconds)
    // An answer's signature also covers the request's signature; this one was signed without it.
    expect(verifyAnswer(request.bytes, key, request.mac, seconds)).toBe('bad')
    expect(verifyAnswer(sample, key, request.mac, seconds)).toBe('unsigned')
    const other = { ...key, secret: Buffer.from('another secret') }
    expect(verifyAnswer(signMessage(sample, other, seconds).bytes, key, request.mac, seconds)).toBe('bad')
  })
})
