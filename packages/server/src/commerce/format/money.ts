/**
 * Money is integer 分, everywhere. Gateways write decimal text; it is turned into 分 by its digits, never through a
 * floating-point number, and only in the one form they use: no signs, exponents, spaces or thirds of a 分.
 */

/** Null when the text is not an amount. */
export function centsOf(text: string): number | null {
  const match = /^(0|[1-9]\d{0,7})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** With two decimals, as gateways take it. */
export const decimal = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

export const yuan = (cents: number): string => `¥${decimal(cents)}`
