/**
 * Finds where base64 ends and plain text begins that something on the way has written after it, such as the
 * footer of a mailing list. The footer must neither become garbage nor get lost.
 */

const EQUALS = 0x3d
const BASE64_LINE = /^[A-Za-z0-9+/]+={0,2}$/
/** The number of bytes after a possible end that are looked at. */
const LOOK = 4_096

const isBlank = (octet: number | undefined): boolean =>
  octet === 0x20 || octet === 0x09 || octet === 0x0a || octet === 0x0d

function skip(bytes: Uint8Array, from: number, skips: (octet: number | undefined) => boolean): number {
  let at = from
  while (at < bytes.length && skips(bytes[at])) at++
  return at
}

/** Further runs of base64 may follow a run, so only lines that are none are text. */
function isText(bytes: Uint8Array, from: number): boolean {
  const lines = Buffer.from(bytes.subarray(from, from + LOOK))
    .toString('latin1')
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
  const base64 = lines.filter(line => BASE64_LINE.test(line)).length
  return base64 * 2 < lines.length
}

/** Returns the place of the first blank line after the first data. */
function blankLine(encoded: Buffer, from: number): number {
  const places = ['\n\n', '\n\r\n'].map(mark => encoded.indexOf(mark, from)).filter(place => place >= 0)
  return places.length === 0 ? encoded.length : Math.min(...places)
}

/** Returns the start of the text after the base64, or the length of `encoded` if there is none. */
export function base64End(encoded: Uint8Array): number {
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.length)
  const padding = bytes.indexOf(EQUALS)
  // One in three ends without padding, so a blank line is a sign, too.
  const ends = [
    skip(bytes, blankLine(bytes, skip(bytes, 0, isBlank)), isBlank),
    padding < 0 ? bytes.length : skip(bytes, padding, octet => octet === EQUALS || isBlank(octet)),
  ]
  const found = ends
    .toSorted((one, other) => one - other)
    .find(end => end < bytes.length && isText(bytes, end))
  return found ?? bytes.length
}
