/** Reads little-endian numbers and stretches of bytes one after another, and never beyond the end. */
export type ByteReader = {
  left(): number
  u8(): number
  u16(): number
  u32(): number
  /** The next bytes, which are not copied. */
  take(count: number): Buffer
}

/** Every method throws a RangeError where the bytes end too early. */
export function readBytes(bytes: Buffer): ByteReader {
  let at = 0
  const advance = (count: number): number => {
    if (count > bytes.length - at) throw new RangeError(`${count} bytes are announced, and fewer are left`)
    at += count
    return at - count
  }
  return {
    left: () => bytes.length - at,
    u8: () => bytes.readUInt8(advance(1)),
    u16: () => bytes.readUInt16LE(advance(2)),
    u32: () => bytes.readUInt32LE(advance(4)),
    take: count => {
      const start = advance(count)
      return bytes.subarray(start, start + count)
    },
  }
}
