/** Writes TNEF streams for tests (MS-OXTNEF), right ones and ones with parts that are wrong. */

export type TnefProperty = {
  id: number
  type: 'string8' | 'unicode' | 'binary' | 'object' | 'int32' | 'boolean' | 'time'
  value: string | number | Buffer
  /** The name of a named property: a number or a string. */
  name?: number | string
}

const types = {
  int32: 0x03,
  boolean: 0x0b,
  object: 0x0d,
  string8: 0x1e,
  unicode: 0x1f,
  time: 0x40,
  binary: 0x102,
} as const

export const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])

function valueBytes({ type, value }: TnefProperty): Buffer {
  if (Buffer.isBuffer(value)) return value
  return type === 'unicode' ? Buffer.from(`${value}\0`, 'utf16le') : Buffer.from(`${value}\0`, 'latin1')
}

function nameBytes(name: number | string | undefined): Buffer {
  if (name === undefined) return Buffer.alloc(0)
  const guid = Buffer.alloc(16, 7)
  if (typeof name === 'number') return Buffer.concat([guid, u32(0), u32(name)])
  const text = Buffer.from(`${name}\0`, 'utf16le')
  return Buffer.concat([guid, u32(1), u32(text.length), padded(text)])
}

export function propertyList(properties: readonly TnefProperty[]): Buffer {
  const written = properties.map(property => {
    const head = Buffer.concat([u16(types[property.type]), u16(property.id), nameBytes(property.name)])
    if (property.type === 'time') return Buffer.concat([head, Buffer.alloc(8)])
    if (typeof property.value === 'number') return Buffer.concat([head, u32(property.value)])
    const value = valueBytes(property)
    return Buffer.concat([head, u32(1), u32(value.length), padded(value)])
  })
  return Buffer.concat([u32(properties.length), ...written])
}

export function attribute(level: 1 | 2, id: number, value: Buffer): Buffer {
  const sum = value.reduce((total, byte) => (total + byte) & 0xffff, 0)
  return Buffer.concat([Buffer.from([level]), u32(id), u32(value.length), value, u16(sum)])
}

export type TnefFileForm = {
  title?: Buffer | string
  data?: Buffer | string
  properties?: readonly TnefProperty[]
}

export type TnefForm = {
  codePage?: number
  subject?: string
  body?: Buffer | string
  properties?: readonly TnefProperty[]
  files?: readonly TnefFileForm[]
}

const bytesOf = (value: Buffer | string): Buffer => (Buffer.isBuffer(value) ? value : Buffer.from(value))

export function writeTnef({ codePage, subject, body, properties, files = [] }: TnefForm): Buffer {
  return Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x00089006, u32(0x10000)),
    ...(codePage === undefined ? [] : [attribute(1, 0x00069007, Buffer.concat([u32(codePage), u32(0)]))]),
    attribute(1, 0x00078008, Buffer.from('IPM.Microsoft Mail.Note\0')),
    ...(subject === undefined ? [] : [attribute(1, 0x00018004, Buffer.from(`${subject}\0`))]),
    ...(body === undefined ? [] : [attribute(1, 0x0002800c, bytesOf(body))]),
    ...(properties === undefined ? [] : [attribute(1, 0x00069003, propertyList(properties))]),
    ...files.flatMap(file => [
      attribute(2, 0x00069002, Buffer.alloc(14, 1)),
      ...(file.title === undefined ? [] : [attribute(2, 0x00018010, bytesOf(file.title))]),
      ...(file.data === undefined ? [] : [attribute(2, 0x0006800f, bytesOf(file.data))]),
      ...(file.properties === undefined ? [] : [attribute(2, 0x00069005, propertyList(file.properties))]),
    ]),
  ])
}

const messageObject = Buffer.from('0703020000000000c000000000000046', 'hex')

/** A mail within the mail, as the content of a file. */
export const embedded = (form: TnefForm): TnefProperty => ({
  id: 0x3701,
  type: 'object',
  value: Buffer.concat([messageObject, writeTnef(form)]),
})
