/**
 * Keeps the log short while the same fault comes again and again: a full disk must not be filled by its own complaints.
 * Of each message so many lines are written in a span of time; how many were left out is told at its end.
 */
export type RepeatLimit = { shown: number; spanMs: number }

export const usualRepeats: RepeatLimit = { shown: 20, spanMs: 10_000 }

/** Says whether a line with this message may be written now. */
export function createRepeats(
  { shown, spanMs }: RepeatLimit,
  tell: (message: string, leftOut: number) => void,
): (message: string) => boolean {
  const counts = new Map<string, number>()

  function endSpan(message: string): void {
    const leftOut = (counts.get(message) ?? 0) - shown
    counts.delete(message)
    if (leftOut > 0) tell(message, leftOut)
  }

  return message => {
    const count = (counts.get(message) ?? 0) + 1
    counts.set(message, count)
    if (count === 1) setTimeout(() => endSpan(message), spanMs).unref()
    return count <= shown
  }
}
