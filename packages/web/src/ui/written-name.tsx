import { useSyncExternalStore } from 'react'

/** The decoder is loaded when the first domain needs it; hardly any does. */
let decode: ((name: string) => string) | null = null
const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function load(): Promise<void> {
  decode = (await import('./written-domain.ts')).writtenDomain
  for (const listener of listeners) listener()
}

/** Returns a domain as people write it, or as it stands until the decoder is there. */
export function useWritten(name: string): string {
  const known = useSyncExternalStore(listen, () => decode)
  if (!name.includes('xn--')) return name
  if (known === null) void load()
  return known?.(name) ?? name
}
