/**
 * How a card code is written: sixteen characters in fours, of an alphabet without 0 O 1 I L, the last one checking the
 * others. The browser tells a typo while one types, the server before it looks anything up. What a code is worth, and
 * where it is kept, is none of its business.
 */

/** 31 characters. Since 31 is a prime, the check character finds what is said at `sumOf`. */
export const cardAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** Characters that are drawn at random; the check character follows. 31^15 is more than 2^74. */
export const cardDrawn = 15
const length = cardDrawn + 1

/**
 * The sum of the characters, each with a weight of its own, modulo 31; 0 for a whole code. A changed character changes
 * it by weight × difference, two swapped ones by difference of weights × difference: products of numbers between 1 and
 * 30, so never a multiple of 31. Every single typo and every swap is found.
 */
function sumOf(plain: string): number {
  let sum = 0
  for (const [at, character] of [...plain].entries()) sum += (at + 1) * cardAlphabet.indexOf(character)
  return sum % cardAlphabet.length
}

/** What was typed, without case, width, spaces and dashes of whatever kind. */
function plainOf(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}\u2212_.·]/gu, '')
}

const inFours = (plain: string): string => plain.match(/.{1,4}/gu)?.join('-') ?? ''

/** A code from fifteen characters of the alphabet, with its check character. */
export function completeCardCode(drawn: string): string {
  if (drawn.length !== cardDrawn || [...drawn].some(character => !cardAlphabet.includes(character)))
    throw new RangeError('a card code is made from fifteen characters of its alphabet')
  // The last weight is 16, and 16 × 2 = 32 ≡ 1: twice the sum, negated, is what makes it 0.
  const check = (cardAlphabet.length * 2 - 2 * sumOf(drawn)) % cardAlphabet.length
  return inFours(drawn + cardAlphabet.charAt(check))
}

/** The code in its one spelling, or null when it cannot be one. */
export function parseCardCode(typed: string): string | null {
  const plain = plainOf(typed)
  if (plain.length !== length) return null
  if ([...plain].some(character => !cardAlphabet.includes(character))) return null
  return sumOf(plain) === 0 ? inFours(plain) : null
}

/** What is typed so far, put into fours; what is no letter or figure falls away. */
export function groupCardCode(typed: string): string {
  return inFours(
    plainOf(typed)
      .replace(/[^0-9A-Z]/g, '')
      .slice(0, length),
  )
}

/** Whether all sixteen characters are there, right or wrong. */
export const isWholeCardCode = (typed: string): boolean => plainOf(typed).length === length
