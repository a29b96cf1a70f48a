import { readBytes } from './byte-reader.ts'

/** Unpacks RTF as Outlook packs it (MS-OXRTFCP). */

const PACKED = 0x75465a4c
const PLAIN = 0x414c454d
const WINDOW = 4_096
/** The text that the window holds before the first byte (MS-OXRTFCP, section 2.1.3.1.1). */
const OPENING = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
)

/** Returns at most `most` bytes of RTF, whatever size is announced. Throws a RangeError when the bytes are broken. */
export function unpackRtf(bytes: Buffer, most: number): Buffer {
  const reader = readBytes(bytes)
  reader.u32()
  const size = Math.min(reader.u32(), most)
  const form = reader.u32()
  reader.u32()
  const content = reader.take(reader.left())
  if (form === PLAIN) return content.subarray(0, size)
  if (form !== PACKED) throw new RangeError('RTF is packed in an unknown way')
  return unpack(content, size)
}

function unpack(packed: Buffer, size: number): Buffer {
  // Each token of two bytes and an eighth makes 17 bytes at most, so that the memory is bounded by the mail too.
  const out = Buffer.alloc(Math.min(size, packed.length * 9) + OPENING.length)
  OPENING.copy(out)
  let to = OPENING.length
  let at = 0
  while (at < packed.length && to < out.length) {
    const control = packed[at++] ?? 0
    for (let bit = 0; bit < 8 && at < packed.length && to < out.length; bit++) {
      if (((control >> bit) & 1) === 0) {
        out[to++] = packed[at++] ?? 0
        continue
      }
      const token = packed.readUInt16BE(at)
      at += 2
      const place = token >> 4
      const behind = (to - place + WINDOW) % WINDOW
      // A token that points at the place where the next byte goes is the last.
      if (behind === 0) return out.subarray(OPENING.length, to)
      if (behind > to) throw new RangeError('RTF refers to what is before its beginning')
      for (let left = (token & 15) + 2; left > 0 && to < out.length; left--) {
        out[to] = out[to - behind] ?? 0
        to++
      }
    }
  }
  return out.subarray(OPENING.length, to)
}
