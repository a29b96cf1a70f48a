/**
 * Refuses the NUL character. PostgreSQL cannot store it in text and people never type it, so the edge refuses
 * a request that has one anywhere before a feature sees it.
 */

import { AppError } from '../app-error.ts'

/** Walks without recursion, because a body may be nested as deeply as its length allows. */
function findNul(value: unknown): boolean {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') {
      if (next.includes('\0')) return true
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) {
        if (key.includes('\0')) return true
        open.push(item)
      }
    }
  }
  return false
}

type Done = (error: Error | null, value?: unknown) => void

/** Passes the value read from a JSON body on, unless it holds a NUL. */
export const refusingNul =
  (text: string, done: Done): Done =>
  (error, value) =>
    error === null && jsonHasNul(text, value) ? done(new AppError('badRequest')) : done(error, value)

/**
 * `text` is the JSON source of `value`. Only an escape can write NUL there, so most bodies are not walked.
 */
const jsonHasNul = (text: string, value: unknown): boolean => text.includes('\\u0000') && findNul(value)

export const urlHasNul = (url: string): boolean => url.includes('%00')
