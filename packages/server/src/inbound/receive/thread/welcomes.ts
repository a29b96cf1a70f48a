/**
 * Remembers clients, senders and recipients that were welcome a moment ago. Asking the program costs more
 * than the answer is worth when the same sender, or mail for the same mailbox, comes again within seconds.
 * Everything that passes on this memory is decided again with its message.
 */
export const welcomeMs = 5000
const maxHeld = 20_000

export type Welcomes = {
  has(name: string): boolean
  add(name: string): void
  forget(name: string): void
  forgetAll(): void
}

export function createWelcomes(heldMs: number): Welcomes {
  const until = new Map<string, number>()
  return {
    has(name) {
      const end = until.get(name)
      if (end === undefined) return false
      if (end > performance.now()) return true
      until.delete(name)
      return false
    },
    add(name) {
      if (until.size >= maxHeld) until.clear()
      until.set(name, performance.now() + heldMs)
    },
    forget: name => void until.delete(name),
    forgetAll: () => until.clear(),
  }
}
