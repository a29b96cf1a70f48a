/**
 * Decodes charsets that TextDecoder does not read: HZ (RFC 1843), which shifts between ASCII and GB 2312
 * within 7 bits, and the Korean syllables that Unified Hangul Code adds to EUC-KR.
 */

const TILDE = 0x7e

/** RFC 1843: "~{" opens GB 2312, "~}" closes it, "~~" is a tilde, "~" before a line end joins lines. */
export function decodeHz(bytes: Uint8Array): string {
  const out = new Uint8Array(bytes.length)
  let length = 0
  let shifted = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    const next = bytes[i + 1]
    if (byte === TILDE && (next === 0x7b || next === 0x7d)) {
      shifted = next === 0x7b
      i++
    } else if (byte === TILDE && !shifted && next === TILDE) {
      out[length++] = TILDE
      i++
    } else if (byte === TILDE && !shifted && next === 0x0a) {
      i++
    } else {
      // A line end always returns to ASCII (RFC 1843, section 2).
      if (byte === 0x0a) shifted = false
      out[length++] = shifted && byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte
    }
  }
  return new TextDecoder('gb18030').decode(out.subarray(0, length))
}

/**
 * Unified Hangul Code (code page 949). It assigns the syllables that KS X 1001 lacks, in Unicode order, to
 * the free pairs: leads 81–A0 with 178 trails each, then A1–C6 with 84 trails each.
 */
export function decodeUhc(bytes: Uint8Array): string {
  const euc = new TextDecoder('euc-kr')
  const parts: string[] = []
  let plainFrom = 0
  for (let i = 0; i + 1 < bytes.length; i++) {
    const lead = bytes[i] ?? 0
    if (lead < 0x81) continue
    const index = uhcIndex(lead, bytes[i + 1] ?? 0)
    const syllable = index === null ? undefined : UHC_SYLLABLES[index]
    if (syllable !== undefined) {
      parts.push(euc.decode(bytes.subarray(plainFrom, i)), syllable)
      plainFrom = i + 2
    }
    i++
  }
  parts.push(euc.decode(bytes.subarray(plainFrom)))
  return parts.join('')
}

const UHC_SYLLABLES: readonly string[] = syllablesOutsideKsX1001()

function syllablesOutsideKsX1001(): string[] {
  const pairs: number[] = []
  for (let lead = 0xb0; lead <= 0xc8; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) pairs.push(lead, trail)
  }
  const known = new Set(new TextDecoder('euc-kr').decode(Uint8Array.from(pairs)))
  const outside: string[] = []
  for (let code = 0xac00; code <= 0xd7a3; code++) {
    const syllable = String.fromCharCode(code)
    if (!known.has(syllable)) outside.push(syllable)
  }
  return outside
}

/** True when the pair is one that Unified Hangul Code added to EUC-KR. */
export function isUhcPair(lead: number, trail: number): boolean {
  const index = uhcIndex(lead, trail)
  return index !== null && index < UHC_SYLLABLES.length
}

function uhcIndex(lead: number, trail: number): number | null {
  const column = uhcColumn(trail)
  if (column === null) return null
  if (lead >= 0x81 && lead <= 0xa0) return (lead - 0x81) * 178 + column
  return lead >= 0xa1 && lead <= 0xc6 && column < 84 ? 32 * 178 + (lead - 0xa1) * 84 + column : null
}

function uhcColumn(trail: number): number | null {
  if (trail >= 0x41 && trail <= 0x5a) return trail - 0x41
  if (trail >= 0x61 && trail <= 0x7a) return trail - 0x61 + 26
  return trail >= 0x81 && trail <= 0xfe ? trail - 0x81 + 52 : null
}
