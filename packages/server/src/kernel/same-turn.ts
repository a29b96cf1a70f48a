/** Groups work of one turn of the event loop: it reads once for all, and hands on in one step. */

/**
 * Keeps answers for one turn of the event loop. Requests that come together often ask the same, such as a
 * burst of mail for one mailbox. The answer is read once for all of them, and anew in the next turn.
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

/**
 * Gathers the items of one turn and hands them on at its end, or as soon as their number reaches `most`.
 * Waking another thread, a client or the disk costs more than the message itself.
 */
export function gatherTurn<Item>(
  handOn: (items: Item[]) => void,
  most = Number.POSITIVE_INFINITY,
): (item: Item) => void {
  let gathered: Item[] = []
  function end(): void {
    if (gathered.length === 0) return
    const items = gathered
    gathered = []
    handOn(items)
  }
  return item => {
    gathered.push(item)
    if (gathered.length >= most) end()
    else if (gathered.length === 1) setImmediate(end)
  }
}
