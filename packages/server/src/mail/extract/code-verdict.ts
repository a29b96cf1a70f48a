import type { Label } from './code-context.ts'

/** How surely a number is a code, and the words that say so. */
export type Verdict = {
  score: number
  keyword: string | null
  /** The line that holds the keyword. */
  labelLine: number
}

export const NO: Verdict = { score: 0, keyword: null, labelLine: -1 }

/** Found without a name; the line says why. */
export const unnamed = (score: number, labelLine: number): Verdict => ({ score, keyword: null, labelLine })

const AGAINST: readonly Label['kind'][] = ['not', 'spoil', 'other', 'soft']

/** The name of some other number. */
export const isAgainst = (label: Label): boolean => AGAINST.includes(label.kind)
