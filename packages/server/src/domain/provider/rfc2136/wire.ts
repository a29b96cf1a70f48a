/**
 * Writes and reads DNS messages (RFC 1035, section 4; RFC 2136, section 2), as far as an update and its
 * questions need them. The library encodes names and the data of records. This module assembles the records,
 * because the library knows neither the class NONE nor records without data, which express conditions and
 * removals, and because it trusts the data of a record more than its length. Reading trusts nothing: every
 * length is checked, and leftover bytes are an error.
 */
import { isIP } from 'node:net'
import * as dnsPacket from 'dns-packet'

/** The library has these, but its types do not name them. */
declare module 'dns-packet' {
  const name: {
    encode(name: string): Buffer
    decode: { (message: Buffer, offset: number): string; readonly bytes: number }
  }
  /** Encodes the data of a record with its length in front. */
  function record(type: string): { encode(data: unknown): Buffer; decode(bytes: Buffer): unknown }
}

export const types = {
  A: 1,
  CNAME: 5,
  SOA: 6,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  TSIG: 250,
} as const
export type RecordType = keyof typeof types
export const classes = { IN: 1, NONE: 254, ANY: 255 } as const

export const opcodes = { query: 0, update: 5 } as const

export type WireRecord = {
  readonly name: string
  readonly type: number
  readonly class: number
  readonly ttl: number
  readonly data: Buffer
}

export type WireMessage = {
  readonly id: number
  readonly opcode: number
  readonly rcode: number
  readonly answers: readonly WireRecord[]
  readonly authority: readonly WireRecord[]
  readonly additional: readonly WireRecord[]
  /** The beginning of the last record; a signature is always the last. */
  readonly lastAt: number
}

export class WireError extends Error {}

const headerBytes = 12
const maxName = 255
const maxString = 255

export const u16 = (value: number): Buffer => Buffer.from([(value >> 8) & 255, value & 255])

/** Names are never compressed: RFC 2136 allows it, but prerequisites are compared byte by byte. */
export function nameBytes(name: string): Buffer {
  const plain = name.replace(/\.$/, '').toLowerCase()
  const labels = plain === '' ? [] : plain.split('.')
  const fits = labels.every(label => label !== '' && Buffer.byteLength(label) <= 63)
  const bytes = fits ? dnsPacket.name.encode(plain === '' ? '.' : plain) : null
  if (bytes === null || bytes.length > maxName) throw new WireError('bad name')
  return bytes
}

function readName(message: Buffer, at: number): { name: string; end: number } {
  try {
    const name = dnsPacket.name.decode(message, at).toLowerCase()
    return { name: name === '.' ? '' : name, end: at + dnsPacket.name.decode.bytes }
  } catch (cause) {
    throw new WireError('bad name', { cause })
  }
}

function stringsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text, 'utf8')
  const count = Math.max(1, Math.ceil(bytes.length / maxString))
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * maxString, (at + 1) * maxString))
}

/** Encodes the data of a record from its written form. */
export function dataBytes(type: RecordType, value: string): Buffer {
  const parts = value.split(' ')
  switch (type) {
    case 'TXT':
      return dnsPacket.record(type).encode(stringsOf(value)).subarray(2)
    case 'MX':
      return Buffer.concat([u16(Number(parts[0])), nameBytes(parts[1] ?? '')])
    case 'SRV':
      return Buffer.concat([...parts.slice(0, 3).map(part => u16(Number(part))), nameBytes(parts[3] ?? '')])
    case 'CNAME':
      return nameBytes(value)
    case 'A':
    case 'AAAA':
      if (isIP(value) !== (type === 'A' ? 4 : 6)) throw new WireError('bad address')
      return dnsPacket.record(type).encode(value).subarray(2)
    default:
      throw new WireError(`no way to write ${type}`)
  }
}

