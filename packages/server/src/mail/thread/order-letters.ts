import { fold } from '../search/fold.ts'
import { baseSubject } from './base-subject.ts'
import type { LetterFacts } from './letter-facts.ts'

/** Sorts mails by the keys of RFC 5256, section 3. */

export type OrderField = 'arrival' | 'cc' | 'date' | 'from' | 'size' | 'subject' | 'to'

export type OrderKey = { readonly field: OrderField; readonly isReverse: boolean }

export type OrderedLetter = Pick<LetterFacts, 'sentAt' | 'subject' | 'from' | 'to' | 'cc'> & {
  /** Decides between letters that are otherwise equal. */
  readonly number: number
  readonly internalDate: number
  readonly octets: number
}

type Value = number | string

const orderBy: Readonly<Record<OrderField, (letter: OrderedLetter) => Value>> = {
  arrival: letter => letter.internalDate,
  date: letter => letter.sentAt ?? letter.internalDate,
  size: letter => letter.octets,
  subject: letter => fold(baseSubject(letter.subject).base),
  from: letter => fold(letter.from),
  to: letter => fold(letter.to),
  cc: letter => fold(letter.cc),
}

export function orderLetters(letters: readonly OrderedLetter[], keys: readonly OrderKey[]): OrderedLetter[] {
  const valued = letters.map(letter => ({ letter, values: keys.map(({ field }) => orderBy[field](letter)) }))
  valued.sort((a, b) => {
    for (const [place, { isReverse }] of keys.entries()) {
      const order = compare(a.values[place] ?? 0, b.values[place] ?? 0)
      if (order !== 0) return isReverse ? -order : order
    }
    return a.letter.number - b.letter.number
  })
  return valued.map(({ letter }) => letter)
}

const compare = (a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)
