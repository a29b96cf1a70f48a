import type { Label } from './code-context.ts'

/** Tells how surely a number is a code, and by which words. */
export type CodeVerdict = {
  score: number
  keyword: string | null
  /** The line that holds the keyword. */
  labelLine: number
}

export const NO: CodeVerdict = { score: 0, keyword: null, labelLine: -1 }

/** The verdict for a number without a name; the line gives the reason. */
export const unnamed = (score: number, labelLine: number): CodeVerdict => ({
  score,
  keyword: null,
  labelLine,
})

const AGAINST: readonly Label['kind'][] = ['not', 'spoil', 'other', 'soft']

/** True when the label names some other number. */
export const isAgainst = (label: Label): boolean => AGAINST.includes(label.kind)
