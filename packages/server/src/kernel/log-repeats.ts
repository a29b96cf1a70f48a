/**
 * Keeps the log short while the same fault repeats, so that messages about a full disk do not fill it. Each
 * message gets a number of lines in a span of time; at the end of the span the log tells how many were left
 * out.
 */
export type RepeatLimit = { shown: number; spanMs: number }

export const usualRepeats: RepeatLimit = { shown: 20, spanMs: 10_000 }

/** Returns true if a line with this message may be written now. */
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
