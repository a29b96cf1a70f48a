import { decodeText } from '../text/charset.ts'
import { type ByteReader, readBytes } from './byte-reader.ts'
import { charsetOfPage } from './code-page.ts'

/** Reads the list of properties in a TNEF stream (MS-OXTNEF, section 2.1.3.4; types: MS-OXCDATA, section 2.11.1). */

export type Property = { type: number; value: Buffer }

/** The properties by their id. Of several values the first is kept. */
export type Properties = ReadonlyMap<number, Property>

export const PropertyType = {
  int32: 0x03,
  object: 0x0d,
  string8: 0x1e,
  unicode: 0x1f,
  binary: 0x102,
} as const

const MANY_VALUES = 0x1000
const FIRST_NAMED = 0x8000
const NAMED_BY_STRING = 1

/** The sizes of values whose size is not written before them, padding included. */
const FIXED_SIZES: ReadonlyMap<number, number> = new Map([
  [0x00, 0],
  [0x01, 0],
  [0x02, 4],
  [0x03, 4],
  [0x04, 4],
  [0x05, 8],
  [0x06, 8],
  [0x07, 8],
  [0x0a, 4],
  [0x0b, 4],
  [0x14, 8],
  [0x40, 8],
  [0x48, 16],
])
const SIZED: ReadonlySet<number> = new Set([
  PropertyType.object,
  PropertyType.string8,
  PropertyType.unicode,
  PropertyType.binary,
])

/** Throws a RangeError when the list is broken. */
export function readProperties(bytes: Buffer): Properties {
  const reader = readBytes(bytes)
  const properties = new Map<number, Property>()
  for (let count = reader.u32(); count > 0; count--) {
    const type = reader.u16()
    const id = reader.u16()
    if (id >= FIRST_NAMED) skipName(reader)
    const value = readValues(reader, type)
    // Ids of named properties are given out anew in each stream, so that they tell nothing by themselves.
    if (id < FIRST_NAMED && value !== null && !properties.has(id))
      properties.set(id, { type: type & ~MANY_VALUES, value })
  }
  return properties
}

function skipName(reader: ByteReader): void {
  reader.take(16)
  if (reader.u32() === NAMED_BY_STRING) takePadded(reader, reader.u32())
  else reader.u32()
}

function readValues(reader: ByteReader, type: number): Buffer | null {
  const single = type & ~MANY_VALUES
  const isSized = SIZED.has(single)
  const fixed = FIXED_SIZES.get(single)
  if (!isSized && fixed === undefined) throw new RangeError('a property has an unknown type')
  const count = isSized || single !== type ? reader.u32() : 1
  // Each value takes room, except those of no size, which would only take time.
  if (count > reader.left() || (fixed === 0 && count > 1)) throw new RangeError('too many values')
  let first: Buffer | null = null
  for (let i = 0; i < count; i++) {
    const value = isSized ? takePadded(reader, reader.u32()) : reader.take(fixed ?? 0)
    first ??= value
  }
  return first
}

/** Values are filled up to a multiple of four bytes. Some programs leave that out behind the last one. */
function takePadded(reader: ByteReader, size: number): Buffer {
  const value = reader.take(size)
  reader.take(Math.min(reader.left(), -size & 3))
  return value
}

/** Returns the text of a property, without the NUL that ends it; null for other properties. */
export function textOf(property: Property | undefined, codePage: number): string | null {
  if (property === undefined) return null
  if (property.type === PropertyType.unicode)
    return untilNul(property.value.subarray(0, property.value.length & ~1).toString('utf16le'))
  if (property.type !== PropertyType.string8) return null
  return textInPage(property.value, codePage)
}

export function textInPage(bytes: Buffer, codePage: number): string {
  const end = bytes.indexOf(0)
  return decodeText(end < 0 ? bytes : bytes.subarray(0, end), charsetOfPage(codePage)).text
}

const untilNul = (text: string): string => text.split('\0', 1)[0] ?? ''

export const numberOf = (property: Property | undefined): number | null =>
  property?.type === PropertyType.int32 ? property.value.readUInt32LE(0) : null
