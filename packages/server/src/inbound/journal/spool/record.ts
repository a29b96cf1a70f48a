/**
 * How a message stands in the spool: its lengths and a checksum, then what is known of it as JSON, then its octets as they
 * came. A record that was cut off, or altered on disk, is recognised as none.
 */
import { crc32 } from 'node:zlib'
import type { Envelope } from '../../../mail/envelope.ts'

export type SpoolEntry = { ticket: number; receivedAt: number; envelope: Envelope }

export type SpoolRecord = { entry: SpoolEntry; raw: Buffer; length: number }

const mark = 0x59_53_4d_31
const prefixBytes = 16

/** The parts to be written one after the other; the message itself is not copied. */
export function packRecord(entry: SpoolEntry, raw: Buffer): [Buffer, Buffer] {
  const text = Buffer.from(JSON.stringify(entry))
  const head = Buffer.allocUnsafe(prefixBytes + text.length)
  head.writeUInt32BE(mark, 0)
  head.writeUInt32BE(text.length, 4)
  head.writeUInt32BE(raw.length, 8)
  head.writeUInt32BE(crc32(raw, crc32(text)), 12)
  text.copy(head, prefixBytes)
  return [head, raw]
}

/** How long the record is that begins here, whole or damaged; null where none does, or it was cut off. */
function lengthAt(bytes: Buffer, at: number): number | null {
  if (at + prefixBytes > bytes.length || bytes.readUInt32BE(at) !== mark) return null
  const length = prefixBytes + bytes.readUInt32BE(at + 4) + bytes.readUInt32BE(at + 8)
  return at + length > bytes.length ? null : length
}

/** The record that begins here; null where none does, or it is not what was written. */
export function recordAt(bytes: Buffer, at: number): SpoolRecord | null {
  const length = lengthAt(bytes, at)
  if (length === null) return null
  const rawAt = at + prefixBytes + bytes.readUInt32BE(at + 4)
  const text = bytes.subarray(at + prefixBytes, rawAt)
  const raw = bytes.subarray(rawAt, at + length)
  if (crc32(raw, crc32(text)) !== bytes.readUInt32BE(at + 12)) return null
  return { entry: JSON.parse(text.toString()) as SpoolEntry, raw, length }
}

type Range = { offset: number; length: number }

export type Scanned = {
  records: ({ entry: SpoolEntry } & Range)[]
  /** Parts that cannot be read. The end of a message that was cut off is not among them: nobody was promised it. */
  damaged: Range[]
}

/** Whether this is what a crash leaves of the last message: its beginning, or room that was never written. */
function isCutOff(rest: Buffer): boolean {
  return rest.length < prefixBytes || rest.readUInt32BE(0) === mark || rest.every(octet => octet === 0)
}

/** Every record of a file. One with damaged content is passed over: as long as its lengths are right, those behind it are found. */
export function scanRecords(bytes: Buffer): Scanned {
  const found: Scanned = { records: [], damaged: [] }
  let at = 0
  for (let length = lengthAt(bytes, at); length !== null; length = lengthAt(bytes, at)) {
    const record = recordAt(bytes, at)
    if (record) found.records.push({ entry: record.entry, offset: at, length })
    else found.damaged.push({ offset: at, length })
    at += length
  }
  if (!isCutOff(bytes.subarray(at))) found.damaged.push({ offset: at, length: bytes.length - at })
  return found
}
