/** Messages within one process. */
import type { Bus } from './types.ts'

export function createLocalBus(): Bus & { deliver(channel: string, message: string): void } {
  const listeners = new Map<string, Set<(message: string) => void>>()
  function deliver(channel: string, message: string): void {
    for (const listener of listeners.get(channel) ?? []) listener(message)
  }
  return {
    goesOut: false,
    deliver,
    async publish(channel, message) {
      deliver(channel, message)
    },
    subscribe(channel, listener) {
      const known = listeners.get(channel) ?? new Set()
      known.add(listener)
      listeners.set(channel, known)
      return () => known.delete(listener)
    },
  }
}
