/** Remembers answers of the name system for as long as the answers say, up to a limit of ours. */
export type Memory<T> = {
  read(name: string): T | null
  write(name: string, answer: T, ms: number): void
}

const mostHeld = 5000

/** With a longest time of zero it remembers nothing. */
export function createMemory<T>(longestMs: number): Memory<T> {
  const held = new Map<string, { answer: T; until: number }>()
  return {
    read(name) {
      const found = held.get(name)
      if (found === undefined) return null
      if (performance.now() < found.until) return found.answer
      held.delete(name)
      return null
    },
    write(name, answer, ms) {
      const keptMs = Math.min(ms, longestMs)
      if (keptMs <= 0) return
      if (held.size >= mostHeld) held.clear()
      held.set(name, { answer, until: performance.now() + keptMs })
    },
  }
}
