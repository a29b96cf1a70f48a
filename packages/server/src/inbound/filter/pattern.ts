/**
 * Regular expressions that people bring. RE2 has no backtracking, so the time for a text is bounded by its length times
 * the size of the program a pattern compiles to; both are limited, and the product of them is what `cost` says.
 */
import { RE2JS, RE2JSException } from 're2js'
import { inboundWords } from '../words/words.ts'

export const maxPatternLength = 500
/** `.{0,1000}` and the like compile to thousands of steps, each of which every character may have to take. */
export const maxProgramSize = 400

export type Pattern = { readonly cost: number; test(text: string): boolean }

/** Upper and lower case are alike; the dot is any character but a line's end. */
export function compilePattern(source: string): Pattern | 'invalid' | 'tooComplex' {
  if (source.length > maxPatternLength) return 'tooComplex'
  try {
    const program = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE)
    const cost = program.programSize()
    return cost > maxProgramSize ? 'tooComplex' : { cost, test: text => program.test(text) }
  } catch (cause) {
    if (cause instanceof RE2JSException) return 'invalid'
    throw cause
  }
}

/** Why a pattern cannot be used, for the person who wrote it; null when it can. */
export function patternFault(source: string): string | null {
  const compiled = compilePattern(source)
  if (compiled === 'tooComplex') return inboundWords.patternTooComplex
  if (compiled !== 'invalid') return null
  return /\(\?<?[=!]|\\[1-9]/.test(source) ? inboundWords.patternLooksAround : inboundWords.patternBad
}
