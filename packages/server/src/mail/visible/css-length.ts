/** Reads lengths of CSS as far as they decide whether something is visible. */

const LENGTH = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]{1,5}|%|)$/
const PIXELS = /^\d{1,4}px$/
const CALL = /^-?[a-z-]{3,16}\(.*\)$/

/** The pixels in one of each unit; units of the window assume 800 by 600. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['px', 1],
  ['pt', 1.33],
  ['pc', 16],
  ['in', 96],
  ['cm', 37.8],
  ['mm', 3.78],
  ['q', 0.945],
  ['rem', 16],
  ['vw', 8],
  ['vh', 6],
  ['vmin', 6],
  ['vmax', 8],
])
/** One of each unit as a share of the font size in force. */
const RELATIVE: ReadonlyMap<string, number> = new Map([
  ['em', 1],
  ['%', 0.01],
  ['ex', 0.5],
  ['ch', 0.5],
  ['ic', 1],
  ['lh', 1.2],
])

export const SIZE_WORDS: ReadonlyMap<string, number> = new Map([
  ['xx-small', 9],
  ['x-small', 10],
  ['small', 13],
  ['medium', 16],
  ['large', 18],
  ['x-large', 24],
  ['xx-large', 32],
  ['smaller', 13],
  ['larger', 19],
])

/**
 * A length in pixels (`size`) or as a share of the font size (`scale`); `amount` is the number as written.
 */
export type Length = { amount: number; unit: string; size?: number; scale?: number }

export function isLength(value: string): boolean {
  return PIXELS.test(value) || lengthOf(value) !== null
}

/**
 * Returns null when the value is not a length. A computed value counts as the least length in it, and as zero
 * if it subtracts.
 */
export function lengthOf(value: string): Length | null {
  // Nearly all lengths are plain pixels.
  if (PIXELS.test(value)) {
    const amount = Number.parseInt(value, 10)
    return { amount, unit: 'px', size: amount }
  }
  const match = LENGTH.exec(value)
  if (match === null) return CALL.test(value) ? reckoned(value) : null
  const amount = Number(match[1])
  const unit = match[2] ?? ''
  const pixels = UNITS.get(unit)
  if (pixels !== undefined) return { amount, unit, size: amount * pixels }
  const relative = RELATIVE.get(unit)
  return relative === undefined ? null : { amount, unit, scale: amount * relative }
}

function reckoned(value: string): Length {
  const none: Length = { amount: 0, unit: 'px', size: 0 }
  if (/\s-\s|[*/]/.test(value)) return none
  const least = value
    .match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:[a-z]{1,5}|%|)/g)
    ?.map(part => lengthOf(part) ?? none)
    .reduce((one, other) => (pixelsOf(other) < pixelsOf(one) ? other : one))
  return least ?? none
}

/** Returns pixels, for letters of the usual size. */
export function pixelsOf({ size, scale = 0 }: Length): number {
  return size ?? scale * 16
}

/** True for margins, paddings and the like that are so large that they may push a text out of sight. */
export const mayPush = (value: string): boolean => /\d{3}|[%e(vcn]/.test(value)
