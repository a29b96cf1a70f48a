/** Passes messages within one process. */
import type { Bus } from './types.ts'

type LocalBus = Bus & { deliver(channel: string, message: string): void; tellGap(): void }

export function createLocalBus(): LocalBus {
  const listeners = new Map<string, Set<(message: string) => void>>()
  const gapListeners = new Set<() => void>()
  function deliver(channel: string, message: string): void {
    for (const listener of listeners.get(channel) ?? []) listener(message)
  }
  return {
    goesOut: false,
    deliver,
    tellGap() {
      for (const listener of gapListeners) listener()
    },
    async publish(channel, message) {
      deliver(channel, message)
    },
    subscribe(channel, listener) {
      const known = listeners.get(channel) ?? new Set()
      known.add(listener)
      listeners.set(channel, known)
      return () => known.delete(listener)
    },
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
  }
}
