/** Codes as they are drawn and as they are kept: drawn at random, kept as a keyed digest beside a readable tail. */
import { createHmac, randomInt } from 'node:crypto'
import { cardAlphabet, cardDrawn, completeCardCode, parseCardCode } from '@yanshu/contract'
import { invalidField } from '../../kernel/app-error.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { commerceWords } from '../words/words.ts'

export function drawCardCode(): string {
  let drawn = ''
  for (let at = 0; at < cardDrawn; at++) drawn += cardAlphabet.charAt(randomInt(cardAlphabet.length))
  return completeCardCode(drawn)
}

/** Returns the stored form of a code. With the database alone nobody can read codes or try them. */
export type HashCode = (code: string) => string

export function codeHasher(secrets: Secrets): HashCode {
  const key = secrets.derive('card-code')
  return code => createHmac('sha256', key).update(code).digest('base64url')
}

export const tailOf = (code: string): string => code.slice(-4)

/** The code in its one spelling; a typo is told at its field before anything is looked up, and is no guess. */
export function readCardCode(typed: string, field = 'code'): string {
  const code = parseCardCode(typed)
  if (code === null) throw invalidField(field, commerceWords.cardMistyped)
  return code
}

/** The purpose under which codes are sealed where the site keeps them readable. */
export const codePurpose = 'card-code-kept'
