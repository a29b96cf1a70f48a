/**
 * Decodes text that switches between sets of characters by escapes, in 7 bits: ISO-2022-JP with its later
 * versions (RFC 1468, RFC 1554, code page 50221), ISO-2022-KR (RFC 1557) and the GB 2312 of ISO-2022-CN
 * (RFC 1922). TextDecoder reads only the first, and takes two escapes in a row for a fault.
 */

const ESC = 0x1b
const LF = 0x0a
const SHIFT_OUT = 0x0e
const SHIFT_IN = 0x0f

/** How the bytes of a set are written in a charset that TextDecoder reads. */
type Set2022 = { charset: string; width: 1 | 2; prefix?: number }

const ASCII: Set2022 = { charset: 'utf-8', width: 1 }
/** ASCII with a yen sign and an overline. */
const ROMAN: Set2022 = { charset: 'roman', width: 1 }
const KATAKANA: Set2022 = { charset: 'euc-jp', width: 1, prefix: 0x8e }
const KANJI: Set2022 = { charset: 'euc-jp', width: 2 }
const MORE_KANJI: Set2022 = { charset: 'euc-jp', width: 2, prefix: 0x8f }
const KOREAN: Set2022 = { charset: 'euc-kr', width: 2 }
const CHINESE: Set2022 = { charset: 'gb18030', width: 2 }

/** The sets, by the characters after ESC. */
const DESIGNATIONS: ReadonlyMap<string, Set2022> = new Map([
  ['(B', ASCII],
  ['(J', ROMAN],
  ['(I', KATAKANA],
  ['$@', KANJI],
  ['$B', KANJI],
  ['$(@', KANJI],
  ['$(B', KANJI],
  ['$(D', MORE_KANJI],
  // JIS X 0213 has the kanji of JIS X 0208 in the same places.
  ['$(O', KANJI],
  ['$(Q', KANJI],
  ['$A', CHINESE],
  ['$(A', CHINESE],
  ['$(C', KOREAN],
])

/** The sets that SHIFT OUT opens, by the characters after ESC. */
const SHIFTED: ReadonlyMap<string, Set2022> = new Map([
  ['$)C', KOREAN],
  ['$)A', CHINESE],
])

type Escape<Found> = { found: Found; length: number }

function escapeAt<Found>(
  bytes: Uint8Array,
  at: number,
  known: ReadonlyMap<string, Found>,
): Escape<Found> | null {
  for (const length of [2, 3]) {
    const found = known.get(String.fromCharCode(...bytes.subarray(at + 1, at + 1 + length)))
    if (found !== undefined) return { found, length: length + 1 }
  }
  return null
}

function textOf(charset: string, bytes: readonly number[]): string {
  if (charset !== 'roman') return new TextDecoder(charset).decode(Uint8Array.from(bytes))
  return String.fromCharCode(...bytes)
    .replaceAll('\\', '¥')
    .replaceAll('~', '‾')
}

export function decodeIso2022(bytes: Uint8Array): string {
  const parts: string[] = []
  let pending: number[] = []
  let charset = ASCII.charset
  let current = ASCII
  /** Mail in Korean that forgets to name its set is Korean all the same. */
  let shifted = KOREAN
  const put = (into: string, ...octets: number[]) => {
    // Long runs go on in pieces, so that no list grows with the mail.
    if (into !== charset || pending.length > 8_000) {
      parts.push(textOf(charset, pending))
      pending = []
      charset = into
    }
    pending.push(...octets)
  }
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === ESC) {
      const set = escapeAt(bytes, at, DESIGNATIONS)
      const shift = set ? null : escapeAt(bytes, at, SHIFTED)
      if (set) current = set.found
      if (shift) shifted = shift.found
      at += (set ?? shift)?.length ?? 1
      at--
    } else if (byte === SHIFT_OUT) current = shifted
    else if (byte === SHIFT_IN) current = ASCII
    else if (byte <= 0x20 || byte >= 0x7f) {
      // Each line begins in ASCII.
      if (byte === LF) current = ASCII
      put(byte < 0x80 ? charset : ASCII.charset, byte)
    } else if (current.width === 1) {
      if (current.prefix === undefined) put(current.charset, byte)
      else put(current.charset, current.prefix, byte | 0x80)
    } else {
      const trail = bytes[at + 1] ?? 0
      if (trail <= 0x20 || trail >= 0x7f) {
        put(ASCII.charset, byte)
        continue
      }
      const pair = [byte | 0x80, trail | 0x80]
      put(current.charset, ...(current.prefix === undefined ? pair : [current.prefix, ...pair]))
      at++
    }
  }
  parts.push(textOf(charset, pending))
  return parts.join('')
}

/**
 * True when text that was cut into pieces goes on in `next` with the set that `piece` has opened, so that the
 * two must be read together.
 */
export function goesOnIn(piece: Uint8Array, next: Uint8Array): boolean {
  const opened = piece.lastIndexOf(ESC)
  if (opened < 0 || next[0] === ESC) return false
  const last = escapeAt(piece, opened, DESIGNATIONS)
  return last !== null && last.found.width === 2
}
