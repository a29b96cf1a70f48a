/**
 * Answers that are good for one turn of the event loop. What comes in together often asks the same, such as a burst of
 * mail for one mailbox; it is read once for all of them, and anew in the next turn.
 */
export function sameTurn<Args extends readonly (string | null)[], Value>(
  read: (...args: Args) => Promise<Value>,
): (...args: Args) => Promise<Value> {
  const known = new Map<string, Promise<Value>>()
  return (...args) => {
    const key = args.join(' ')
    const held = known.get(key)
    if (held !== undefined) return held
    if (known.size === 0) setImmediate(() => known.clear())
    const answer = read(...args)
    known.set(key, answer)
    return answer
  }
}
