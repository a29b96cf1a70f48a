/**
 * DNS messages, written and read (RFC 1035, section 4; RFC 2136, section 2), as far as an update and the questions
 * around it need them. Reading believes nothing: every length is checked, a name that points forward or in circles is
 * an error, and so is anything left over.
 */
import { isIPv4, isIPv6 } from 'node:net'

export const types = {
  A: 1,
  CNAME: 5,
  SOA: 6,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  TSIG: 250,
  ANY: 255,
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
  /** Where the last record begins; a signature is always the last. */
  readonly lastAt: number
}

export class WireError extends Error {}

const maxJumps = 20
const maxName = 255

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** Never compressed: RFC 2136 allows it, and prerequisites are compared byte by byte. */
export function nameBytes(name: string): Buffer {
  const labels = name === '' || name === '.' ? [] : name.replace(/\.$/, '').toLowerCase().split('.')
  const parts = labels.map(label => {
    const bytes = Buffer.from(label, 'latin1')
    if (bytes.length === 0 || bytes.length > 63) throw new WireError('bad label')
    return Buffer.concat([Buffer.from([bytes.length]), bytes])
  })
  const all = Buffer.concat([...parts, Buffer.from([0])])
  if (all.length > maxName) throw new WireError('name too long')
  return all
}

const textBytes = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'utf8')
  const strings: Buffer[] = []
  for (let at = 0; at === 0 || at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255)
    strings.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat(strings)
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  if (!isIPv6(address)) throw new WireError('bad address')
  const [head = '', tail] = address.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const before = groups(head)
  const after = groups(tail)
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return Buffer.concat([...before, ...zeros, ...after].map(group => u16(Number.parseInt(group, 16))))
}

/** The data of a record from the way people write it. */
export function dataBytes(type: RecordType, value: string): Buffer {
  const parts = value.split(' ')
  switch (type) {
    case 'TXT':
      return textBytes(value)
    case 'MX':
      return Buffer.concat([u16(Number(parts[0])), nameBytes(parts[1] ?? '')])
    case 'SRV':
      return Buffer.concat([...parts.slice(0, 3).map(part => u16(Number(part))), nameBytes(parts[3] ?? '')])
    case 'CNAME':
      return nameBytes(value)
    case 'A':
    case 'AAAA':
      return addressBytes(value)
    default:
      throw new WireError(`no way to write ${type}`)
  }
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  let end: number | null = null
  let length = 0
  for (let jumps = 0; ; ) {
    const size = message[at]
    if (size === undefined) throw new WireError('name ends early')
    if (size === 0) return { name: labels.join('.').toLowerCase(), end: end ?? at + 1 }
    if ((size & 0xc0) === 0xc0) {
      const target = ((size & 0x3f) << 8) | (message[at + 1] ?? 0)
      end ??= at + 2
      if (++jumps > maxJumps || target >= at) throw new WireError('bad pointer')
      at = target
      continue
    }
    if (size > 63) throw new WireError('bad label')
    length += size + 1
    if (length > maxName || at + 1 + size > message.length) throw new WireError('bad name')
    labels.push(message.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
}

/** Names inside the data are written out, since pointers mean nothing outside their message. */
function plainData(message: Buffer, type: number, start: number, size: number): Buffer {
  const before = type === types.MX ? 2 : type === types.SRV ? 6 : type === types.CNAME ? 0 : null
  if (before === null) return Buffer.from(message.subarray(start, start + size))
  const { name, end } = readName(message, start + before)
  if (end > start + size) throw new WireError('data ends early')
  return Buffer.concat([message.subarray(start, start + before), nameBytes(name)])
}

export function readMessage(message: Buffer): WireMessage {
  if (message.length < 12) throw new WireError('no header')
  let at = 12
  for (let left = message.readUInt16BE(4); left > 0; left--) {
    at = readName(message, at).end + 4
    if (at > message.length) throw new WireError('question ends early')
  }
  let lastAt = at
  const section = (count: number): WireRecord[] => {
    const records: WireRecord[] = []
    for (let left = count; left > 0; left--) {
      lastAt = at
      const { name, end } = readName(message, at)
      if (end + 10 > message.length) throw new WireError('record ends early')
      const type = message.readUInt16BE(end)
      const size = message.readUInt16BE(end + 8)
      const start = end + 10
      if (start + size > message.length) throw new WireError('data ends early')
      records.push({
        name,
        type,
        class: message.readUInt16BE(end + 2),
        ttl: message.readUInt32BE(end + 4),
        data: plainData(message, type, start, size),
      })
      at = start + size
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

/** The data of a record the way people write it; null for types that are not ours to change. */
export function dataText(type: number, data: Buffer): string | null {
  switch (type) {
    case types.TXT: {
      const strings: Buffer[] = []
      for (let at = 0; at < data.length; at += 1 + (data[at] ?? 0))
        strings.push(data.subarray(at + 1, at + 1 + (data[at] ?? 0)))
      return Buffer.concat(strings).toString('utf8')
    }
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

/** Question and zone section have the same form (RFC 2136, section 2.3). */
export function messageBytes(message: {
  id: number
  opcode: number
  question: { name: string; type: number }
  prerequisites?: readonly WireRecord[]
  updates?: readonly WireRecord[]
}): Buffer {
  const { prerequisites = [], updates = [] } = message
  const header = Buffer.alloc(12)
  header.writeUInt16BE(message.id, 0)
  header.writeUInt16BE(message.opcode << 11, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(prerequisites.length, 6)
  header.writeUInt16BE(updates.length, 8)
  return Buffer.concat([
    header,
    nameBytes(message.question.name),
    u16(message.question.type),
    u16(classes.IN),
    ...prerequisites.map(recordBytes),
    ...updates.map(recordBytes),
  ])
}
