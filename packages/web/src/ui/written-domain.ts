/**
 * Turns the DNS form of a domain (`xn--fiq228c.xn--55qx5d`) into the form that people write (`中文.公司`). Browsers have the
 * other direction only, so this decodes Punycode (RFC 3492) and asks the browser whether the result leads back.
 */

const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_CODE = 128
const HIGHEST_CODE = 0x10ffff

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1
  rest += Math.floor(rest / points)
  let bias = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; bias += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}

/** Decodes what follows `xn--`. Null when it is no Punycode. */
function decoded(text: string): string | null {
  const end = Math.max(0, text.lastIndexOf('-'))
  const codes = [...text.slice(0, end)].map(char => char.charCodeAt(0))
  let code = FIRST_CODE
  let at = 0
  let bias = FIRST_BIAS
  for (let next = end === 0 ? 0 : end + 1; next < text.length; at++) {
    const before = at
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = Number.parseInt(text[next++] ?? '', 36)
      if (Number.isNaN(digit)) return null
      // Letters stand for 0 to 25 there, digits for 26 to 35.
      const value = digit < 10 ? digit + 26 : digit - 10
      at += value * weight
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX)
      if (value < threshold) break
      weight *= BASE - threshold
      if (at > HIGHEST_CODE * text.length) return null
    }
    bias = adapt(at - before, codes.length + 1, before === 0)
    code += Math.floor(at / (codes.length + 1))
    at %= codes.length + 1
    if (code > HIGHEST_CODE) return null
    codes.splice(at, 0, code)
  }
  return String.fromCodePoint(...codes)
}

const leadsBack = (written: string, name: string): boolean =>
  URL.parse(`http://${written}/`)?.hostname === name.toLowerCase()

/** The name as people write it, or the name itself where it has no other form. */
export function writtenDomain(name: string): string {
  if (!/(?:^|\.)xn--/i.test(name)) return name
  const labels = name
    .toLowerCase()
    .split('.')
    .map(label => (label.startsWith('xn--') ? decoded(label.slice('xn--'.length)) : label))
  if (labels.includes(null)) return name
  const written = labels.join('.')
  return leadsBack(written, name) ? written : name
}
