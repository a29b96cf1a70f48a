/**
 * Defines the form of a card code: sixteen characters in groups of four, from an alphabet without 0 O 1 I L,
 * where the last character checks the others. The browser reports a typo during typing, and the server checks
 * the form before it looks anything up. This module does not know the worth of a code or where it is kept.
 */

/**
 * The alphabet has 31 characters. Since 31 is a prime, the check character finds the errors described at
 * `sumOf`.
 */
export const cardAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** The number of random characters; the check character follows. 31^15 is more than 2^74. */
export const cardDrawn = 15
const length = cardDrawn + 1

/**
 * Returns the sum of the characters, each with a weight of its own, modulo 31; it is 0 for a valid code. A
 * changed character changes the sum by weight × difference, and two swapped ones by difference of weights ×
 * difference. Both are products of numbers between 1 and 30, so never a multiple of 31. The check finds every
 * single typo and every swap.
 */
function sumOf(plain: string): number {
  let sum = 0
  for (const [at, character] of [...plain].entries()) sum += (at + 1) * cardAlphabet.indexOf(character)
  return sum % cardAlphabet.length
}

/** Returns the typed text without case, width, spaces and dashes of any kind. */
function plainOf(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}\u2212_.·]/gu, '')
}

const inFours = (plain: string): string => plain.match(/.{1,4}/gu)?.join('-') ?? ''

/** Makes a code from fifteen characters of the alphabet and adds its check character. */
export function completeCardCode(drawn: string): string {
  if (drawn.length !== cardDrawn || [...drawn].some(character => !cardAlphabet.includes(character)))
    throw new RangeError('a card code is made from fifteen characters of its alphabet')
  // The last weight is 16, and 16 × 2 = 32 ≡ 1, so minus twice the sum makes the whole sum 0.
  const check = (cardAlphabet.length * 2 - 2 * sumOf(drawn)) % cardAlphabet.length
  return inFours(drawn + cardAlphabet.charAt(check))
}

/** Returns the code in its one spelling, or null when it cannot be a code. */
export function parseCardCode(typed: string): string | null {
  const plain = plainOf(typed)
  if (plain.length !== length) return null
  if ([...plain].some(character => !cardAlphabet.includes(character))) return null
  return sumOf(plain) === 0 ? inFours(plain) : null
}

/** Groups the text typed so far in fours and drops everything except letters and digits. */
export function groupCardCode(typed: string): string {
  return inFours(
    plainOf(typed)
      .replace(/[^0-9A-Z]/g, '')
      .slice(0, length),
  )
}

/** True when all sixteen characters are there, right or wrong. */
export const isWholeCardCode = (typed: string): boolean => plainOf(typed).length === length
