/**
 * Reads the first bytes of an image: its kind, and how many pixels it claims to have. It decodes nothing. The
 * bytes decide the kind, not the server's label. SVG is not supported, because it is a document and not an
 * image.
 */
export type ImageHeader = {
  readonly contentType: string
  /** Zero when the header does not tell. */
  readonly width: number
  readonly height: number
  readonly pixels: number
}

type Size = { readonly width: number; readonly height: number }

const none: Size = { width: 0, height: 0 }
const pixelsOf = ({ width, height }: Size): number => width * height
const larger = (one: Size, other: Size): Size => (pixelsOf(other) > pixelsOf(one) ? other : one)

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)

/** Reads past the end give zero, so that a truncated header means a small image and not an exception. */
const reader = (bytes: Buffer) => ({
  u8: (at: number) => bytes[at] ?? 0,
  le16: (at: number) => (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0),
  be16: (at: number) => (at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0),
  le24: (at: number) => (at + 3 <= bytes.length ? bytes.readUIntLE(at, 3) : 0),
  le32: (at: number) => (at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0),
  be32: (at: number) => (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0),
})

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const isPng = (bytes: Buffer, at = 0): boolean => bytes.subarray(at, at + 8).equals(pngSignature)

/** PNG (W3C), 11.2.2: IHDR is the first chunk. */
function pngSize(bytes: Buffer, at = 0): Size {
  const { be32 } = reader(bytes)
  return { width: be32(at + 16), height: be32(at + 20) }
}

/**
 * ITU T.81, B.1.1.3: the frame header is one of SOF0–SOF15, except DHT, JPG and DAC, whose codes are between
 * them.
 */
const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Markers that stand alone: TEM, RST0–RST7, SOI and fill bytes. */
const isBareMarker = (marker: number): boolean =>
  marker === 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)

function jpegSize(bytes: Buffer): Size {
  const { u8, be16 } = reader(bytes)
  let most = none
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (u8(at) !== 0xff) return most
    const marker = u8(at + 1)
    if (isBareMarker(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (isFrameMarker(marker)) most = larger(most, { width: be16(at + 7), height: be16(at + 5) })
    // From the scan on there are only samples.
    if (marker === 0xda) return most
    at += 2 + Math.max(2, be16(at + 2))
  }
  return most
}

/** RFC 9649, section 2: the canvas of VP8X, or the size in the VP8 or VP8L bitstream. */
function webpSize(bytes: Buffer): Size {
  const { le16, le24, le32 } = reader(bytes)
  switch (ascii(bytes, 12, 16)) {
    case 'VP8X':
      return { width: le24(24) + 1, height: le24(27) + 1 }
    case 'VP8L':
      return { width: (le32(21) & 0x3fff) + 1, height: ((le32(21) >>> 14) & 0x3fff) + 1 }
    case 'VP8 ':
      return { width: le16(26) & 0x3fff, height: le16(28) & 0x3fff }
    default:
      return none
  }
}

/** ISO/IEC 23008-12, 6.5.3: every item with a size has an `ispe` box. The largest counts. */
function avifSize(bytes: Buffer): Size {
  const { be32 } = reader(bytes)
  let most = none
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 4)) {
    most = larger(most, { width: be32(at + 8), height: be32(at + 12) })
  }
  return most
}

const isAvif = (bytes: Buffer): boolean =>
  ascii(bytes, 4, 8) === 'ftyp' && /^(?:avif|avis)/.test(ascii(bytes, 8, 12))

function bmpSize(bytes: Buffer): Size {
  const { le16, le32 } = reader(bytes)
  // The oldest header has sizes of 16 bits. Later ones are signed; a negative height means upside down.
  if (le32(14) === 12) return { width: le16(18), height: le16(20) }
  return { width: Math.abs(le32(18) | 0), height: Math.abs(le32(22) | 0) }
}

/** An icon holds small bitmaps, or whole PNG files of any size. */
function icoSize(bytes: Buffer): Size {
  const { u8, le16, le32 } = reader(bytes)
  let most = none
  for (let entry = 0; entry < le16(4); entry++) {
    const at = 6 + entry * 16
    if (at + 16 > bytes.length) break
    const picture = le32(at + 12)
    const stated = { width: u8(at) || 256, height: u8(at + 1) || 256 }
    most = larger(most, isPng(bytes, picture) ? pngSize(bytes, picture) : stated)
  }
  return most
}

const isIco = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0, 0, 1, 0]))

function measured(bytes: Buffer): (Size & { contentType: string }) | null {
  const { le16 } = reader(bytes)
  if (isPng(bytes)) return { contentType: 'image/png', ...pngSize(bytes) }
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff)
    return { contentType: 'image/jpeg', ...jpegSize(bytes) }
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6)))
    return { contentType: 'image/gif', width: le16(6), height: le16(8) }
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP')
    return { contentType: 'image/webp', ...webpSize(bytes) }
  if (isAvif(bytes)) return { contentType: 'image/avif', ...avifSize(bytes) }
  if (ascii(bytes, 0, 2) === 'BM' && bytes.length >= 26)
    return { contentType: 'image/bmp', ...bmpSize(bytes) }
  if (isIco(bytes)) return { contentType: 'image/x-icon', ...icoSize(bytes) }
  return null
}

/** Returns null for anything that is not an image of a supported kind. */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  const found = measured(bytes)
  return found && { ...found, pixels: pixelsOf(found) }
}