/** Writes out names inside the data, because pointers mean nothing outside their message. */
function plainData(message: Buffer, type: number, start: number, size: number): Buffer {
  const before = type === types.MX ? 2 : type === types.SRV ? 6 : type === types.CNAME ? 0 : null
  if (before === null || size === 0) return Buffer.from(message.subarray(start, start + size))
  const { name, end } = readName(message, start + before)
  if (end > start + size) throw new WireError('data ends early')
  return Buffer.concat([message.subarray(start, start + before), nameBytes(name)])
}

function readRecord(message: Buffer, at: number): { record: WireRecord; end: number } {
  const { name, end } = readName(message, at)
  const start = end + 10
  if (start > message.length) throw new WireError('record ends early')
  const type = message.readUInt16BE(end)
  const size = message.readUInt16BE(end + 8)
  if (start + size > message.length) throw new WireError('data ends early')
  const record = {
    name,
    type,
    class: message.readUInt16BE(end + 2),
    ttl: message.readUInt32BE(end + 4),
    data: plainData(message, type, start, size),
  }
  return { record, end: start + size }
}

export function readMessage(message: Buffer): WireMessage {
  if (message.length < headerBytes) throw new WireError('no header')
  let at = headerBytes
  for (let left = message.readUInt16BE(4); left > 0; left--) {
    at = readName(message, at).end + 4
    if (at > message.length) throw new WireError('question ends early')
  }
  let lastAt = at
  const section = (count: number): WireRecord[] => {
    const records: WireRecord[] = []
    for (let left = count; left > 0; left--) {
      lastAt = at
      const { record, end } = readRecord(message, at)
      records.push(record)
      at = end
    }
    return records
  }
  const answers = section(message.readUInt16BE(6))
  const authority = section(message.readUInt16BE(8))
  const additional = section(message.readUInt16BE(10))
  if (at !== message.length) throw new WireError('more than was announced')
  const flags = message.readUInt16BE(2)
  return {
    id: message.readUInt16BE(0),
    opcode: (flags >> 11) & 15,
    rcode: flags & 15,
    answers,
    authority,
    additional,
    lastAt,
  }
}

function readText(type: number, data: Buffer): string | null {
  switch (type) {
    case types.TXT:
      return Buffer.concat(
        dnsPacket.record('TXT').decode(Buffer.concat([u16(data.length), data])) as Buffer[],
      ).toString('utf8')
    case types.MX:
      return `${data.readUInt16BE(0)} ${readName(data, 2).name}`
    case types.SRV:
      return `${data.readUInt16BE(0)} ${data.readUInt16BE(2)} ${data.readUInt16BE(4)} ${readName(data, 6).name}`
    case types.CNAME:
      return readName(data, 0).name
    case types.A:
      return [...data].join('.')
    case types.AAAA:
      return (data.toString('hex').match(/.{4}/g) ?? []).map(part => part.replace(/^0{1,3}/, '')).join(':')
    default:
      return null
  }
}

/** Returns the data of a record in its written form; null for types that we do not change. */
export function dataText(type: number, data: Buffer): string | null {
  try {
    return readText(type, data)
  } catch (cause) {
    throw new WireError('bad data', { cause })
  }
}

export function recordBytes(record: WireRecord): Buffer {
  const ttl = Buffer.alloc(4)
  ttl.writeUInt32BE(record.ttl)
  return Buffer.concat([
    nameBytes(record.name),
    u16(record.type),
    u16(record.class),
    ttl,
    u16(record.data.length),
    record.data,
  ])
}

/** The question and the zone section have the same form (RFC 2136, section 2.3). */
export function messageBytes(message: {
  id: number
  opcode: number
  question: { name: string; type: number }
  prerequisites?: readonly WireRecord[]
  updates?: readonly WireRecord[]
}): Buffer {
  const { id, opcode, question, prerequisites = [], updates = [] } = message
  const header = dnsPacket.encode({ id, flags: opcode << 11 })
  for (const [at, count] of [1, prerequisites.length, updates.length].entries())
    header.writeUInt16BE(count, 4 + 2 * at)
  const asked = [nameBytes(question.name), u16(question.type), u16(classes.IN)]
  return Buffer.concat([header, ...asked, ...[...prerequisites, ...updates].map(recordBytes)])
}
