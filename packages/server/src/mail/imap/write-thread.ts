import type { ThreadNode } from '../thread/thread-node.ts'

/** Writes the answer to THREAD (RFC 5256, section 5): a line of answers stays flat, and branches stand in parentheses. */

export function writeThread(roots: readonly ThreadNode[], numberOf: (letter: number) => number): string {
  const told: string[] = []
  /** What is still to be written, the next one last. Threads may be too deep to recur. */
  const open: (ThreadNode | '(' | ')')[] = []
  for (const root of roots) {
    told.push('(')
    open.push(')', root)
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === '(' || next === ')') {
        told.push(next)
        continue
      }
      if (next.letter !== null) told.push(String(numberOf(next.letter.number)))
      const [only] = next.children
      if (only === undefined) continue
      if (next.children.length === 1) {
        if (next.letter !== null) told.push(' ')
        open.push(only)
        continue
      }
      if (next.letter !== null) told.push(' ')
      for (const child of [...next.children].reverse()) open.push(')', child, '(')
    }
  }
  return `* THREAD${told.length > 0 ? ' ' : ''}${told.join('')}`
}
